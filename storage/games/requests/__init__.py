"""Requests to the games of a database: a look, the next step, undo, redo, a fix, other clocks."""
