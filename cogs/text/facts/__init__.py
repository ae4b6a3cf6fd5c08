"""Texts for single kinds of facts, for answers and the log: tallies and reminders, votes.

What tells all of them, and in which order, lives above.
"""
