-- Who is named in the entries of a game that isn't compact, up to the one of the number `game.indexed`: so what is
-- stored about somebody is found without reading all entries. A game with later ones, or none indexed, is read.
CREATE TABLE game_person (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_person_by_game ON game_person (game);

ALTER TABLE game ADD COLUMN indexed INTEGER;
