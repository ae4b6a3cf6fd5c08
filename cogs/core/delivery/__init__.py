"""Messages that the bot sends and edits on its own: boards and announcements."""
