"""Tournaments, called events by users: participants, and the acts in order; pure.

Players are numbers here, as in leagues: the people are stored elsewhere, so that they can be forgotten.
"""
