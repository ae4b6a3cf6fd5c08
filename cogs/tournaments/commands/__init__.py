"""/event and the buttons, lists and forms of events: what people ask for."""
