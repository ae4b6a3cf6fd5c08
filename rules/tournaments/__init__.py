"""Tournaments, called events by users: participants, and the acts in order; pure.

Players are numbers here, as in leagues: who a number is stands outside, so that it can be forgotten.
"""
