"""The fields of steps in forms: drawn and read in one way, whichever form they are in."""
