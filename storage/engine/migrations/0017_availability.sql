-- When somebody can play in a tournament, in their own words.
ALTER TABLE tournament_player ADD COLUMN available TEXT;
