"""The message that shows a game in progress: what it says, its buttons, the panel for other players."""
