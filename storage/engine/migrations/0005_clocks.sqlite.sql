-- Changes of a table's clocks are entries of its log too, so that everybody can see who stopped the time and
-- when. They lie beside the actions, at the one on whose outcome the table stood: undo passes them over.
-- A check can't be changed in place, so the log moves into a new table. Snapshots can be made again; they keep
-- how long turns have taken, too.

DROP TABLE snapshot;

CREATE TABLE entry_with_clocks (
    game INTEGER NOT NULL REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo', 'clock')),
    parent INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    interaction INTEGER NOT NULL UNIQUE,
    made TEXT NOT NULL,
    action TEXT,
    events TEXT,
    PRIMARY KEY (game, number),
    CHECK ((kind IN ('act', 'clock')) = (action IS NOT NULL) AND (kind = 'act') = (events IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO entry_with_clocks
SELECT game, number, kind, parent, at, user, name, interaction, made, action, events FROM entry;

DROP TABLE entry;

ALTER TABLE entry_with_clocks RENAME TO entry;

CREATE INDEX entry_of_clock ON entry (game, number) WHERE kind = 'clock';

CREATE TABLE snapshot (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    value TEXT NOT NULL,
    pace TEXT NOT NULL,
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, number) REFERENCES entry (game, number) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
