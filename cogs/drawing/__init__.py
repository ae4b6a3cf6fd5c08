"""The building blocks of pictures: fonts, ink, labels, and the process that draws. Loads no discord.py."""
