"""Undo, redo and the readable log. Its words are in `cogs.text`."""
