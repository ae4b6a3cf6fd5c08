"""Exchange of events with other programs: pairings, results, rosters."""
