"""Many tournaments with random results: every round is checked by a search of its own through all rounds."""
