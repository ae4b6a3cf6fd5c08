"""Round and turn timers: `/clock`, the times recorded automatically, and the actions when time is up."""
