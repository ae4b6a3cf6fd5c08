-- What the bot has to say in channels: a row is written in the transaction of what it tells, without a text. `about`
-- names the table of the subject, `number` is the entry that it tells of, or the like; `base` the entry after which
-- it may change what others have told. `message` is where Discord has it, NULL until then; `changes` counts what it
-- doesn't show yet. A row that nothing can change any more goes once Discord has the message.
CREATE TABLE outbox (
    about TEXT NOT NULL,
    subject INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    channel INTEGER NOT NULL,
    guild INTEGER,
    parent INTEGER,
    made INTEGER NOT NULL,
    after INTEGER NOT NULL,
    base INTEGER NOT NULL,
    message INTEGER,
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
    changes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (about, subject, number, kind, detail)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_open ON outbox (about, subject) WHERE message IS NULL OR changes > 0;
CREATE INDEX outbox_by_made ON outbox (made);

INSERT INTO outbox (about, subject, number, kind, detail, channel, guild, parent, made, after, base)
SELECT 'game', announcement.game, announcement.entry, announcement.kind, '', game.channel, game.guild, game.parent,
    coalesce(entry.made, game.opened), max(coalesce(entry.interaction, 0), 0), announcement.entry - 1
FROM announcement JOIN game ON game.id = announcement.game
LEFT JOIN entry ON entry.game = announcement.game AND entry.number = announcement.entry;

DROP TABLE announcement;
