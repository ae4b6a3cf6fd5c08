"""Leagues in words, pages and pictures: pure functions from what is known to what is shown."""
