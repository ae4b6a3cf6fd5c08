"""/card: the effects of cards on players, entered by the card's name."""
