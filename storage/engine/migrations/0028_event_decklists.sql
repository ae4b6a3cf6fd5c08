-- The decklist that a player registered for an event, as typed; outside of the log, so that it can be forgotten.
ALTER TABLE tournament_player ADD COLUMN decklist TEXT;
