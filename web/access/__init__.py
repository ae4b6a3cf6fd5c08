"""What a request has to get through before a page sees it, and what every answer carries."""
