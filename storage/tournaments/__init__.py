"""Tournaments: their acts, their players, and their messages."""
