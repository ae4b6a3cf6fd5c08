"""Changes to players: life, damage, counters, commanders, libraries, effects, designations."""
