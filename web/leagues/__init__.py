"""A league's public page: its standings, results, players, story and events, and feeds of its results."""
