-- Leagues. The truth of a league is its ledger, league_entry, whose rows are never changed but to forget who a
-- person was; league_player.user and .name stand outside it, so that they can be forgotten, and so do the places in
-- Discord: league.guild, league.champion and league_message. Everything else is folded from the ledger and
-- written in the same transaction, so that reading is quick.
-- Times are in seconds since 1970, UTC.

-- Entries up to `imported` were made in another installation, whose games' numbers mean nothing here.
CREATE TABLE league (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    imported INTEGER NOT NULL DEFAULT 0,
    champion INTEGER,
    name TEXT NOT NULL,
    archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    rules TEXT NOT NULL
) STRICT;

CREATE INDEX league_by_guild ON league (guild);

-- user is NULL where nobody asked for it, and for somebody who was forgotten. Of the entries that come of one
-- interaction the last one has its id.
CREATE TABLE league_entry (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    made INTEGER NOT NULL,
    user INTEGER,
    interaction INTEGER,
    result INTEGER,
    act TEXT NOT NULL,
    PRIMARY KEY (league, number)
) STRICT;

CREATE UNIQUE INDEX league_entry_by_interaction ON league_entry (interaction, league)
    WHERE interaction IS NOT NULL;
CREATE INDEX league_entry_by_result ON league_entry (league, result, number) WHERE result IS NOT NULL;
CREATE INDEX league_entry_by_user ON league_entry (user) WHERE user IS NOT NULL;

CREATE TABLE league_channel (
    channel INTEGER NOT NULL,
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (channel, league)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_channel_by_league ON league_channel (league);

CREATE TABLE league_player (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    user INTEGER,
    name TEXT,
    guest INTEGER NOT NULL CHECK (guest IN (0, 1)),
    merged_into INTEGER,
    PRIMARY KEY (league, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX league_player_by_user ON league_player (user, league) WHERE user IS NOT NULL;

-- value is the whole record as JSON; game and entry are those of a table of this installation.
CREATE TABLE league_result (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    played INTEGER NOT NULL,
    state TEXT NOT NULL,
    game INTEGER,
    entry INTEGER,
    value TEXT NOT NULL,
    PRIMARY KEY (league, number)
) STRICT;

CREATE INDEX league_result_by_time ON league_result (league, played, number);
CREATE INDEX league_result_open ON league_result (league, state, number)
    WHERE state IN ('pending', 'disputed');
CREATE INDEX league_result_by_game ON league_result (game) WHERE game IS NOT NULL;

-- Who took part in which result.
CREATE TABLE league_part (
    league INTEGER NOT NULL,
    player INTEGER NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (league, player, result)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_part_by_result ON league_part (league, result);

CREATE TABLE league_season (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    value TEXT NOT NULL,
    PRIMARY KEY (league, number)
) STRICT, WITHOUT ROWID;

-- The messages in Discord that show something of a league: the confirmation of a result, the thread of its
-- dispute, the standings that are kept current; number is the result's, or 0.
CREATE TABLE league_message (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (league, kind, number)
) STRICT, WITHOUT ROWID;
