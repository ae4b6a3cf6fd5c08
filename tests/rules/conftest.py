"""How long the properties are looked at: quick by default, ``--hypothesis-profile thorough`` for long."""

from hypothesis import settings

settings.register_profile("thorough", deadline=None, max_examples=1_000)
