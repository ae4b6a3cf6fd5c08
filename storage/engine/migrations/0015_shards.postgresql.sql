-- Several processes on one database: each has an epoch and a lease, and owns some of Discord's shards.

DROP TABLE ownership;

CREATE TABLE process (
    epoch BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    commits BIGINT NOT NULL DEFAULT 0, -- its transactions so far, each of which renews its lease
    until TIMESTAMPTZ NOT NULL, -- when its lease runs out; infinity: it has the database to itself
    backend BIGINT NOT NULL, -- the process of the server at the other end of its connection
    shards TEXT COLLATE "C" NOT NULL DEFAULT '', -- those that it was told to take, with commas; empty: any
    leaving BIGINT NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))
);

CREATE TABLE shard (
    number BIGINT PRIMARY KEY CHECK (number >= 0),
    epoch BIGINT REFERENCES process (epoch) ON DELETE SET NULL, -- whose it is
    next BIGINT REFERENCES process (epoch) ON DELETE SET NULL, -- who is connecting it to take it over
    ready BIGINT NOT NULL DEFAULT 0 CHECK (ready IN (0, 1)), -- whether that one is connected
    handled TEXT COLLATE "C" NOT NULL DEFAULT '' -- interactions that the owner before began last, with commas
);

-- The highest number given to a new row of a table.
CREATE TABLE counter (
    name TEXT COLLATE "C" PRIMARY KEY,
    value BIGINT NOT NULL
);

-- When the last shard of a bucket may identify itself.
CREATE TABLE identify (
    bucket BIGINT PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL
);
