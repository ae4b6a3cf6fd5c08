"""Shared views of a table: details of players, the last changes, life curves.

Nothing here is laid out for one of them.
"""
