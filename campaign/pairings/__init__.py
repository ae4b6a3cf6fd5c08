"""Many tournaments with random results: every round is checked by an independent exhaustive search."""
