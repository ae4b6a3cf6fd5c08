"""`/effect`: continuous effects, and the cards that make them."""
