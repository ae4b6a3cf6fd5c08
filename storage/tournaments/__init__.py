"""Tournaments: their acts, their players, and where they are shown."""
