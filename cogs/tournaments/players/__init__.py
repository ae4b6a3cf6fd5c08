"""The players of an event: how they sign up, are added, form teams, list decks, are away and drop."""
