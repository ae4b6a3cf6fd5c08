"""What is stored about a person: given to them, or forgotten in one transaction."""
