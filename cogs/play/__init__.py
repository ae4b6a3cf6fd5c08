"""The commands of a game in progress: life, damage, counters, turns, endings, chance, the table."""
