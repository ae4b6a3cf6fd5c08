"""The Discord event that announces when an event starts."""
