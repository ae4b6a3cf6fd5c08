"""The database itself: connection, migrations, writer, backup, metadata. It knows nothing of games."""
