"""Values in which every result builds on those before it: ratings and stakes."""
