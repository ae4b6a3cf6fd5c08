"""What everything in leagues stands on: custom_ids, names and points as text, reading what is typed."""
