-- Tournaments. The truth of one is its log, tournament_entry, whose rows are never changed but to forget who a
-- person was; who a number is stands outside it. The message shows who has signed up.
-- Times are in milliseconds since 1970, UTC.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;

CREATE INDEX tournament_by_channel ON tournament (channel, over);

CREATE TABLE tournament_entry (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    made INTEGER NOT NULL,
    user INTEGER,
    interaction INTEGER,
    act TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT;

CREATE UNIQUE INDEX tournament_entry_by_interaction ON tournament_entry (interaction)
    WHERE interaction IS NOT NULL;
CREATE INDEX tournament_entry_by_user ON tournament_entry (user) WHERE user IS NOT NULL;

CREATE TABLE tournament_player (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    user INTEGER,
    name TEXT,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_player_by_user ON tournament_player (user, tournament) WHERE user IS NOT NULL;
