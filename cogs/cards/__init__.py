"""/card: what cards do to players, entered by the card's name."""
