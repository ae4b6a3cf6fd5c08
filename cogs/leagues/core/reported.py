"""The typed result, once its people are known: a new one, or a correction."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from cogs.leagues.core import parsing_details
from cogs.leagues.core.parsing import TypedSides
from cogs.leagues.core.parsing_details import name_key
from cogs.text.formatting import visible
from rules.leagues.result import (
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
from storage.leagues.results import ReportedResult


class TypedDetails(Struct, frozen=True, kw_only=True):
    """The optional details of a typed result, besides its players."""

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


class _TypedResult:
    """A parsed result, with values by the index of each player."""

    def __init__(self, typed: TypedSides, details: TypedDetails, names: Mapping[str, int]) -> None:
        """Parse a report. ``names``: indexes by typed text. Raises Refusal for invalid text."""
        self._typed = typed
        self._details = details
        seats = parsing_details.parse_seats(details.seats, names)
        self._seats = {index: number for number, index in enumerate(seats, start=1)}
        self._kills = parsing_details.parse_kills(details.kills, names)
        self._awards = parsing_details.parse_awards(details.awards, names)
        self._decks = parsing_details.decks(details.decks, names)
        *self._games, self._drawn = parsing_details.parse_score(details.score, len(typed.sides))

    def result(self, numbers: tuple[PlayerNumber, ...]) -> Result:
        """Return the result, for players with these numbers."""
        return Result(
            played=self._details.played,
            entrants=tuple(self._entrants(numbers)),
            draw=self._details.draw,
            drawn_games=self._drawn or 0,
            turns=self._details.turns,
            ends_match=bool(self._details.ends_match),
            note=visible(self._details.note),
        )

    def _entrants(self, numbers: Sequence[PlayerNumber]) -> Iterator[Entrant]:
        lines = iter(self._lines(numbers))
        first = Ending.WON if self._details.draw is None else Ending.DREW
        for side, place, won in zip(self._typed.sides, self._places, self._games, strict=True):
            ending = first if place == 1 else Ending.LOST
            yield Entrant(lines=tuple(islice(lines, len(side))), place=place, ending=ending, games=won)

    @property
    def _places(self) -> Sequence[int]:
        """The places of the sides; without stated places, everyone drew."""
        places = self._typed.places
        return (1,) * len(places) if self._details.draw is not None and places.count(1) < 2 else places

    def _lines(self, numbers: Sequence[PlayerNumber]) -> Iterator[PlayerResult]:
        outs = {
            victim: Elimination(order=order, cause="", by=numbers[killer])
            for order, (killer, victim) in enumerate(self._kills, start=1)
        }
        for index, (one, number) in enumerate(zip(self._typed.players, numbers, strict=True)):
            yield PlayerResult(
                player=number,
                seat=self._seats.get(index),
                commanders=one.commanders,
                deck=self._decks.get(index, ""),
                out=outs.get(index),
                awards=self._awards.get(index, {}),
            )


def reported(
    state: LeagueState, typed: TypedSides, persons: Sequence[Person], details: TypedDetails
) -> ReportedResult:
    """Return the typed result for the league's storage; raises Refusal for invalid text."""
    return ReportedResult(persons, _TypedResult(typed, details, _names(state, typed, persons)).result)


def _names(state: LeagueState, typed: TypedSides, persons: Sequence[Person]) -> Mapping[str, int]:
    """Return the people of a result by number, mention, name, and typed text."""
    numbers = [state.players.find(person) for person in persons]
    return {
        **{f"#{number}": index for index, number in enumerate(numbers) if number is not None},
        **{f"<@{person.user}>": index for index, person in enumerate(persons) if person.user is not None},
        **{name_key(one.name): index for index, one in enumerate(typed.players)},
        **{person.name.casefold(): index for index, person in enumerate(persons)},
    }


def with_missing_parts(
    state: LeagueState, was: Result, typed: TypedSides, persons: Sequence[Person], details: TypedDetails
) -> ReportedResult:
    """Return the result with missing parts taken from the result that it corrects."""
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
    """Return a player's part of a result with the new values. Achievements with 0 are removed, and so is a
    winner's departure. A new killer replaces the old one."""
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
