"""What answers at the local table's port, for a second start."""

from contextlib import suppress
from http.client import HTTPException
from urllib.request import urlopen

TITLE = "Arbiter · local table"
"""The title of the local table's page, by which it is recognized."""
PROBE_TIMEOUT = 2
"""Seconds in which another program at a port has to answer."""


def already_open(port: int) -> str | None:
    """Return what to do if a local table is open at a port."""
    address = f"http://127.0.0.1:{port}/"
    with suppress(OSError, HTTPException), urlopen(address, timeout=PROBE_TIMEOUT) as answer:
        if TITLE in answer.read().decode(errors="replace"):
            return f"The local table runs already. Open {address}"
    return None


def explain_taken(port: int) -> str:
    """Return what to do about a port that can't be used, given what answers there."""
    other = port + 1 if port < 65535 else 0
    taken = f'Port {port} is in use. Choose another one: make run ARGS="--port {other}", or --port {other}.'
    return already_open(port) or taken
