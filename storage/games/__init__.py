"""Games on disk: their logs, the games in memory, and requests to change them."""
