"""Undo, redo and the readable log. Its words are in `cogs.text`. The words of the log are in `cogs.text`."""
