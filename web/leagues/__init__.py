"""A league's public page: its standings, results, players and story, and feeds of its results."""
