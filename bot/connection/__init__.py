"""What stands between discord.py and Discord: what is sent, what is answered, what the gateway delivers."""
