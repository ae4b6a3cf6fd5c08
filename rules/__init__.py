"""The rules engine: a game of Magic as an immutable value and what may happen to it.

Pure: no input or output, no clock, no randomness. Rule numbers are those of the Comprehensive Rules.
"""
