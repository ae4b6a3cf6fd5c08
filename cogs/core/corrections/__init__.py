"""Corrections of earlier steps: the edits of a fix, in forms and in words, and steps that join an event."""
