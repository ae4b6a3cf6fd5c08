"""The page from which one seat is played: what it shows, and what its buttons ask for."""
