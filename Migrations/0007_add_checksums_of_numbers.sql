-- A checksum of a list's row number, which all other rows name it by. A list gets its own when a store is
-- brought to this format, and its other checksum is compared first.
ALTER TABLE liststore_list ADD COLUMN number_checksum INTEGER;

-- How many lists there are, and from which commit on every change has its checksums: those before were
-- recorded by software that did not know of them. Both have a checksum, with the lineage of the store.
ALTER TABLE liststore ADD COLUMN lists INTEGER NOT NULL DEFAULT 0;
ALTER TABLE liststore ADD COLUMN checked_from INTEGER NOT NULL DEFAULT 1;
ALTER TABLE liststore ADD COLUMN checksum INTEGER;

-- Software that does not know of them would make lists that are not counted. It may read.
UPDATE liststore SET format = 7, min_writer = max(min_writer, 7);
