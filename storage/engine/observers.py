"""Calls of observers: the failure of one is logged and doesn't affect the others."""

import logging
from collections.abc import Generator
from contextlib import contextmanager

_log = logging.getLogger(__name__)


@contextmanager
def errors_logged() -> Generator[None]:
    """Log an error of the block with its trace and continue after it.

    For observers of past events, called or awaited; one that fails doesn't keep the next from being called.
    """
    try:
        yield
    except Exception:  # noqa: BLE001 - what has happened stands, whatever it was
        _log.exception("An observer failed; the others aren't affected")
