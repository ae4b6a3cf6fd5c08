"""Tables whose games end: each is a result of the leagues that its channel feeds, in the same transaction."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec import Struct

from rules.game.game import Game
from rules.game.parts import GameId, Player, PlayerId
from rules.leagues import validity
from rules.leagues.acts.judges import Judge
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.results import (
    RecordResult,
    RefuseWithdrawal,
    RestoreResult,
    SuspectDuplicate,
)
from rules.leagues.acts.seals import seal_of, withdrawal
from rules.leagues.from_game import TimedEvents, result_of
from rules.leagues.result import DAY, LeagueId, PlayerNumber, ResultNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from rules.table import Table
from rules.turns.clock import SECOND, Clock
from storage.engine.group_commit import AttachedWrite
from storage.events.store import Location, Request
from storage.leagues.queries import LeagueQueries
from storage.leagues.repository import LeagueStore
from storage.leagues.unit_of_work import UnitOfWork

SEAL_SEARCH_LIMIT = 100
"""Entries about one result among which its seal is looked for."""
REFUSALS = 20
"""Maximum refused undos of one result in its ledger, few enough to keep the seal's act in view."""


class GameOver(Struct, frozen=True, kw_only=True):
    """The entry about to be written ends a table, or continues it after all.

    ``at`` is the current action then, ``after`` the table, ``clock`` its clocks; ``line`` reads the steps
    that led to it, oldest first; ``judge``: the requester, if they are a judge.
    """

    game: GameId
    location: Location
    request: Request
    at: int
    after: Table
    clock: Clock
    line: Callable[[], Awaitable[Sequence[TimedEvents]]]
    judge: Judge | None = None


class TableResults(LeagueStore):
    """Brings the results of tables to their leagues."""

    @asynccontextmanager
    async def pending_league_writes(self, game_over: GameOver) -> AsyncGenerator[AttachedWrite]:
        """Yield the leagues' writes for the entry's transaction; leagues wait until the end of the block.

        Raises Refusal as `withdrawal` does if the table undoes an end whose result is sealed.
        """
        async with AsyncExitStack() as inside:
            units = await self._units(game_over, inside)
            yield self.repository.attached(*[self.repository.change_of(unit) for unit in units if unit.acts])

    async def _units(self, game_over: GameOver, inside: AsyncExitStack) -> Iterable[UnitOfWork]:
        """Return the units of work of the leagues concerned, all of them entered."""
        over = isinstance(game_over.after, Game) and game_over.after.outcome is not None
        # A thread's games are results of its channel's leagues too.
        places = (game_over.location.channel, game_over.location.parent) if over else ()
        fed = await self.repository.queries.of_channels(*places)
        units: dict[LeagueId, UnitOfWork] = {}
        # Everyone enters in the same order, so that no one waits for someone who waits for them.
        for league in sorted({*await self._known(game_over.game), *fed}):
            state = await inside.enter_async_context(self.repository.enter(league))
            units[league] = self.repository.unit(state, game_over.request)
        known = await self._known(game_over.game)  # again, now that no one else changes them
        ruled = await self._ruled_matches(game_over)
        for league, unit in units.items():
            if league in ruled or any(_is_ruled(record) for record in known.get(league, ())):
                continue  # a judge's ruling stands, whatever happens to the game
            for record in known.get(league, ()):
                await self._adjust(unit, record, game_over, over=over)
            there = any(record.result.entry == game_over.at for record in known.get(league, ()))
            if league in fed and not there and not unit.state.archived:
                reopened = any(
                    record.withdrawn and record.stage is ResultState.PENDING
                    for record in known.get(league, ())
                )
                await _record(self.repository.queries, unit, game_over, reopened=reopened)
        return units.values()

    async def _ruled_matches(self, game_over: GameOver) -> set[LeagueId]:
        """Return the leagues with a judge's result of a game's whole match, entered at an earlier game of
        it."""
        earlier = game_over.after.options.match
        found = [
            known for one in earlier for known in await self.repository.queries.of_game(GameId(one.number))
        ]
        return {league for league, record in found if record.counts and record.result.is_match}

    async def _adjust(
        self, unit: UnitOfWork, record: ResultRecord, game_over: GameOver, *, over: bool
    ) -> None:
        """Count only a game's current ending, if any, of all its endings."""
        stands = over and record.result.entry == game_over.at
        if stands and record.withdrawn:
            asks = record.stage is ResultState.PENDING
            unit.change(record, RestoreResult(number=record.number, asks=asks))
        elif not stands and not record.withdrawn:
            league = unit.was.league
            entries = await self.repository.store.entries(
                league, result=record.number, limit=SEAL_SEARCH_LIMIT
            )
            done = [entry.act for entry in entries]
            try:
                act = withdrawal(unit.state, record, done, game_over.judge)
            except Refusal:
                await self._keep_refusal(unit.was, record, entries, game_over.request)
                raise
            unit.change(record, act)

    async def _keep_refusal(
        self, state: LeagueState, record: ResultRecord, entries: Sequence[LedgerEntry], request: Request
    ) -> None:
        """Record that someone tried to withdraw a sealed result; per person once a day.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        now = self.repository.now()
        tried = [entry for entry in entries if isinstance(entry.act, RefuseWithdrawal)]
        today = any(entry.user == request.member and entry.when > now - DAY for entry in tried)
        seal = seal_of(record, [entry.act for entry in entries], state.seasons)
        if today or len(tried) >= REFUSALS or seal is None:
            return
        unit = UnitOfWork(state, now, request.member)  # the interaction changes nothing
        unit.add(RefuseWithdrawal(number=record.number, seal=seal))
        await self.repository.carry_out(unit)

    async def _known(self, game: GameId) -> dict[LeagueId, list[ResultRecord]]:
        """Return the leagues' results of a game, one for each ending that it has had."""
        found: dict[LeagueId, list[ResultRecord]] = {}
        for league, record in await self.repository.queries.of_game(game):
            found.setdefault(league, []).append(record)
        return found


def _is_ruled(record: ResultRecord) -> bool:
    """Return whether a result is a judge's ruling at a table, also a void one, not the end of its game."""
    return record.result.entry is None and not record.withdrawn


async def _record(queries: LeagueQueries, unit: UnitOfWork, game_over: GameOver, *, reopened: bool) -> None:
    """Enter the result of a finished game, if the league accepts it. Subgames are part of a game."""
    game = game_over.after
    if not isinstance(game, Game) or len(game.sides) < 2 or game.options.subgame:
        return
    trial = UnitOfWork(unit.was, unit.when, unit.user, unit.interaction)
    log = await game_over.line()
    result = result_of(
        game,
        log,
        _numbers(trial, game.players),
        number=game_over.game,
        entry=game_over.at,
        time_up=game_over.clock.is_time_up(log[-1].when * SECOND),
    )
    if result is None or not validity.fits(unit.state.rules, result):
        return
    _numbers(unit, game.players)
    unit.add(
        RecordResult(
            number=ResultNumber(unit.state.results + 1), result=result, reopened=reopened, strict=True
        )
    )
    await suspect_twin(unit, unit.after[ResultNumber(unit.state.results)], queries)


async def suspect_twin(unit: UnitOfWork, new: ResultRecord, queries: LeagueQueries) -> None:
    """Make a reported result wait for a judge if a table's seems to be of the same game."""
    other = await queries.twin(unit.state, new)
    if other is not None:
        unit.change(other, SuspectDuplicate(number=other.number, other=new.number))


def _numbers(unit: UnitOfWork, players: Iterable[Player]) -> dict[PlayerId, PlayerNumber]:
    """Return the league's people for everyone at a table; guests whose name is taken get another name."""
    numbers: dict[PlayerId, PlayerNumber] = {}
    taken: set[PlayerNumber] = set()
    for player in sorted(players, key=lambda one: one.user is None):
        number, same = unit.number(Person(player.name, player.user)), 1
        while unit.state.resolved(number) in taken:
            same += 1
            number = unit.number(Person(f"{player.name} ({same})"))
        numbers[player.id] = number
        taken.add(unit.state.resolved(number))
    return numbers
