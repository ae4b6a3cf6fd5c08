"""Commands of leagues with their options, buttons, lists and forms."""
