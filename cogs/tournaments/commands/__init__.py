"""/event and the buttons, lists and forms of events."""
