"""The checks before a page sees a request, and the headers of every answer."""
