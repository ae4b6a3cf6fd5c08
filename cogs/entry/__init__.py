"""Steps as fields: the one way from what is entered to an action, and back, for Discord and for pages."""
