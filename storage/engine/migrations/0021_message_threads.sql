-- The channel of the thread in which a league's message is, where it is known: Discord says nothing of threads
-- that have archived themselves or are in hidden channels.
ALTER TABLE league_message ADD COLUMN parent INTEGER;
