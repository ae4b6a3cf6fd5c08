"""Messages that the bot sends and edits without being asked: boards and announcements."""
