"""Automatic posts and edits of leagues: result messages, dispute threads, standings, roles."""
