"""What all features stand on: from an interaction to a committed action and its answer."""
