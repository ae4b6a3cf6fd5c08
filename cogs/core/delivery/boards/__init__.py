"""Boards: the messages that show games, and their updates."""
