"""The names of cards that can be commanders, from a file that the bot's owner keeps up to date."""
