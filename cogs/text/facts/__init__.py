"""What single kinds of facts tell, for the answers and the log: tallies and reminders, votes.

What tells all of them, and in which order, lives above.
"""
