"""Seasons opened, closed and reopened; the standings message; export."""
