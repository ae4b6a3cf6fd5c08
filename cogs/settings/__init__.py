"""`/settings`: one private panel for the choices of a server, a channel and a person."""
