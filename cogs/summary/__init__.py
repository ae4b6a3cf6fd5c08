"""What a table shows, wherever it is shown: details of players, the last changes, life curves.

Nothing here is laid out for one of them.
"""
