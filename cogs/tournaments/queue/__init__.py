"""/event queue: people wait, and a table opens whenever enough of them do."""
