"""The cards that can be commanders, in a file beside the database."""

import logging
import os
import time
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from rules.formats.commander_cards import CommanderCard, can_pair, color_identity

_log = logging.getLogger(__name__)

RELOAD_INTERVAL = 30.0
"""Seconds after which a running bot notices that the file has been replaced."""


class _File(Struct):
    cards: list[CommanderCard]


def catalog_file(database: Path) -> Path:
    """Return the folder with the cards of a database's installation."""
    return database.with_suffix(".cards.json")


def write_catalog(file: Path, cards: Iterable[CommanderCard]) -> int:
    """Replace the file with these cards, and return how many names there are. Raises OSError."""
    named = {card.name: card for card in cards}
    content = msgspec.json.encode(_File(sorted(named.values(), key=lambda card: card.name)))
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(content)
    os.replace(beside, file)
    return len(named)


class CommanderCatalog:
    """The cards of a file, which is read again once it is replaced; empty without a file."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._looked = -RELOAD_INTERVAL
        self._modified = 0
        self._cards: dict[str, CommanderCard] = {}
        self._names: Sequence[str] = ()
        self._keys: Sequence[str] = ()
        """The names as they are looked up, in order."""

    def names(self) -> Sequence[str]:
        """Return every name, in alphabetical order."""
        self._refresh()
        return self._names

    def find(self, name: str) -> CommanderCard | None:
        """Return the card of this name, whatever its case: also by the names of both faces, and by the
        beginning of its name ("Tymna") if no other card's name begins so."""
        self._refresh()
        wanted = name.partition(" // ")[0].strip().casefold()
        if wanted in self._cards or not wanted:
            return self._cards.get(wanted)
        first = bisect_left(self._keys, wanted)
        beginning = [key for key in self._keys[first : first + 2] if key.startswith(wanted)]
        if len(beginning) == 1 and not beginning[0][len(wanted)].isalnum():
            return self._cards[beginning[0]]
        return None

    def partners(self, first: CommanderCard) -> list[CommanderCard]:
        """Return the cards that can be commanders beside this one, in alphabetical order (702.124)."""
        self._refresh()
        return [card for card in self._cards.values() if can_pair(first, card)]

    def may_pair(self, first: str, second: str) -> bool:
        """Return whether two cards can be one player's commanders, as far as known."""
        one, other = self.find(first), self.find(second)
        return one is None or other is None or can_pair(one, other)

    def color_identity(self, names: Sequence[str]) -> str | None:
        """Return the color identity of a player's commanders; None unless all of them are known."""
        cards = [card for name in names if (card := self.find(name)) is not None]
        return color_identity(cards) if names and len(cards) == len(names) else None

    def _refresh(self) -> None:
        if self._file is None or time.monotonic() < self._looked + RELOAD_INTERVAL:
            return
        self._looked = time.monotonic()
        try:
            modified = self._file.stat().st_mtime_ns
            if modified == self._modified:
                return
            cards = msgspec.json.decode(self._file.read_bytes(), type=_File).cards
        except FileNotFoundError:
            return
        except (OSError, msgspec.MsgspecError):
            _log.exception("The names of commanders in %s can't be read; they are not used.", self._file)
            return
        self._modified = modified
        self._cards = {card.name.casefold(): card for card in cards}
        self._names = tuple(card.name for card in cards)
        self._keys = sorted(self._cards)
