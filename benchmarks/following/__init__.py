"""Commands with everything that follows them, over a gateway and sockets."""
