"""`/help`: what to type, by task."""
