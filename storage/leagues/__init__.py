"""Leagues on disk: an append-only ledger for each, rows folded from it, and standings kept in memory."""
