"""Pairings of a tournament's rounds with seats; pure, over numbers and points.

Participants are players or teams. What a round was and what it was worth is kept by others; what looks like
chance follows from a seed that the caller gives.
"""
