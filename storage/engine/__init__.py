"""The database: what every engine can do (`database`), group commit, and the engines. Nothing of games.

SQL of a subject is written once, in its own room, in words that both engines know; what differs is in the
engine's package.
"""
