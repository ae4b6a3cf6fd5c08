-- Whom somebody doesn't want to be seated with by a queue, in each server by itself.
CREATE TABLE avoidance (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL, -- who avoids
    other BIGINT NOT NULL, -- whom
    PRIMARY KEY (guild, "user", other)
);

CREATE INDEX avoidance_by_user ON avoidance ("user");
CREATE INDEX avoidance_by_other ON avoidance (other);
