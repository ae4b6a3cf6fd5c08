"""SQLite: one file, owned by one process; connection, migrations, writer, backups, guarding the files."""
