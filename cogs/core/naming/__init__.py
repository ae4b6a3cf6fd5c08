"""Resolves typed names to people."""
