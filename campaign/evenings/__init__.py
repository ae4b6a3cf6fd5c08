"""Evenings replayed: people make mistakes, correct them, and reach the intended end."""
