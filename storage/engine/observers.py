"""Calls of observers: the failure of one is logged and doesn't affect the others."""

import logging
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import ParamSpec

_log = logging.getLogger(__name__)

P = ParamSpec("P")


@contextmanager
def errors_logged() -> Generator[None]:
    """Log an error of the block with its trace and continue after it.

    For observers of past events, called or awaited; one that fails doesn't keep the next from being called.
    """
    try:
        yield
    except Exception:  # noqa: BLE001 - what has happened stands, whatever it was
        _log.exception("An observer failed; the others aren't affected")


def call_each(observers: Iterable[Callable[P, object]], *about: P.args, **more: P.kwargs) -> None:
    """Call observers of a past event one after the other, also after one that has failed."""
    for observer in (*observers,):
        with errors_logged():
            observer(*about, **more)
