"""How a game ends: state-based actions, leaving, draws, wins. `rules.actions` holds what players ask for."""
