-- Settings of events that a server keeps under a name; `key` is the name without case, `rules` JSON.
CREATE TABLE event_template (
    guild INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- Events of a channel that open their sign-up by themselves. `repetition` says when, as JSON; `number` is that of the
-- next one, from 0.
CREATE TABLE event_series (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    rules TEXT NOT NULL,
    repetition TEXT NOT NULL,
    number INTEGER NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))
) STRICT;

CREATE INDEX event_series_by_guild ON event_series (guild, id);
