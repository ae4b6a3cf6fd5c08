"""Corrections of earlier steps: what a fix makes of one, in forms and in words, and what joins an event."""
