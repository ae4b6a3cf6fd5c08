"""Texts that several features share: results, events, announcements, the log, names, refusals."""
