"""What goes from events to other programs and comes from them: pairings, results, rosters."""
