-- The migrations that this database has, and when each was applied; NULL where an earlier version only counted them.
CREATE TABLE migration (
    name TEXT PRIMARY KEY,
    made INTEGER
) STRICT, WITHOUT ROWID;
