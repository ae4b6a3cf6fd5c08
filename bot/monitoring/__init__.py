"""Whether the bot is well: watchdog, figures, status file, endpoint; nothing here changes what it does."""
