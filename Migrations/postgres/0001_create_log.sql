-- A log of lists that many hosts share. Plain SQL: it also runs on Citus, distributed by list.
-- Names, keys, authors and messages are UTF-8 as bytes: PostgreSQL's texts hold no U+0000, and compare by
-- collation. The view liststore_log shows them as texts.

CREATE TABLE liststore_lists (
  list bytea PRIMARY KEY,
  version bigint NOT NULL,
  fingerprint bytea NOT NULL,
  -- Changes up to this version are gone.
  floor bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE liststore_changes (
  list bytea NOT NULL,
  version bigint NOT NULL,
  parent_fingerprint bytea NOT NULL,
  fingerprint bytea NOT NULL,
  key bytea,
  author bytea,
  message bytea,
  -- Milliseconds since the start of 1970.
  time bigint,
  -- The changeset in the binary form of docs/formats.md.
  body bytea NOT NULL,
  PRIMARY KEY (list, version)
);

CREATE UNIQUE INDEX liststore_changes_by_key ON liststore_changes (list, key);

-- A whole list at a version, as the binary changeset that makes it from the empty list, in pieces.
CREATE TABLE liststore_snapshots (
  list bytea NOT NULL,
  version bigint NOT NULL,
  fingerprint bytea NOT NULL,
  byte_count bigint NOT NULL,
  PRIMARY KEY (list, version)
);

CREATE TABLE liststore_snapshot_parts (
  list bytea NOT NULL,
  version bigint NOT NULL,
  part integer NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (list, version, part)
);

-- How far each host has applied each list; retention keeps what they still need.
CREATE TABLE liststore_hosts (
  list bytea NOT NULL,
  host bytea NOT NULL,
  version bigint NOT NULL,
  seen timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list, host)
);

CREATE VIEW liststore_log AS
SELECT
  convert_from(list, 'UTF8') AS list,
  version,
  to_timestamp(time / 1000.0) AS time,
  convert_from(author, 'UTF8') AS author,
  convert_from(message, 'UTF8') AS message,
  convert_from(key, 'UTF8') AS key,
  encode(fingerprint, 'hex') AS fingerprint,
  length(body) AS bytes
FROM liststore_changes;
