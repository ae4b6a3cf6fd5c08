-- Migrations go by their names. They are still numbered, too: an earlier version knows by that that this is a newer one.
ALTER TABLE migration ADD COLUMN name TEXT COLLATE "C" UNIQUE;

-- It had the collation of the database, unlike all other texts.
ALTER TABLE tournament_player ALTER COLUMN available TYPE TEXT COLLATE "C";
