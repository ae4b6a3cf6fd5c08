"""Texts for single kinds of facts, for answers and the log: tallies and reminders, votes.

Their selection and order is decided in the layer above.
"""
