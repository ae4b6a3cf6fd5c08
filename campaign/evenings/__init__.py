"""Evenings played anew: people err, correct themselves, and end where they had meant to."""
