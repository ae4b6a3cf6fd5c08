"""What is typed and pressed in leagues: commands with their options, buttons, lists and forms."""
