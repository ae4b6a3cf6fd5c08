"""Results as people type them: who played with what, in which places, when, and what the games were.

``Ana (Tymna / Kraum), Ben = Cy, Dee + Eve``: places behind commas, ``=`` between those who share one, ``+``
between teammates, commanders in brackets.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

import discord
from msgspec import Struct
from msgspec.structs import replace

from cogs.core import members
from cogs.leagues.core import parsing_details
from cogs.leagues.core.parsing_details import SIDE_BY_SIDE, key, split
from cogs.text.formatting import clean_name, visible
from cogs.text.leagues import typed
from cogs.text.matching import nearest
from cogs.text.typed import beside_mentions, means
from rules.leagues.acts.bounds import require_players, require_time
from rules.leagues.result import (
    HOUR,
    Draw,
    Elimination,
    Ending,
    Entrant,
    PlayerNumber,
    PlayerResult,
    Result,
    Time,
)
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.engine.timestamps import read_time
from storage.leagues.results import ReportedResult
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


class TypedDetails(Struct, frozen=True, kw_only=True):
    """What is said of a result beside who played: all of it may be left out."""

    played: Time
    draw: Draw | None = None
    score: str = ""
    seats: str = ""
    kills: str = ""
    awards: str = ""
    decks: str = ""
    turns: int | None = None
    ends_match: bool | None = None
    note: str = ""


def _names(state: LeagueState, typed: TypedSides, persons: Sequence[Person]) -> Mapping[str, int]:
    """Who in a result is meant by what: a number, a mention, a name, or what was typed for them."""
    numbers = [state.players.find(person) for person in persons]
    return {
        **{f"#{number}": index for index, number in enumerate(numbers) if number is not None},
        **{f"<@{person.user}>": index for index, person in enumerate(persons) if person.user is not None},
        **{key(one.name): index for index, one in enumerate(typed.players)},
        **{person.name.casefold(): index for index, person in enumerate(persons)},
    }


def reported(
    state: LeagueState, typed: TypedSides, persons: Sequence[Person], details: TypedDetails
) -> ReportedResult:
    """The result that was typed, for the league's storage; raises Refusal for what can't be read."""
    names = _names(state, typed, persons)
    ordered = parsing_details.seats(details.seats, names)
    seats = {index: number for number, index in enumerate(ordered, start=1)}
    kills = parsing_details.kills(details.kills, names)
    awards = parsing_details.awards(details.awards, names)
    decks = parsing_details.decks(details.decks, names)
    games = parsing_details.score(details.score, len(typed.sides))
    places = typed.places
    if details.draw is not None and places.count(1) < 2:
        places = (1,) * len(places)  # everybody has drawn, unless it is said who has

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        outs = {
            victim: Elimination(order=order, cause="", by=numbers[killer])
            for order, (killer, victim) in enumerate(kills, start=1)
        }
        lines = iter(
            PlayerResult(
                player=number,
                seat=seats.get(index),
                commanders=one.commanders,
                deck=decks.get(index, ""),
                out=outs.get(index),
                awards=awards.get(index, {}),
            )
            for index, (one, number) in enumerate(zip(typed.players, numbers, strict=True))
        )
        first = Ending.WON if details.draw is None else Ending.DREW
        entrants = tuple(
            Entrant(
                lines=tuple(islice(lines, len(side))),
                place=place,
                ending=first if place == 1 else Ending.LOST,
                games=won,
            )
            for side, place, won in zip(typed.sides, places, games[:-1], strict=True)
        )
        return Result(
            played=details.played,
            entrants=entrants,
            draw=details.draw,
            drawn_games=games[-1] or 0,
            turns=details.turns,
            ends_match=bool(details.ends_match),
            note=visible(details.note),
        )

    return ReportedResult(persons, make)


def corrected(
    state: LeagueState, was: Result, typed: TypedSides, persons: Sequence[Person], details: TypedDetails
) -> ReportedResult:
    """The same, with what is not said taken from the result that it puts right."""
    report = reported(state, typed, persons, details)

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        new = report.make(numbers)
        before = {line.player: line for line in was.lines}
        losers = {player for one in was.entrants if one.ending is not Ending.WON for player in one.players}

        def kept(entrant: Entrant, line: PlayerResult) -> PlayerResult:
            wins_now = entrant.ending is Ending.WON and line.player in losers
            return _kept(before[line.player], line, wins_now) if line.player in before else line

        return replace(
            new,
            entrants=tuple(
                replace(one, lines=tuple(kept(one, line) for line in one.lines)) for one in new.entrants
            ),
            turns=new.turns if new.turns is not None else was.turns,
            seconds=was.seconds,
            variant=was.variant,
            match=was.match,
            ends_match=was.ends_match if details.ends_match is None else new.ends_match,
            note=new.note or was.note,
        )

    return ReportedResult(persons, make)


def _kept(was: PlayerResult, now: PlayerResult, wins_now: bool) -> PlayerResult:
    """A player's part with what is said now; an achievement that somebody has 0 times goes, and so does how
    somebody left who has won after all. Who is said to have dealt it now, has."""
    awards = {name: times for name, times in {**was.awards, **now.awards}.items() if times}
    out = None if wins_now else was.out
    return replace(
        was,
        seat=now.seat if now.seat is not None else was.seat,
        commanders=now.commanders or was.commanders,
        deck=now.deck or was.deck,
        out=replace(out, by=now.out.by) if out is not None and now.out is not None else now.out or out,
        awards=awards,
    )


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
