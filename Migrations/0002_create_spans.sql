-- The log once more in larger steps: what many versions change together, for whoever goes far.
--
-- A span says nothing the changes it was composed of do not say. It leads from one state of a list to
-- another, which its fingerprints name, and holds as long as the log goes through both; whoever does
-- not know of spans writes a store without doing harm.
CREATE TABLE liststore_span (
  span INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  version INTEGER NOT NULL,
  parent_fingerprint BLOB NOT NULL CHECK (length(parent_fingerprint) = 16),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  body BLOB NOT NULL,
  UNIQUE (list, parent, version)
);

UPDATE liststore SET format = 2;
