"""The database: the common interface (`database`), group commit, and the engines. No knowledge of games.

SQL of a subject is written once, in its own package, in words that both engines know; the differences are
in the engine's package.
"""
