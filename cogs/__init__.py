"""The commands and buttons: from an interaction to an action, and from what came of it to an answer.

Nothing is imported here, so that the programs that draw pictures load no more than they need.
"""
