"""The local table: the real bot in a simulated Discord, with a page made of simcord's preview."""
