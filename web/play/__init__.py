"""The page from which one seat is played, and the requests of its buttons."""
