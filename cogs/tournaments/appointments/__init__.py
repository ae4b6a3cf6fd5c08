"""Rounds that are played when players like: when they can, reminders before the deadline, and its end."""
