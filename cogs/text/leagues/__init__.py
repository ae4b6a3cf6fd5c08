"""Leagues in words, for messages and pages: players, results, rows of standings and statistics."""
