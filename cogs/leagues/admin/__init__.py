"""Leagues begun, changed and archived through a private panel and its forms."""
