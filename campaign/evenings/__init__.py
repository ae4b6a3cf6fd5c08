"""Evenings replayed: people err, correct themselves, and end where they had meant to."""
