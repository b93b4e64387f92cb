-- Which rows of sections and chunks a commit has touched, so that whoever knows an older head need not
-- read it all again.
--
-- NULL says nothing: the commit wrote the list from its beginning, touched many rows, or was made by
-- software that does not know of this.
ALTER TABLE liststore_change ADD COLUMN touched BLOB;

UPDATE liststore SET format = 3;
