"""The game as an immutable value (`game`) and its parts; the lobby, seats, range of influence, undo."""
