"""The panel with which judges run an event from its message."""
