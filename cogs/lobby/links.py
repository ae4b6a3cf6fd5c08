"""Addresses of webcam rooms as people type them."""

from rules.refusal import Refusal
from storage.settings.definitions import web_address


def checked_link(link: str | None) -> str | None:
    """A web address, or nothing; raises Refusal for anything else."""
    if link is None:
        return None
    try:
        return web_address(link)
    except ValueError:
        raise Refusal("bad_link") from None
