-- Checksums of what says where things stand: sections in a list, cells in a chunk and chunks in a
-- section, and the oldest version of a list; and of which change or span a body is.
--
-- NULL says nothing. Rows of places and lists get theirs when a store is brought to this format; changes
-- and spans that were recorded before have none.
ALTER TABLE liststore_section ADD COLUMN checksum INTEGER;
ALTER TABLE liststore_chunk ADD COLUMN checksum INTEGER;
ALTER TABLE liststore_list ADD COLUMN floor_checksum INTEGER;
ALTER TABLE liststore_change ADD COLUMN body_checksum INTEGER;
ALTER TABLE liststore_span ADD COLUMN body_checksum INTEGER;

-- Software that does not know of them would move rows and leave their checksums as they are. It may
-- read.
UPDATE liststore SET format = 6, min_writer = max(min_writer, 6);
