"""Why something was not done, and what to do instead: one text for every reason to refuse."""
