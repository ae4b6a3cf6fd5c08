"""Whose turn it is and how long it takes: rotation, Grand Melee's turn markers, timers."""
