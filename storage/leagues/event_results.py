"""Results that events bring to leagues beside the ends of their games: judges' outcomes and byes."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.game.parts import GameId
from rules.leagues import validity
from rules.leagues.acts.results import EditResult, RecordResult, RestoreVoided, Rule, Verdict, VoidResult
from rules.leagues.result import (
    Draw,
    Ending,
    Entrant,
    PlayerNumber,
    PlayerResult,
    Result,
    ResultNumber,
    ResultSource,
    Time,
)
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.leagues.repository import LeagueStore, unit_of_work
from storage.leagues.table_results import suspect_twin
from storage.leagues.unit_of_work import UnitOfWork


class RuledTable(Struct, frozen=True, kw_only=True):
    """A judge's result of an event's table: its sides in turn order, each with its outcome.

    ``sides``: the people of each; None if their data was deleted.
    ``games``: those of its match, oldest first. ``when``: the time of the ruling, ``first``: of the table's
    first result. ``channels``: where it was played. ``wins``: the games that each side has won in a match
    of several; ``void``: nothing counts.
    """

    games: tuple[GameId, ...]
    when: Time
    first: Time
    channels: tuple[int, ...]
    variant: str
    sides: tuple[tuple[Person | None, ...], ...]
    endings: tuple[Ending, ...]
    best_of: int = 1
    wins: tuple[int, ...] = ()
    drawn_games: int = 0
    void: bool = False


class EventResults(LeagueStore):
    """Brings results of events to leagues. Each method raises Refusal "result_unchanged" if there is
    nothing to do."""

    @unit_of_work
    async def rule(self, unit: UnitOfWork, ruled: RuledTable) -> None:
        """Set a league's result of a table to a judge's result in the event, unless the league has a later
        ruling on one that isn't withdrawn.

        It ignores tables played before the league had the channel, and whole matches if the league's matches
        have another number of games. Raises Refusal "result_unchanged", "league_archived".
        """
        queries, league = self.repository.queries, unit.was.league
        known = [record for game in ruled.games for of, record in await queries.of_game(game) if of == league]
        records = [record for record in known if not record.withdrawn]
        later = [one for one in await queries.ruled(ruled.games) if one.league == league]
        if records and any(one.when > ruled.when for one in later):
            raise Refusal("result_unchanged")
        if ruled.void:
            _void(unit, records)
        elif ruled.best_of in (1, unit.was.rules.best_of):
            await self._enter(unit, records, ruled)
        if not unit.acts:
            raise Refusal("result_unchanged")

    async def _enter(self, unit: UnitOfWork, records: Sequence[ResultRecord], ruled: RuledTable) -> None:
        queries, record = self.repository.queries, records[-1] if records else None
        numbers = _numbers(unit, ruled, None if record is None else record.result)
        result = _ruled(unit.state, None if record is None else record.result, ruled, numbers)
        if ruled.wins:
            _void(unit, records[:-1])  # single games of the match
        if record is not None:
            _correct(unit, record, result)
            return
        since = await queries.fed_since(unit.was.league, ruled.channels)
        if since is None or ruled.first < since or not validity.fits(unit.state.rules, result):
            raise Refusal("result_unchanged")
        unit.add(RecordResult(number=ResultNumber(unit.state.results + 1), result=result, strict=True))
        await suspect_twin(unit, unit.after[ResultNumber(unit.state.results)], queries)

    @unit_of_work
    async def give_bye(
        self, unit: UnitOfWork, people: Sequence[Person], when: Time, channels: Sequence[int], variant: str
    ) -> None:
        """Enter a bye of an event's round that began at this time in one of these channels.

        Raises Refusal "result_unchanged" if the league took no games there then; "league_archived".
        """
        since = await self.repository.queries.fed_since(unit.was.league, channels)
        if since is None or when < since:
            raise Refusal("result_unchanged")
        lines = tuple(PlayerResult(player=number) for number in unit.numbers(people))
        result = Result(
            played=when,
            entrants=(Entrant(lines=lines, place=1, ending=Ending.WON),),
            source=ResultSource.TABLE,
            variant=variant,
        )
        if not validity.fits(unit.state.rules, result):
            raise Refusal("result_unchanged")
        unit.add(RecordResult(number=ResultNumber(unit.state.results + 1), result=result, strict=True))


def _numbers(unit: UnitOfWork, ruled: RuledTable, was: Result | None) -> Sequence[Sequence[PlayerNumber]]:
    """Return the league's numbers of a table's people.

    Those whose data was deleted are the players whom no one else is in the table's result so far, or else
    new ones without a name.
    """
    known = {one: unit.number(one) for side in ruled.sides for one in side if one is not None}
    taken = {unit.state.resolved(one) for one in known.values()}
    left = iter([one for one in was.players if unit.state.resolved(one) not in taken] if was else ())
    return [
        [(next(left, None) or unit.nameless()) if one is None else known[one] for one in side]
        for side in ruled.sides
    ]


def _void(unit: UnitOfWork, records: Sequence[ResultRecord]) -> None:
    for record in records:
        if not record.void:
            unit.change(record, VoidResult(number=record.number))


def _correct(unit: UnitOfWork, record: ResultRecord, result: Result) -> None:
    """Correct a result of the league to this one, by the judges' act for its state."""
    was = record.result
    same = (result.entrants, result.draw, result.drawn_games) == (was.entrants, was.draw, was.drawn_games)
    if record.void:
        unit.change(record, RestoreVoided(number=record.number))
        record = unit.after[record.number]
    if record.state in (ResultState.PENDING, ResultState.DISPUTED):
        verdict = Verdict.ACCEPT if same else Verdict.REPLACE
        unit.change(record, Rule(number=record.number, verdict=verdict, result=None if same else result))
    elif not same:
        unit.change(record, EditResult(number=record.number, result=result))


def _ruled(
    state: LeagueState, was: Result | None, ruled: RuledTable, numbers: Sequence[Sequence[PlayerNumber]]
) -> Result:
    """Return a result with these outcomes; an existing result keeps everything else."""
    endings = {
        state.resolved(number): ending
        for side, ending in zip(numbers, ruled.endings, strict=True)
        for number in side
    }
    places = _places(ruled.endings)
    draw = Draw.AGREED if Ending.DREW in ruled.endings else None
    wins: Sequence[int | None] = ruled.wins or (None,) * len(numbers)
    won = {state.resolved(side[0]): games for side, games in zip(numbers, wins, strict=True)}
    same = was is not None and {state.resolved(one) for one in was.players} == endings.keys()
    if was is not None and same:
        sides = [(entrant, state.resolved(entrant.players[0])) for entrant in was.entrants]
        entrants = tuple(
            replace(_placed(entrant, endings[one], places), games=won[one]) for entrant, one in sides
        )
        draw = draw and (was.draw or draw)
        return replace(was, entrants=entrants, draw=draw, drawn_games=ruled.drawn_games)
    entrants = tuple(
        Entrant(
            lines=tuple(PlayerResult(player=number, seat=seat) for number in side),
            place=places[ending],
            ending=ending,
            games=won[state.resolved(side[0])],
        )
        for seat, (side, ending) in enumerate(zip(numbers, ruled.endings, strict=True), start=1)
    )
    return Result(
        played=ruled.when if was is None else was.played,
        entrants=entrants,
        source=ResultSource.TABLE,
        game=ruled.games[-1],
        entry=None if was is None else was.entry,
        draw=draw,
        variant=ruled.variant,
        drawn_games=ruled.drawn_games,
    )


def _places(endings: Sequence[Ending]) -> Mapping[Ending, int]:
    """Return the place of sides by their ending; if all of them lost, the last one."""
    first = sum(ending is not Ending.LOST for ending in endings)
    if not first:
        return dict.fromkeys(Ending, len(endings))
    return {ending: 1 + first if ending is Ending.LOST else 1 for ending in Ending}


def _placed(entrant: Entrant, ending: Ending, places: Mapping[Ending, int]) -> Entrant:
    """Return a side with another ending; if it is the same, the side keeps its place among the losers."""
    if entrant.ending is ending is Ending.LOST and entrant.place >= places[ending]:
        return entrant
    return replace(entrant, place=places[ending], ending=ending)
