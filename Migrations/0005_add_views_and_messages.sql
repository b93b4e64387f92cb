-- The supplementary views besides header and footer that a cell or section carries, by kind; NULL where
-- there are none, as there are in what older software has written.
--
-- Software that does not know of them may read and write the store until the first of them is written.
ALTER TABLE liststore_cell ADD COLUMN views BLOB;
ALTER TABLE liststore_section ADD COLUMN views BLOB;

-- What a version is about, in the words of who committed it: the bytes of the text, and their checksum.
--
-- NULL says nothing: there is no message, or the change was recorded by software that knows of none.
ALTER TABLE liststore_change ADD COLUMN message BLOB;

-- A checksum of a list's name and lineage, which never change.
--
-- NULL says nothing: the list was made by software that does not know of this.
ALTER TABLE liststore_list ADD COLUMN checksum INTEGER;

UPDATE liststore SET format = 5;
