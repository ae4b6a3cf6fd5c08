"""The end of a game: state-based actions, leaving, and its immediate consequences."""
