"""Games on disk: their log, those in memory, the way to act on them. Leagues are next door."""
