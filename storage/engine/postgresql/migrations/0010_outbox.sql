-- What the bot has to say in channels: a row is written in the transaction of what it tells, without a text. `about`
-- names the table of the subject, `number` is the entry that it tells of, or the like; `base` the entry after which
-- it may change what others have told. `message` is where Discord has it, NULL until then; `changes` counts what it
-- doesn't show yet. A row that nothing can change any more goes once Discord has the message.
CREATE TABLE outbox (
    about TEXT COLLATE "C" NOT NULL,
    subject BIGINT NOT NULL,
    number BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    channel BIGINT NOT NULL,
    guild BIGINT,
    parent BIGINT,
    made BIGINT NOT NULL,
    after BIGINT NOT NULL,
    base BIGINT NOT NULL,
    message BIGINT,
    complete BIGINT NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
    changes BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (about, subject, number, kind, detail)
);

CREATE INDEX outbox_open ON outbox (about, subject) WHERE message IS NULL OR changes > 0;
CREATE INDEX outbox_by_made ON outbox (made);

INSERT INTO outbox (about, subject, number, kind, detail, channel, guild, parent, made, after, base)
SELECT 'game', announcement.game, announcement.entry, announcement.kind, '', game.channel, game.guild, game.parent,
    coalesce(entry.made, game.opened), greatest(coalesce(entry.interaction, 0), 0), announcement.entry - 1
FROM announcement JOIN game ON game.id = announcement.game
LEFT JOIN entry ON entry.game = announcement.game AND entry.number = announcement.entry;

DROP TABLE announcement;
