"""What games and leagues share about append-only logs: serialization, idempotency, type checks."""
