-- Where a tournament's tables are played: the thread and the game of each table of each round.
CREATE TABLE tournament_table (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    round INTEGER NOT NULL CHECK (round > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    thread INTEGER NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (tournament, round, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_table_by_game ON tournament_table (game);
CREATE INDEX tournament_table_by_thread ON tournament_table (thread);
