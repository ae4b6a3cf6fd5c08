"""Undo, redo and the log to read. The words of the log are in `cogs.text`."""
