"""What the channel of an event is told of by messages of their own, also after a crash."""
