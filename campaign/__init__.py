"""A campaign against the real process: kills, faults and floods, and what must be true after each."""
