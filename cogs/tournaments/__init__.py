"""/event: sign-up and check-in for a tournament, and the message that shows it."""
