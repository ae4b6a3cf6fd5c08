"""The bot's health: watchdog, figures, status file, endpoint; nothing here changes its behavior."""
