-- The voice channels of an event's tables that exist now; without one until it was made.
CREATE TABLE tournament_room (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    round INTEGER NOT NULL CHECK (round > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    channel INTEGER,
    PRIMARY KEY (tournament, round, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_room_by_channel ON tournament_room (channel);
