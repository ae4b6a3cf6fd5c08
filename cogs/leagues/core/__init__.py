"""The base of everything in leagues: custom_ids, names and points as text, parsing."""
