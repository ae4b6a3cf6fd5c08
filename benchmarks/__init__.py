"""What a command and a press cost, beside bare discord.py bots; ``python -m benchmarks``."""
