"""`/rule`: a rule in short, with its number in the edition that is played."""
