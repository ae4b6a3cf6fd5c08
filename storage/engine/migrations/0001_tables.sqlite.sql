-- The log: one row for every accepted action, undo and redo of every game. All state is a fold over it; a row
-- is never changed. Everything else is derived (game.over, snapshot) or about the installation.
-- Foreign keys are deferred because the writer carries out a group of commits statement by statement, not
-- commit by commit.

PRAGMA application_id = 1095909971; -- "ARBS"

CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    guild INTEGER,
    opened TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    board_channel INTEGER,
    board_message INTEGER,
    CHECK ((board_channel IS NULL) = (board_message IS NULL))
) STRICT;

CREATE INDEX game_by_channel ON game (channel);

-- A channel has one game at a time.
CREATE UNIQUE INDEX game_in_progress ON game (channel) WHERE over = 0;

-- parent is the action on whose outcome the table stood before, at the one on whose outcome it stands after;
-- 0 is the table before any action. An act has an action and its events, undo and redo have neither.
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo')),
    parent INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    interaction INTEGER NOT NULL UNIQUE,
    made TEXT NOT NULL,
    action TEXT,
    events TEXT,
    PRIMARY KEY (game, number),
    CHECK ((kind = 'act') = (action IS NOT NULL) AND (kind = 'act') = (events IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- The table after an action, so that loading a game folds few entries. May be emptied at any time.
CREATE TABLE snapshot (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, number) REFERENCES entry (game, number) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
