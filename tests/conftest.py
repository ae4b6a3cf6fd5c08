"""What every test shares."""

from hypothesis import settings

# How long one example takes says nothing on a shared machine.
settings.register_profile("arbiter", deadline=None)
settings.load_profile("arbiter")
