"""Games on disk: their log, the tables in memory, the way to act on them. Leagues are next door."""
