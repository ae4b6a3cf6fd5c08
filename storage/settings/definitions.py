"""The settings of servers, channels and people, their levels, and their stored texts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar
from zoneinfo import available_timezones

from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.numbers import MAX_AMOUNT, MAX_ID, parse_integer

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "ja")
"""The codes of the languages that can be chosen."""
LINK_LENGTH = 300

T_co = TypeVar("T_co", covariant=True)
N = TypeVar("N", int, None)


class Level(StrEnum):
    """The level of a choice: a server's, a channel's or thread's, or a person's own."""

    SERVER = "server"
    CHANNEL = "channel"
    OWN = "own"

    __hash__ = str.__hash__  # many times quicker than an enumeration's own


class Permission(StrEnum):
    """The people who may do something at a table: anyone there, each player for themselves, or judges."""

    ANYONE = "anyone"
    OWN = "own"
    JUDGES = "judges"


@dataclass(frozen=True, slots=True, eq=False)
class Setting(Generic[T_co]):
    """Something that can be chosen."""

    name: str
    """The stable name in the database."""
    default: T_co
    levels: tuple[Level, ...]
    """Where it can be chosen; the first of these that has a choice counts."""
    read: Callable[[str], T_co]
    """Parses a stored text; raises ValueError if it can't be used."""
    bounds: tuple[int, int] | None = None
    """Of a whole number: the least and the most."""


def _number(name: str, default: N, levels: tuple[Level, ...], least: int, most: int) -> Setting[int | N]:
    """Return a setting that is a whole number within these bounds."""
    return Setting(name, default, levels, lambda text: parse_integer(text, least, most), (least, most))


def _key_of(known: Collection[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"not one of {', '.join(known)}: {text}")
        return text

    return read


def _one_of(known: Collection[int]) -> Callable[[str], int]:
    texts = {str(number): number for number in known}
    read = _key_of(texts)
    return lambda text: texts[read(text)]


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(f"neither on nor off: {text}")
    return text == "on"


def web_address(text: str) -> str:
    """Return an address that begins with https://, without spaces around it; raises ValueError for anything
    else."""
    address = text.strip()
    broken = any(char.isspace() or char in "<>" for char in address)
    if not address.startswith("https://") or broken or len(address) > LINK_LENGTH:
        raise ValueError(f"not a web address: {text}")
    return address


def time_zone(text: str) -> str:
    """Return the name of a time zone in the IANA database, however it is capitalized; raises ValueError."""
    wanted = text.strip().replace(" ", "_").casefold()
    found = next((one for one in available_timezones() if one.casefold() == wanted), None)
    if found is None:
        raise ValueError(f"not a time zone: {text}")
    return found


_NEAREST = (Level.CHANNEL, Level.OWN, Level.SERVER)
_PLACES = (Level.CHANNEL, Level.SERVER)

VARIANT: Setting[str | None] = Setting("variant", None, _NEAREST, _key_of(VARIANTS))
"""The variant of a new game; None means that it has to be given each time."""
STARTING_LIFE: Setting[int | None] = _number("life", None, _NEAREST, 1, MAX_AMOUNT)
"""The starting life of a new game; None leaves it to the variant."""
EDITION: Setting[str] = Setting("edition", "current", _NEAREST, _key_of(EDITIONS))
"""The edition of the rules of a new game."""
LINK: Setting[str | None] = Setting("link", None, _NEAREST, web_address)
"""The webcam room of a new game."""
MAY_ENTER: Setting[Permission] = Setting("enter", Permission.ANYONE, _PLACES, Permission)
"""Permission to enter what happens at a table."""
MAY_UNDO: Setting[Permission] = Setting("undo", Permission.ANYONE, _PLACES, Permission)
"""Permission to undo and redo at a table."""
CLAIM: Setting[bool] = Setting("claim", False, _PLACES, _switch)
"""Whether someone can take over a guest's seat of their name without the host's consent."""
JUDGE: Setting[int | None] = _number("judge", None, _PLACES, 1, MAX_ID)
"""The role whose members may do everything at a table."""
TRUST: Setting[bool] = Setting("trust", False, _PLACES, _switch)
"""Whether one player's word is enough for an agreed draw or a judge's penalty."""
QUIET: Setting[bool] = Setting("quiet", False, _NEAREST, _switch)
"""Whether the reply to a change of totals is private."""
CALL: Setting[bool] = Setting("call", False, (Level.OWN, *_PLACES), _switch)
"""Whether the person is pinged when their turn begins."""
ASK: Setting[bool] = Setting("ask", False, (Level.OWN,), _switch)
"""Whether the person is asked in private to confirm results of leagues, rather than pinged in the channel."""
FOLLOW: Setting[int] = Setting("follow", 5, _PLACES, _one_of((0, 5, 10, 20)))
"""The number of messages after which the board moves to the end of the chat; 0 for never."""
LANGUAGE: Setting[str | None] = Setting("language", None, (Level.OWN, *_PLACES), _key_of(LANGUAGES))
"""The language: a person's own for private answers, a channel's or server's for everything else."""
ZONE: Setting[str] = Setting("zone", "UTC", _PLACES, time_zone)
"""The time zone of times that are typed."""
NICKNAMES: Setting[bool] = Setting("nicknames", True, _PLACES, _switch)
"""Whether leagues and events call players by their newest nickname."""
CHART: Setting[bool] = Setting("chart", True, _PLACES, _switch)
"""Whether the picture of a game is posted when it has ended."""
ROUND: Setting[int | None] = _number("round", None, _PLACES, 1, 600)
"""The minutes of the round timer that starts with every game; None for no timer."""
ROUND_TURNS: Setting[int] = _number("roundturns", 5, _PLACES, 0, 20)
"""The additional turns that are played when the time of a round is up."""
TURN_TIMER: Setting[int | None] = _number("turntimer", None, _PLACES, 1, 180)
"""The minutes allowed for every turn of every game; None for no timer."""

SAME_TIME: Setting[int] = _number("sametime", 30, _PLACES, 0, 300)
"""The seconds after a loss or an ending for adding simultaneous events, for which results and
pictures wait."""

SETTINGS: Mapping[str, Setting[object]] = {
    one.name: one
    for one in (
        *(
            VARIANT,
            STARTING_LIFE,
            EDITION,
            LINK,
            MAY_ENTER,
            MAY_UNDO,
            CLAIM,
            TRUST,
            JUDGE,
            QUIET,
            CALL,
            CHART,
            ASK,
        ),
        *(FOLLOW, LANGUAGE, NICKNAMES, ZONE),
        *(ROUND, ROUND_TURNS, TURN_TIMER, SAME_TIME),
    )
}
"""Every setting by its name."""
