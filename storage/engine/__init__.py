"""SQLite: connection, migrations (`schema.sql` is what they come to), writer, backup. Nothing of games.

Another engine is a package beside `database` with its methods: `write`, `fetch`, `rebuild`, `size`.
"""
