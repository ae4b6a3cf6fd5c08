"""What there is to look at in a league: standings, players, games, statistics, pictures."""
