-- The channel in which a game's thread is, so that a league of the channel takes its games; NULL for a game that is
-- no thread's, and for those of before this.
ALTER TABLE game ADD COLUMN parent INTEGER;
