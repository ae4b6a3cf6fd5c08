"""/league and /stats: results reported and confirmed, standings, seasons and statistics of leagues."""
