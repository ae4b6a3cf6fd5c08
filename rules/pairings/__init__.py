"""Pairings of a tournament's rounds with seats; pure, over numbers and points.

Participants are players or teams. Rounds and results are stored elsewhere; randomness comes from the
caller's seed.
"""
