"""Whether an interaction is begun at all: while Discord waits for its answer, and within fair use."""
