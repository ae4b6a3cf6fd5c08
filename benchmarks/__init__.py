"""Speed of commands and buttons, beside bare discord.py bots; run ``python -m benchmarks``."""
