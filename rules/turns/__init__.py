"""Turns and time: rotation, Grand Melee's turn markers, timers."""
