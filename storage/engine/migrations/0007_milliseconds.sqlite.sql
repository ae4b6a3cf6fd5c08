-- Every moment in a column is a whole number of milliseconds since 1970, UTC. Before this, games had texts such as
-- 2026-11-21T12:00:00.250000+00:00 and leagues had seconds. Moments inside of JSON keep the unit of their type.

CREATE TABLE game_in_milliseconds (
    id INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    guild INTEGER,
    parent INTEGER, -- the channel in which the game's thread is, so that a league of the channel takes its games
    opened INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    board_channel INTEGER,
    board_message INTEGER,
    CHECK ((board_channel IS NULL) = (board_message IS NULL))
) STRICT;

INSERT INTO game_in_milliseconds
SELECT id, channel, guild, parent,
    CAST(strftime('%s', substr(opened, 1, 19)) AS INTEGER) * 1000
        + CASE substr(opened, 20, 1) WHEN '.' THEN CAST(substr(opened, 21, 3) AS INTEGER) ELSE 0 END,
    over, board_channel, board_message
FROM game;

CREATE TABLE entry_in_milliseconds (
    game INTEGER NOT NULL REFERENCES game_in_milliseconds (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo', 'clock')),
    parent INTEGER NOT NULL, -- the action on whose outcome the table stood before; 0: before any action
    at INTEGER NOT NULL, -- the one on whose outcome it stands after
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    interaction INTEGER NOT NULL UNIQUE,
    made INTEGER NOT NULL,
    action TEXT, -- JSON; of a clock its change
    events TEXT, -- JSON
    PRIMARY KEY (game, number),
    CHECK ((kind IN ('act', 'clock')) = (action IS NOT NULL) AND (kind = 'act') = (events IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO entry_in_milliseconds
SELECT game, number, kind, parent, at, user, name, interaction,
    CAST(strftime('%s', substr(made, 1, 19)) AS INTEGER) * 1000
        + CASE substr(made, 20, 1) WHEN '.' THEN CAST(substr(made, 21, 3) AS INTEGER) ELSE 0 END,
    action, events
FROM entry;

CREATE TABLE snapshot_in_milliseconds (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    value TEXT NOT NULL,
    pace TEXT NOT NULL, -- how long turns have taken
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, number) REFERENCES entry_in_milliseconds (game, number) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

INSERT INTO snapshot_in_milliseconds SELECT game, number, value, pace FROM snapshot;

DROP TABLE snapshot;
DROP TABLE entry;
DROP TABLE game;

ALTER TABLE game_in_milliseconds RENAME TO game;
ALTER TABLE entry_in_milliseconds RENAME TO entry;
ALTER TABLE snapshot_in_milliseconds RENAME TO snapshot;

CREATE INDEX game_by_channel ON game (channel);

-- A channel has one game at a time.
CREATE UNIQUE INDEX game_in_progress ON game (channel) WHERE over = 0;

CREATE INDEX entry_of_clock ON entry (game, number) WHERE kind = 'clock';

UPDATE league_entry SET made = made * 1000;
UPDATE league_result SET played = played * 1000;
