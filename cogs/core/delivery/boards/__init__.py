"""Boards: the messages that show games, kept up to date."""
