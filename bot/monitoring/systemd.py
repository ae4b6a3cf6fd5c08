"""Notifications for systemd that the bot is ready, alive or stopping (sd_notify); none without systemd."""

import contextlib
import os
import socket


def notify(state: str) -> None:
    """Send a state such as "READY=1" to systemd, if it has started the bot."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]  # a name without a file
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto(state.encode(), address)


def watchdog_interval() -> float | None:
    """Return the interval at which systemd wants "WATCHDOG=1", in seconds; None if it doesn't."""
    limit, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not limit.isdecimal() or process not in ("", str(os.getpid())):
        return None
    return int(limit) / 1e6 / 2
