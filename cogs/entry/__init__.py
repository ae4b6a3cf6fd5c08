"""Steps as fields: the single conversion of entries to actions and back, for Discord and for pages."""
