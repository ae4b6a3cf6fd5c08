"""The bot with PostgreSQL beside the bot with a file, in pairs of one run."""
