-- The schema after every migration. Generated: change it by a migration, then `make schema`.

CREATE TABLE avoidance (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL, -- who avoids
    other INTEGER NOT NULL, -- whom
    PRIMARY KEY (guild, user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX avoidance_by_other ON avoidance (other);

CREATE INDEX avoidance_by_user ON avoidance (user);

CREATE TABLE commit_counter (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    database TEXT NOT NULL,
    count INTEGER NOT NULL
) STRICT;

CREATE TABLE compact_game (
    game INTEGER PRIMARY KEY REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    entries INTEGER NOT NULL,
    made INTEGER NOT NULL, -- when the last of them was
    value BLOB NOT NULL
) STRICT;

CREATE TABLE compact_person (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES compact_game (game) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX compact_person_by_game ON compact_person (game);

CREATE TABLE deadline (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    due INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_by_due ON deadline (due);

CREATE TABLE earlier_board (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    game INTEGER NOT NULL
) STRICT;

CREATE INDEX earlier_board_of_game ON earlier_board (game);

CREATE TABLE "entry" (
    game INTEGER NOT NULL REFERENCES "game" (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo', 'clock')),
    parent INTEGER NOT NULL, -- the action on whose outcome the table stood before; 0: before any action
    at INTEGER NOT NULL, -- the one on whose outcome it stands after
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    interaction INTEGER NOT NULL UNIQUE,
    made INTEGER NOT NULL,
    action TEXT, -- JSON; of a clock its change
    events TEXT, -- JSON
    PRIMARY KEY (game, number),
    CHECK ((kind IN ('act', 'clock')) = (action IS NOT NULL) AND (kind = 'act') = (events IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_of_clock ON entry (game, number) WHERE kind = 'clock';

CREATE TABLE event_series (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    rules TEXT NOT NULL,
    repetition TEXT NOT NULL,
    number INTEGER NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))
) STRICT;

CREATE INDEX event_series_by_guild ON event_series (guild, id);

CREATE TABLE event_template (
    guild INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE "game" (
    id INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    guild INTEGER,
    parent INTEGER, -- the channel in which the game's thread is, so that a league of the channel takes its games
    opened INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    board_channel INTEGER,
    board_message INTEGER, shown INTEGER, indexed INTEGER,
    CHECK ((board_channel IS NULL) = (board_message IS NULL))
) STRICT;

CREATE INDEX game_by_channel ON game (channel);

CREATE UNIQUE INDEX game_in_progress ON game (channel) WHERE over = 0;

CREATE INDEX game_not_shown ON game (id) WHERE shown IS NULL;

CREATE TABLE game_person (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_person_by_game ON game_person (game);

CREATE TABLE installation (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE league_channel (
    channel INTEGER NOT NULL,
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (channel, league)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_channel_by_league ON league_channel (league);

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

CREATE INDEX league_entry_by_kind ON league_entry (league, substr(act, 3, abs(instr(substr(act, 3), '"') - 1)), number);

CREATE INDEX league_entry_by_result ON league_entry (league, result, number) WHERE result IS NOT NULL;

CREATE INDEX league_entry_by_user ON league_entry (user) WHERE user IS NOT NULL;

CREATE TABLE league_message (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL, parent INTEGER,
    PRIMARY KEY (league, kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_message_by_channel ON league_message (channel);

CREATE INDEX league_message_by_parent ON league_message (parent) WHERE parent IS NOT NULL;

CREATE TABLE league_part (
    league INTEGER NOT NULL,
    player INTEGER NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (league, player, result)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_part_by_result ON league_part (league, result);

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

CREATE INDEX league_result_by_game ON league_result (game) WHERE game IS NOT NULL;

CREATE INDEX league_result_by_time ON league_result (league, played, number);

CREATE INDEX league_result_open ON league_result (league, state, number)
    WHERE state IN ('pending', 'disputed');

CREATE TABLE league_season (
    league INTEGER NOT NULL REFERENCES league (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    value TEXT NOT NULL,
    PRIMARY KEY (league, number)
) STRICT, WITHOUT ROWID;

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

CREATE INDEX link_by_channel ON link (channel);

CREATE INDEX link_by_expiry ON link (expires);

CREATE INDEX link_by_league ON link (league) WHERE league IS NOT NULL;

CREATE INDEX link_by_user ON link (user);

CREATE TABLE migration (
    name TEXT PRIMARY KEY,
    made INTEGER
) STRICT, WITHOUT ROWID;

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

CREATE INDEX outbox_by_made ON outbox (made);

CREATE INDEX outbox_open ON outbox (about, subject) WHERE message IS NULL OR changes > 0;

CREATE TABLE setting (
    level TEXT NOT NULL CHECK (level IN ('server', 'channel', 'own')),
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (level, owner, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE "snapshot" (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    value TEXT NOT NULL,
    pace TEXT NOT NULL, -- how long turns have taken
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, number) REFERENCES "entry" (game, number) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
, scheduled INTEGER) STRICT;

CREATE INDEX tournament_by_channel ON tournament (channel, over);

CREATE INDEX tournament_by_guild ON tournament (guild, over, id);

CREATE INDEX tournament_going_on ON tournament (id) WHERE over = 0;

CREATE INDEX tournament_scheduled ON tournament (scheduled) WHERE scheduled IS NOT NULL;

CREATE TABLE tournament_entry (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    made INTEGER NOT NULL,
    user INTEGER,
    interaction INTEGER,
    act TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT;

CREATE UNIQUE INDEX tournament_entry_by_interaction ON tournament_entry (interaction)
    WHERE interaction IS NOT NULL;

CREATE INDEX tournament_entry_by_user ON tournament_entry (user) WHERE user IS NOT NULL;

CREATE TABLE tournament_player (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL CHECK (number > 0),
    user INTEGER,
    name TEXT, available TEXT, decklist TEXT,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_player_by_user ON tournament_player (user, tournament) WHERE user IS NOT NULL;

CREATE TABLE tournament_room (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    round INTEGER NOT NULL CHECK (round > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    channel INTEGER,
    PRIMARY KEY (tournament, round, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_room_by_channel ON tournament_room (channel);

CREATE TABLE tournament_table (
    tournament INTEGER NOT NULL REFERENCES tournament (id) DEFERRABLE INITIALLY DEFERRED,
    round INTEGER NOT NULL CHECK (round > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    thread INTEGER NOT NULL,
    game INTEGER NOT NULL, redrawn INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, round, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_table_by_game ON tournament_table (game);

CREATE INDEX tournament_table_by_thread ON tournament_table (thread);
