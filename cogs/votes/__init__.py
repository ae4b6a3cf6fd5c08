"""Voting (701.38): the command that calls a vote, its message and its buttons."""
