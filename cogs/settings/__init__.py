"""`/settings`: one private panel for what a server, a channel and a person choose."""
