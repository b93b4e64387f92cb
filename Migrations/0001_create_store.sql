-- The store: any number of versioned lists in one file. docs/formats.md describes every column.
--
-- All ids and other texts of callers are BLOBs of UTF-8 bytes, compared byte by byte: SQLite's and
-- GRDB's text handling ends at the first NUL.

-- What this file is, and who may read and write it. One row.
CREATE TABLE store (
  store INTEGER PRIMARY KEY CHECK (store = 1),
  lineage BLOB NOT NULL CHECK (length(lineage) = 16),
  epoch INTEGER NOT NULL,
  format INTEGER NOT NULL,
  min_reader INTEGER NOT NULL,
  min_writer INTEGER NOT NULL
);

-- One row per list: its head.
CREATE TABLE list (
  list INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  lineage BLOB NOT NULL CHECK (length(lineage) = 16),
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  floor INTEGER NOT NULL
);

-- The sections of the head versions, in ascending position.
CREATE TABLE section (
  section INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list,
  id BLOB NOT NULL,
  position INTEGER NOT NULL,
  header BLOB,
  footer BLOB,
  layout BLOB,
  UNIQUE (list, id)
);

-- The cells of the head versions. Their order is in the chunks.
CREATE TABLE cell (
  cell INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list,
  id BLOB NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 16),
  type BLOB NOT NULL,
  content BLOB,
  UNIQUE (list, id)
);

-- The order of the cells of a section: chunks in ascending position, each at most 128 cells.
CREATE TABLE chunk_header (
  chunk INTEGER PRIMARY KEY,
  section INTEGER NOT NULL REFERENCES section,
  position INTEGER NOT NULL,
  count INTEGER NOT NULL
);
CREATE INDEX chunk_header_in_section ON chunk_header (section, position);

-- The cells of a chunk in order: their row numbers as 8-byte little-endian integers.
CREATE TABLE chunk (
  chunk INTEGER PRIMARY KEY REFERENCES chunk_header,
  cells BLOB NOT NULL
);

-- The feed: one row per version of every list.
CREATE TABLE change (
  sequence INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES list,
  version INTEGER NOT NULL,
  parent_fingerprint BLOB NOT NULL CHECK (length(parent_fingerprint) = 16),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  time INTEGER NOT NULL,
  author BLOB,
  key BLOB,
  body BLOB NOT NULL,
  UNIQUE (list, version)
);

-- Which version a commit key stands for. A keyed commit that changed nothing stands for the head
-- it found.
CREATE TABLE commit_key (
  list INTEGER NOT NULL REFERENCES list,
  key BLOB NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (list, key)
);

-- "LSTO" marks the file as a list store.
PRAGMA application_id = 1280529487;

INSERT INTO store (store, lineage, epoch, format, min_reader, min_writer)
VALUES (1, randomblob(16), 1, 1, 1, 1);
