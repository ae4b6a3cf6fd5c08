"""Before the first turn: the lobby's actions, the seating plan, validation, opening, rematch."""
