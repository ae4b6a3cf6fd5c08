"""The choices of servers, channels and people, and the settings there are."""
