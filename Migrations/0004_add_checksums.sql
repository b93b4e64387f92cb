-- A checksum of what stands beside the body of a change: its number, its list and version, both
-- fingerprints, its time, its author and its commit key.
--
-- NULL says nothing: the change was recorded by software that does not know of this.
ALTER TABLE liststore_change ADD COLUMN checksum INTEGER;

UPDATE liststore SET format = 4;
