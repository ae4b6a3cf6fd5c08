"""The fields of steps in forms, built and read in one way for all forms."""
