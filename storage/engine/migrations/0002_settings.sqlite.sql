-- What servers, channels and people have chosen instead of what would count otherwise; `owner` is the id in
-- Discord of whichever of them it is. Values are text that storage/settings.py knows how to read; a name that
-- it does not know is passed over.

CREATE TABLE setting (
    level TEXT NOT NULL CHECK (level IN ('server', 'channel', 'own')),
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (level, owner, name)
) STRICT, WITHOUT ROWID;
