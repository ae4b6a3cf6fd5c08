"""PostgreSQL compared with SQLite, in pairs of one run."""
