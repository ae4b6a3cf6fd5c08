"""What channels get to see by the bot's own accord, whatever becomes of answers: boards and announcements."""
