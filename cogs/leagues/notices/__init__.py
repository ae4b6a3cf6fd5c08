"""A league's messages in channels, kept current, and what follows from a table's game."""
