-- see docs/formats.md
CREATE TABLE store (format INTEGER NOT NULL);
