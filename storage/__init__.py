"""The games on disk: an append-only log in SQLite, its codec, and the tables that are folded from it."""
