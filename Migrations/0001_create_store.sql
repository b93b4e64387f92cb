-- The store: any number of versioned lists in one file. docs/formats.md describes every column.
--
-- All ids and other texts of callers are BLOBs of UTF-8 bytes, compared byte by byte: SQLite's and
-- GRDB's text handling ends at the first NUL. All names begin with "liststore", so that a store can
-- live in a database that also holds tables of its owner.
--
-- No foreign keys: each would cost a lookup per row on the hottest paths. The only writer of these
-- tables keeps them right, and `verify` checks every reference.

-- What this store is, and who may read and write it. One row.
CREATE TABLE liststore (
  store INTEGER PRIMARY KEY CHECK (store = 1),
  lineage BLOB NOT NULL CHECK (length(lineage) = 16),
  epoch INTEGER NOT NULL,
  format INTEGER NOT NULL,
  min_reader INTEGER NOT NULL,
  min_writer INTEGER NOT NULL
);

-- One row per list. Its head is its last change.
CREATE TABLE liststore_list (
  list INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  lineage BLOB NOT NULL CHECK (length(lineage) = 16),
  epoch INTEGER NOT NULL,
  floor INTEGER NOT NULL
);

-- The sections of the head versions, in ascending position.
CREATE TABLE liststore_section (
  section INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  id BLOB NOT NULL,
  position INTEGER NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 16),
  header BLOB,
  footer BLOB,
  layout BLOB,
  UNIQUE (list, id)
);

-- The cells of the head versions. Their order is in the chunks.
CREATE TABLE liststore_cell (
  cell INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  id BLOB NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 16),
  type BLOB NOT NULL,
  content BLOB
);

-- Where a cell is. Apart from the cells, so that cutting a chunk in two rewrites no contents.
CREATE TABLE liststore_place (
  list INTEGER NOT NULL,
  id BLOB NOT NULL,
  cell INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  PRIMARY KEY (list, id)
) WITHOUT ROWID;

-- The order of the cells of a section: chunks in ascending position, each at most 128 cells, whose
-- row numbers stand in `cells` as differences from one to the next, so that a page holds many chunks.
CREATE TABLE liststore_chunk (
  chunk INTEGER PRIMARY KEY,
  section INTEGER NOT NULL,
  position INTEGER NOT NULL,
  count INTEGER NOT NULL,
  cells BLOB NOT NULL
);
CREATE INDEX liststore_chunk_in_section ON liststore_chunk (section, position);

-- The feed: one row per version of every list. The last of a list is its head.
CREATE TABLE liststore_change (
  sequence INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
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
CREATE TABLE liststore_key (
  list INTEGER NOT NULL,
  key BLOB NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (list, key)
) WITHOUT ROWID;

-- Where named consumers are in the feeds of lists.
CREATE TABLE liststore_cursor (
  list INTEGER NOT NULL,
  name BLOB NOT NULL,
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  holder BLOB,
  lease INTEGER NOT NULL,
  time INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  parked BLOB,
  window BLOB,
  PRIMARY KEY (list, name)
) WITHOUT ROWID;

INSERT INTO liststore (store, lineage, epoch, format, min_reader, min_writer)
VALUES (1, randomblob(16), 1, 1, 1, 1);
