"""The commands and buttons: from an interaction to an action, and from its result to a reply.

Nothing is imported here, so that the programs that draw pictures load no more than they need.
"""
