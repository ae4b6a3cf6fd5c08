-- Links to pages: whoever has one may do what it is for. The token in the address is kept nowhere.
CREATE TABLE link (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE, -- the SHA-256 of the token
    purpose TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER, -- none for a league's
    game INTEGER, -- none: whatever is played in the channel
    seat TEXT, -- whose seat may be played from
    league INTEGER,
    user INTEGER NOT NULL, -- who made it
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE INDEX link_by_user ON link (user);

CREATE INDEX link_by_channel ON link (channel);
