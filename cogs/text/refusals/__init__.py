"""The reasons of refusals, and what to do instead: one text for every reason."""
