"""The path from an interaction to a committed action and its answer, which all features share."""
