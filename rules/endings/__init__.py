"""How a game ends: state-based actions, leaving, and what leaving decides at once."""
