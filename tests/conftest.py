"""What every test shares."""

import gc

from hypothesis import settings

# How long one example takes says nothing on a shared machine.
settings.register_profile("arbiter", deadline=None)
settings.load_profile("arbiter")


def pytest_sessionstart() -> None:
    """What is imported and collected stays to the end, so nothing there is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, not in modules and tests again and again."""
    gc.freeze()
    gc.enable()
