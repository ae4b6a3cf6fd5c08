"""What the buttons and forms of the panel of judges do."""
