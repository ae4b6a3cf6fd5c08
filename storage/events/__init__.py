"""What games and leagues share: an append-only store, its cache, serialization, anonymization."""
