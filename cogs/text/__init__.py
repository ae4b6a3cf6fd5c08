"""What several features say, in words: results, events, announcements, the log, names, refusals."""
