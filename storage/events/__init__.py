"""What games, leagues and events are: streams of entries, with caches, serialization, anonymization."""
