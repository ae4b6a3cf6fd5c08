"""Admission of interactions: while Discord waits for their answer, and within fair use."""
