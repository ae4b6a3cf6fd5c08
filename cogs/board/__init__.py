"""The message of a game in progress: its content, its buttons, the panel for other players."""
