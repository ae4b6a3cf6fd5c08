"""What all of a league's features stand on: which league and player is meant, custom_ids, words."""
