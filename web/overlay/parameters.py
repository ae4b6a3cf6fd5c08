"""The query string of an overlay."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from cogs.text.formatting import comma_separated
from cogs.text.language import LANGUAGE_NAMES, tr

SIZES, DEFAULT_SIZE = range(12, 201), 32
"""The height of letters in pixels; a total has three times that."""
DELAYS = range(901)
"""Seconds from the commit of something until an overlay shows it."""
ROWS, DEFAULT_ROWS = range(1, 21), 8
"""Rows of standings."""
DEFAULT_COLORS: Mapping[str, str] = MappingProxyType(
    {"text": "ffffff", "card": "10141ccc", "accent": "ffd24a"}
)
"""The colors that an address can choose, with their defaults: red, green, blue and perhaps opacity."""
LIST_PARAMETERS = ("show", "hide")
NAME, SAID = 32, 40
"""Letters of a player's name, and of what is wrong in an answer."""
_COLOR = re.compile(r"(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
_NUMBER = re.compile(r"[0-9]{1,3}")
_NUMBERS: Mapping[str, range] = MappingProxyType({"delay": DELAYS, "size": SIZES, "rows": ROWS})
_OWN = frozenset({"have"})
"""Parameters that the script of a page adds."""


class OverlayKind(StrEnum):
    """The content of an overlay."""

    TABLE = "table"
    PLAYER = "player"
    LAST = "last"
    CLOCK = "clock"
    RESULT = "result"
    STANDINGS = "standings"
    """Of the league that counts the channel's games."""


class OverlayLook(StrEnum):
    """How an overlay arranges the totals."""

    ROW = "row"
    COMPACT = "compact"
    """In a row, each total beside its name, as low as possible."""
    VERTICAL = "vertical"
    """Below each other."""


class OverlayParameters(Struct, frozen=True):
    """The content and style of an overlay: ``player`` is the number of a seat, or a name; ``delay`` in
    seconds."""

    show: OverlayKind = OverlayKind.TABLE
    player: int | str = ""
    names: bool = True
    delay: int = 0
    size: int = DEFAULT_SIZE
    rows: int = DEFAULT_ROWS
    look: OverlayLook = OverlayLook.ROW
    colors: tuple[tuple[str, str], ...] = tuple(DEFAULT_COLORS.items())


class WrongParametersError(Exception):
    """Raised for a query with invalid parameters."""

    def __init__(self, query: Mapping[str, str], wrong: Sequence[str]) -> None:
        """Collect ``wrong``: the names of invalid or missing parameters in the query."""
        self._query = query
        self._wrong = wrong

    def explanation(self) -> str:
        """Return, in the current language, what is wrong, and the valid values."""
        allowed: Mapping[str, str] = {
            "show": comma_separated(OverlayKind),
            "player": tr("a seat's number or a player's name"),
            "names": comma_separated(LIST_PARAMETERS),
            "delay": f"{DELAYS[0]}–{DELAYS[-1]}",
            "size": f"{SIZES[0]}–{SIZES[-1]}",
            "rows": f"{ROWS[0]}–{ROWS[-1]}",
            **dict.fromkeys(DEFAULT_COLORS, "ffffff, ffffff80, fff"),
            "lang": comma_separated(LANGUAGE_NAMES),
        }
        return " ".join(_explained(name, self._query.get(name), allowed) for name in self._wrong)


def parameters(query: Mapping[str, str]) -> OverlayParameters:
    """Parse the parameters of a query; raises WrongParametersError with all that are invalid."""
    wrong = [name for name in query if not _fits(name, query[name])]
    if query.get("show") == OverlayKind.PLAYER and "player" not in query:
        wrong.append("player")
    if wrong:
        raise WrongParametersError(query, wrong)
    player = query.get("player", "").strip()
    return OverlayParameters(
        show=OverlayKind(query.get("show", OverlayKind.TABLE)),
        player=int(player) if _NUMBER.fullmatch(player) else player,
        names=query.get("names", LIST_PARAMETERS[0]) == LIST_PARAMETERS[0],
        delay=int(query.get("delay", 0)),
        size=int(query.get("size", DEFAULT_SIZE)),
        rows=int(query.get("rows", DEFAULT_ROWS)),
        look=OverlayLook(query.get("look", OverlayLook.ROW)),
        colors=tuple((name, query.get(name, default)) for name, default in DEFAULT_COLORS.items()),
    )


def _fits(name: str, value: str) -> bool:
    match name:
        case "show":
            return value in [*OverlayKind]
        case "look":
            return value in [*OverlayLook]
        case "player":
            return 0 < len(value.strip()) <= NAME and value.strip() != "0"
        case "names":
            return value in LIST_PARAMETERS
        case "delay" | "size" | "rows":
            return _NUMBER.fullmatch(value) is not None and int(value) in _NUMBERS[name]
        case "lang":
            return value in LANGUAGE_NAMES
        case _:
            return name in _OWN or (name in DEFAULT_COLORS and _COLOR.fullmatch(value) is not None)


def _explained(name: str, value: str | None, allowed: Mapping[str, str]) -> str:
    if value is None:
        return tr("show=player needs a player as well, such as player=2 or player=Ben.")
    if name not in allowed:
        return tr("There is no {name}. Use {allowed}.", name=name[:SAID], allowed=comma_separated(allowed))
    return tr(
        "{name}={value} doesn't work. Use {allowed}.", name=name, value=value[:SAID], allowed=allowed[name]
    )
