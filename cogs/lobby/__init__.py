"""The game before its start: `/game`, the lobby's message, its buttons, panels and forms."""
