"""What servers, channels and people have chosen, and what can be chosen at all."""
