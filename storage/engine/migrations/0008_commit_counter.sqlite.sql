-- How many changes were committed, counted by the writer in the same transaction; and a random name for the
-- database. A small file beside the database repeats both, so that lost commits are noticed at the next start.

CREATE TABLE commit_counter (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    database TEXT NOT NULL,
    count INTEGER NOT NULL
) STRICT;

INSERT INTO commit_counter (only, database, count) VALUES (1, lower(hex(randomblob(8))), 0);
