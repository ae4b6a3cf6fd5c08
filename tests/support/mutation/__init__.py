"""Mutation testing: a seeded sample of small faults in the source, and which of them the tests notice."""
