"""Streams of entries behind games, leagues and events, with caches, serialization, anonymization."""
