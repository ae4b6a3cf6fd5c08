"""How soon a change is on the pages that show its table, and what their readers cost everybody else."""
