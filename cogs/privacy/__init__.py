"""`/privacy`: what is stored about a person, as a file or to be deleted."""
