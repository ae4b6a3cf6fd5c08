"""Variants, editions and options as data. Nothing here looks at a game in progress."""
