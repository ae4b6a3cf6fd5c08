"""Typed results: players and their decks, places, and time.

``Ana (Tymna / Kraum), Ben = Cy, Dee + Eve``: commas between places, ``=`` between players who share one,
``+`` between teammates, commanders in brackets.
"""

import re
import unicodedata
from datetime import datetime, timedelta

import discord
from msgspec import Struct

from cogs.core.naming.people import Reading, require_clear, resolve_names
from cogs.leagues.core.parsing_details import ADJACENT_MENTIONS, split
from cogs.leagues.core.people import league_candidates
from cogs.text.formatting import visible
from cogs.text.leagues import typed
from cogs.text.leagues.times import has_hour, read_moment
from cogs.text.people import chained
from cogs.text.typed import MENTION, bare, means, new_name, newcomers, sheltered, unsheltered
from rules.leagues.acts.bounds import require_players, require_time
from rules.leagues.result import HOUR, PlayerNumber, Time
from rules.leagues.state import LeagueState, Person
from rules.players.commanders import MAX_COMMANDERS
from rules.refusal import Refusal

MAX_SIDES = 10
CARD_LENGTH = 150
_BRACKETS = re.compile(r"\(([^()]*)\)")
_AGO = re.compile(r"([0-9]{1,4})\s*(min|m|h|d|w)(?:\s+ago)?")
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class TypedPlayer(Struct, frozen=True):
    """One player as typed, with or without quotes."""

    name: str
    commanders: tuple[str, ...] = ()


class TypedSides(Struct, frozen=True):
    """All players as typed: the sides in order, and each side's place."""

    sides: tuple[tuple[TypedPlayer, ...], ...]
    places: tuple[int, ...]

    @property
    def players(self) -> list[TypedPlayer]:
        """All players, side by side."""
        return [one for side in self.sides for one in side]


def sides(text: str) -> TypedSides:
    """Return the players in the order of their places; raises Refusal for invalid text."""
    spaced = ADJACENT_MENTIONS.sub(r"\1, ", sheltered(text))
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
    if len(found) > MAX_SIDES:
        raise Refusal("report_too_many", limit=MAX_SIDES)
    return TypedSides(tuple(found), tuple(places))


def _entered(text: str) -> TypedPlayer:
    cards = [card for found in _BRACKETS.findall(text) for card in re.split("[/&]", found)]
    shown = tuple(card[:CARD_LENGTH] for card in map(visible, map(bare, cards)) if card)
    if len(shown) > MAX_COMMANDERS:
        raise Refusal("report_commanders", limit=MAX_COMMANDERS)
    name = unsheltered(_BRACKETS.sub("", text))
    if not name:
        raise Refusal("report_unreadable", text=unsheltered(text))
    return TypedPlayer(name, shown)


async def resolve_players(
    interaction: discord.Interaction, state: LeagueState, typed: TypedSides
) -> list[Person]:
    """Resolve typed names to people of a league; raises a Refusal for each name that is unclear."""
    for one in typed.players:
        beside = MENTION.fullmatch(one.name) is None and MENTION.search(one.name) is not None
        if beside or new_name(one.name) == "":
            raise Refusal("report_unreadable", text=one.name)
    known = league_candidates(state)
    readings = await resolve_names(interaction, newcomers(one.name for one in typed.players), known)
    if len(readings) == 1 and readings[0].refusal is not None:  # a sentence, or a list without commas
        raise chained([readings[0].refusal, Refusal("report_unreadable", text=readings[0].typed)])
    require_clear(readings, known)
    return [_person(state, one) for one in readings]


def _person(state: LeagueState, reading: Reading[PlayerNumber]) -> Person:
    if reading.known is not None:
        player = state.players[reading.known]
        return Person(player.name or reading.typed, player.user, player.number)
    user, name = reading.guest if reading.person is None else reading.person
    return Person(name, user)


def parse_moment(
    text: str | None, now: datetime, zone: str = "UTC", language: str = "en", ahead: bool = False
) -> Time:
    """Return the time from "20.11. 19:30", "yesterday", "3h" or a Discord timestamp; now for an empty text.

    ``zone``: the time zone; ``ahead``: whether it has to be in the future. Raises Refusal "bad_time",
    "time_out_of_bounds".
    """
    return require_time(_moment(text, now, zone, language, ahead=ahead))


def _moment(text: str | None, now: datetime, zone: str, language: str, *, ahead: bool) -> Time:
    wanted = unicodedata.normalize("NFKC", text or typed.NOW).strip().casefold()
    if stamp := _STAMP.fullmatch(wanted):
        return int(stamp[1])
    if means(wanted, typed.NOW) or means(wanted, typed.TODAY):
        return int(now.timestamp())
    if means(wanted, typed.YESTERDAY):
        return int((now - timedelta(days=1)).timestamp())
    if ago := _AGO.fullmatch(wanted):
        return int((now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})).timestamp())
    found, current = read_moment(wanted, now, zone, language, ahead=ahead), int(now.timestamp())
    if found is None:
        raise Refusal("bad_time", text=text or "")
    today = not ahead and not has_hour(wanted, language) and current < found <= current + 12 * HOUR
    return current if today else found  # a day without an hour is meant at noon, which may be to come
