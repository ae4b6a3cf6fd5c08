-- Whom somebody doesn't want to be seated with by a queue, in each server by itself.
CREATE TABLE avoidance (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL, -- who avoids
    other INTEGER NOT NULL, -- whom
    PRIMARY KEY (guild, user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX avoidance_by_user ON avoidance (user);
CREATE INDEX avoidance_by_other ON avoidance (other);
