-- The entry that a game's board is known to show, noted a little after Discord has taken it. NULL where nothing is
-- known: a new game, and one that has ended or goes on after all, since its board has to be looked after once more.
ALTER TABLE game ADD COLUMN shown INTEGER;

CREATE INDEX game_not_shown ON game (id) WHERE shown IS NULL;

-- What ended more than a week before this was shown by earlier versions, or nobody looks at it any more.
UPDATE game SET shown = (SELECT max(number) FROM entry WHERE entry.game = game.id)
WHERE over = 1 AND (SELECT max(made) FROM entry WHERE entry.game = game.id)
    < (CAST(strftime('%s', 'now') AS INTEGER) - 604800) * 1000;

-- What a game's channel must be told about an entry; the row goes once Discord has taken the message.
CREATE TABLE announcement (
    game INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (game, entry)
) STRICT, WITHOUT ROWID;
