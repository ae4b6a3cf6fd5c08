"""Tournaments, which people call events: who is in, and what was done, act by act; pure.

Players are numbers here, as in leagues: who a number is stands outside, so that it can be forgotten.
"""
