"""The connection between discord.py and Discord: requests, their answers and gateway events."""
