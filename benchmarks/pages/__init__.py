"""The delay until a change is on the pages that show its table, and the cost of readers for everyone else."""
