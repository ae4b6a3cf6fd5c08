"""What pictures are made of: fonts, ink, labels, and the process that draws. Loads no discord.py."""
