"""Results as people type them: who played with what, in which places, and when.

``Ana (Tymna / Kraum), Ben = Cy, Dee + Eve``: places behind commas, ``=`` between those who share one, ``+``
between teammates, commanders in brackets.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord
from msgspec import Struct

from cogs.core import members
from cogs.leagues.core.parsing_details import SIDE_BY_SIDE, split
from cogs.text.formatting import clean_name, visible
from cogs.text.leagues import typed
from cogs.text.matching import nearest
from cogs.text.typed import beside_mentions, means
from rules.leagues.acts.bounds import require_players, require_time
from rules.leagues.result import HOUR, Time
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.engine.timestamps import read_time
from storage.workers.threads import in_thread

MOST_SIDES = 10
MOST_COMMANDERS = 2
CARD_LENGTH = 150
_BRACKETS = re.compile(r"\(([^()]*)\)")
_AGO = re.compile(r"([0-9]{1,4})\s*(min|m|h|d|w)(?:\s+ago)?")
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class TypedPlayer(Struct, frozen=True):
    """One player as typed."""

    name: str
    commanders: tuple[str, ...] = ()


class TypedSides(Struct, frozen=True):
    """Everybody as typed: the sides in order, and the place of each."""

    sides: tuple[tuple[TypedPlayer, ...], ...]
    places: tuple[int, ...]

    @property
    def players(self) -> list[TypedPlayer]:
        """Everybody, side by side."""
        return [one for side in self.sides for one in side]


def sides(text: str) -> TypedSides:
    """Who played, in the order of their places; raises Refusal for what can't be read."""
    spaced = SIDE_BY_SIDE.sub(r"\1, ", text)
    found: list[tuple[TypedPlayer, ...]] = []
    places: list[int] = []
    for group in split(spaced, ",;>\n"):
        place = len(found) + 1
        for side in split(group, "="):
            found.append(tuple(_entered(one) for one in split(side, "+")))
            places.append(place)
    if not found or not all(found):
        raise Refusal("report_unreadable", text=text)
    require_players(sum(map(len, found)))
    if len(found) > MOST_SIDES:
        raise Refusal("report_too_many", limit=MOST_SIDES)
    return TypedSides(tuple(found), tuple(places))


def _entered(text: str) -> TypedPlayer:
    cards = [card.strip() for found in _BRACKETS.findall(text) for card in re.split("[/&]", found)]
    shown = tuple(visible(card)[:CARD_LENGTH] for card in cards if visible(card))
    if len(shown) > MOST_COMMANDERS:
        raise Refusal("report_commanders", limit=MOST_COMMANDERS)
    name = _BRACKETS.sub("", text).strip()
    if not name:
        raise Refusal("report_unreadable", text=text)
    return TypedPlayer(name, shown)


async def people(interaction: discord.Interaction, state: LeagueState, typed: TypedSides) -> list[Person]:
    """Who the people typed are in a league, guests' names included; raises Refusal."""
    names = [one.name if one.name.startswith("<") else one.name.lstrip("@ ") for one in typed.players]
    groups = await members.typed_groups(interaction, names, read=lambda name, _: beside_mentions(name))
    return await in_thread(state.league, _found, state, names, groups)  # among thousands of names


def _found(state: LeagueState, names: Sequence[str], groups: Sequence[list[members.Person]]) -> list[Person]:
    together = [clean_name(typed.newcomer(name) or name) for name in names]
    found: list[Person] = []
    for name, group in zip(names, groups, strict=True):
        if len(group) != 1 or (group[0][0] is None and name.startswith("<@")):
            raise Refusal("report_unreadable", text=name)
        user, shown = group[0]
        found.append(Person(shown, user) if user is not None else _guest(state, name, together))
    return found


def _guest(state: LeagueState, entered: str, together: Sequence[str]) -> Person:
    """A player of the league by name, or somebody new; raises Refusal where it looks like a slip.

    ``together``: the names that are typed for one result. Two of them that are as long as each other, such as
    Grandma and Grandpa, are two people; Zora and Zorra may be one.
    """
    if new := typed.newcomer(entered):
        return Person(clean_name(new))
    number = typed.player_number(entered)
    if number in state.players:
        player = state.players[number]
        return Person(player.name or entered, player.user, player.number)
    name = clean_name(entered)
    known = [one for one in state.players.values() if one.name is not None]
    same = [one for one in known if (one.name or "").casefold() == name.casefold()]
    accounts = [one for one in same if one.user is not None]
    if len(accounts) > 1:
        raise Refusal("report_several", name=name)
    if same:
        chosen = (accounts or same)[0]
        return Person(chosen.name or name, chosen.user, chosen.number)
    others = {one.casefold() for one in together if len(one) == len(name)}
    names = [*(one.name or "" for one in known), *together[: together.index(name)]]
    near = nearest(name, [one for one in names if one.casefold() not in others])
    if near is not None and near.casefold() != name.casefold():
        raise Refusal("report_new_guest", name=name, hint=near)
    return Person(name)


def moment(text: str | None, now: datetime) -> Time:
    """When something was, from "2026-11-20 19:30" (UTC), "yesterday", "3h" or Discord's own; now for nothing.

    Raises Refusal "bad_time", "time_out_of_bounds".
    """
    return require_time(_moment(text, now))


def _moment(text: str | None, now: datetime) -> Time:
    wanted = unicodedata.normalize("NFKC", text or typed.NOW).strip().casefold()
    if stamp := _STAMP.fullmatch(wanted):
        return int(stamp[1])
    if means(wanted, typed.NOW) or means(wanted, typed.TODAY):
        return int(now.timestamp())
    if means(wanted, typed.YESTERDAY):
        return int((now - timedelta(days=1)).timestamp())
    if ago := _AGO.fullmatch(wanted):
        return int((now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})).timestamp())
    try:
        found, current = read_time(wanted.upper()), int(now.timestamp())
    except ValueError:
        raise Refusal("bad_time", text=text or "") from None
    is_day = len(wanted) <= len("2026-11-20")
    return min(found + 12 * HOUR, max(found, current)) if is_day else found
