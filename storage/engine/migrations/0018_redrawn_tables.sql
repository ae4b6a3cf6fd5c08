-- How often the seats of a tournament's table had changed when its game began.
ALTER TABLE tournament_table ADD COLUMN redrawn INTEGER NOT NULL DEFAULT 0;
