"""The tables of an event: opens them, watches them while they are played, and notifies judges."""
