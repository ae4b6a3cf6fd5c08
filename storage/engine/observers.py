"""Calling observers: the failure of one is logged and keeps no other from being called."""

import logging
from collections.abc import Callable
from typing import ParamSpec

_log = logging.getLogger(__name__)

P = ParamSpec("P")


def call_safely(observer: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call an observer of something that has happened already; log an error of it with its trace."""
    try:
        observer(*args, **kwargs)
    except Exception:  # noqa: BLE001 - what has happened stands, whatever it was
        _log.exception("An observer failed; the others aren't affected")
