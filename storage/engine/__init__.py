"""The database: the common interface (`database`), group commit, and the engines. No knowledge of games.
Nothing of games.

SQL of a subject is written once, in its own room, in words that both engines know; what differs is in the
engine's package.
"""
