-- How often the seats of a tournament's table had changed when its game began.
ALTER TABLE tournament_table ADD COLUMN redrawn BIGINT NOT NULL DEFAULT 0;
