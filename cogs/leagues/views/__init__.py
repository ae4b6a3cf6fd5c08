"""What leagues show: messages, pages, forms and charts, made of a league's state alone."""
