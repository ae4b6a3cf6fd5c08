-- What has to happen at a moment. A row goes when it has happened, in the same transaction as what came of it
-- where that is in the database. `due` is in milliseconds since 1970, UTC; what `note` means is up to the kind.

CREATE TABLE deadline (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    due INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_by_due ON deadline (due);
