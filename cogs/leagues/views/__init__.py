"""Views of leagues: messages, pages, forms and charts, made of a league's state alone."""
