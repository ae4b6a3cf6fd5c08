-- Games at which nothing has happened for long: all their rows of `entry` and `snapshot`, compressed, and
-- nowhere else then. `value` is what storage/games/compact.py makes of them.

CREATE TABLE compact_game (
    game INTEGER PRIMARY KEY REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    entries INTEGER NOT NULL,
    made INTEGER NOT NULL, -- when the last of them was
    value BLOB NOT NULL
) STRICT;

-- Which of them know a person, so that what is stored about somebody is found without reading all of them.
CREATE TABLE compact_person (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES compact_game (game) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX compact_person_by_game ON compact_person (game);
