"""Pairings of a tournament's rounds: who plays whom, and in which seats; pure, over numbers and points.

Participants are players or teams. What a round was and what it was worth is kept by others; what looks like
chance follows from a seed that the caller gives.
"""
