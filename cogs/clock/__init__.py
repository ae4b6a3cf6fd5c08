"""Round and turn timers: `/clock`, what is noted automatically, what happens when time is up."""
