"""What every test shares."""

import gc
import os

from hypothesis import settings

# How long one example takes says nothing on a shared machine. HYPOTHESIS_PROFILE=full tries ten times more.
settings.register_profile("arbiter", deadline=None)
settings.register_profile("full", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "arbiter"))


def pytest_sessionstart() -> None:
    """What is imported and collected stays to the end, so nothing there is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, not in modules and tests again and again."""
    gc.freeze()
    gc.enable()
