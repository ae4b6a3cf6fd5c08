"""Evenings played anew: people err, correct themselves, and end where they had meant to. ``intended`` says
where that is, by the rules on paper; it knows nothing of the bot."""
