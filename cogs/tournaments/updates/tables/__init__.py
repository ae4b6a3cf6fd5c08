"""The tables of an event: opened, watched while they are played, and what judges are told of them."""
