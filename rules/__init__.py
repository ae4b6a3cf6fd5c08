"""The rules engine: a game of Magic as an immutable value, and the actions on it.

Pure: no input or output, no clock, no randomness. Rule numbers are those of the Comprehensive Rules.
"""
