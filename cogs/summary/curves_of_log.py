"""From the log of a game to the curves of its life totals. Pure: `cogs.charts.plot` draws them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_

from cogs.summary.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.text import announcements, names
from cogs.text.formatting import listed, unmarked
from cogs.text.language import tr, trn, trp
from rules.events.commanders import CommanderNamed
from rules.events.endings import GameEnded, GameRestarted, PlayersLeft
from rules.events.event import Event
from rules.events.life import LifeGained, LifeLost
from rules.events.roles import LeaderReplaced
from rules.events.table import GameStarted, PlayerJoined, SeatHandedOver
from rules.events.turns import TurnBegan
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import GameId, Outcome, PlayerId, PlayerOutcome, TotalOwner, TurnOwner
from storage.games.games import LogEntry
from storage.workers.slices import pause, sliced

_FATES: Mapping[PlayerOutcome, Fate] = {
    PlayerOutcome.WON: Fate.WON,
    PlayerOutcome.LOST: Fate.LOST,
    PlayerOutcome.DRAW: Fate.DRAW,
}


@dataclass(slots=True)
class _Trace:
    """A life total during the reading: its values by the moment from which they apply."""

    name: str
    group: int
    members: set[PlayerId]
    """The current members of the total."""
    values: list[tuple[int, int]]
    end: int | None = None
    fate: Fate = Fate.PLAYING
    why: str = ""
    turn: int = 0


@dataclass(slots=True)
class _Reading:
    """Follows a game. Moment 0 is its start; each entry of the log adds at most one moment per turn."""

    game: Game
    traces: dict[TotalOwner, _Trace] = field(default_factory=dict[TotalOwner, _Trace])
    groups: dict[TotalOwner | TurnOwner, int] = field(default_factory=dict[TotalOwner | TurnOwner, int])
    """The number of the side that a side, or a player on it, belongs to."""
    moments: list[int] = field(default_factory=list[int])
    """The turn, counted from 0, of every moment after the start."""
    turns: list[tuple[int, TurnOwner]] = field(default_factory=list[tuple[int, TurnOwner]])
    """The number of every turn and its owner."""
    restarts: list[int] = field(default_factory=list[int])
    outcome: Outcome | None = None
    players: int = 0
    fresh: bool = True
    """Whether the next change is a separate moment."""

    def __post_init__(self) -> None:
        game = self.game
        self.players = len(game.players)
        self.turns.append((game.turn.number, game.turn.taker))
        for group, side in enumerate(game.sides):
            self.groups |= dict.fromkeys((side.id, *side.members), group)
        for holder, total in game.life.items():
            self.traces[holder] = _Trace(
                name=unmarked(names.life_holder(game, holder)),
                group=self.groups[holder],
                members={player.id for player in game.players if game.life_holder(player.id) == holder},
                values=[(0, total)],
            )

    def take(self, event: Event) -> None:
        match event:
            case LifeLost() | LifeGained():
                self.traces[self.game.life_holder(event.who)].values.append((self.moment(), event.total))
            case TurnBegan():
                self.turns.append((event.number, event.taker))
                self.fresh = True
            case PlayersLeft():
                self.leave(event)
            case GameEnded():
                self.ended(event)
            case GameRestarted():
                self.restart(event.game)
            case PlayerJoined():
                self.join(event)
            case CommanderNamed():
                self.game = event.apply(self.game)
            case SeatHandedOver():
                self.hand_over(event)
            case LeaderReplaced(stays=True):
                self.play_on(event.before)
            case _:
                pass

    def moment(self) -> int:
        if self.fresh:
            self.moments.append(len(self.turns) - 1)
            self.fresh = False
        return len(self.moments)

    def restart(self, game: Game) -> None:
        moment = self.moment()
        self.restarts.append(moment)
        self.game = game
        self.turns.append((game.turn.number, game.turn.taker))
        for holder, total in game.life.items():
            self.traces[holder].values.append((moment, total))

    def join(self, event: PlayerJoined) -> None:
        """Add a late joiner: a line that begins later, or another player of a team's line."""
        id, side = event.player.id, event.player.side
        self.game = event.apply(self.game)
        self.players += 1
        self.groups[id] = self.groups.setdefault(side, len(set(self.groups.values())))
        holder = self.game.life_holder(id)
        if event.life is None:
            self.traces[holder].members.add(id)
            return
        self.traces[holder] = _Trace(
            name=unmarked(names.life_holder(self.game, holder)),
            group=self.groups[id],
            members={id},
            values=[(self.moment(), event.life)],
        )

    def hand_over(self, event: SeatHandedOver) -> None:
        self.game = event.apply(self.game)
        holder = self.game.life_holder(event.who)
        self.traces[holder].name = unmarked(names.life_holder(self.game, holder))

    def play_on(self, who: PlayerId) -> None:
        """Remove a player's knock-out, since a later credit lets the player play on."""
        trace = self.traces[self.game.life_holder(who)]
        trace.members.add(who)
        trace.end, trace.fate, trace.why, trace.turn = None, Fate.PLAYING, "", 0

    def leave(self, event: PlayersLeft) -> None:
        for one in event.leaving:
            trace = self.traces[self.game.life_holder(one.who)]
            trace.members.discard(one.who)
            if not trace.why or one.cause != "lose_team":
                trace.why = unmarked(announcements.cause(self.game, one))
            if not trace.members:
                trace.end, trace.fate, trace.turn = self.moment(), Fate.OUT, self.turns[-1][0]

    def ended(self, event: GameEnded) -> None:
        self.moment()
        self.outcome = event.outcome
        for trace in self.traces.values():
            if trace.fate is Fate.PLAYING:
                result = event.results[next(iter(trace.members))]
                trace.fate = _FATES.get(result, Fate.PLAYING)

    def lines(self) -> list[LifeLine]:
        places, end = self.places()
        return [_line(holder, trace, places, end) for holder, trace in self.traces.items()]

    def curves(self, number: GameId, lines: Sequence[LifeLine]) -> LifeCurves:
        places, end = self.places()
        several = self.game.rules.markers
        marks = (
            TurnMark(at=at, number=n, line=None if several else self._line_of(taker))
            for at, (n, taker) in enumerate(self.turns)
        )
        return LifeCurves(
            heading=self.heading(),
            about=self.about(number),
            lines=tuple(lines),
            end=end,
            over=self.outcome is not None,
            unit=trp("axis", "turn") if self.by_turns else trp("axis", "step"),
            turns=tuple(marks) if self.by_turns else (),
            restarts=tuple(places[moment] for moment in self.restarts),
        )

    def _line_of(self, taker: TurnOwner) -> int:
        """Return the number of a taker's line; of a team with several the first."""
        if taker in self.traces:
            return list(self.traces).index(taker)
        group = self.groups[taker]
        return next(n for n, trace in enumerate(self.traces.values()) if trace.group == group)

    @property
    def by_turns(self) -> bool:
        return len(self.turns) > 1

    def places(self) -> tuple[list[float], float]:
        """Return the x of every moment and of the end: turns are equally wide, and so are a turn's
        moments."""
        if not self.by_turns:
            return [float(n) for n in range(len(self.moments) + 1)], float(max(1, len(self.moments)))
        places = [0.0]
        counts = Counter(self.moments)
        for turn in range(len(self.turns)):
            count = counts[turn]
            places += [turn + n / (count + 1) for n in range(1, count + 1)]
        return places, places[-1] if self.outcome is not None else float(len(self.turns))

    def heading(self) -> str:
        """Return the result, or whose turn it is."""
        if self.outcome is None:
            number, taker = self.turns[-1]
            if self.game.rules.markers:
                return tr("Turn {number}", number=number)
            taker = unmarked(names.taker(self.game, taker))
            return tr("Turn {number}: {taker}'s turn", number=number, taker=taker)
        if self.outcome.result is PlayerOutcome.DRAW:
            return tr("The game is a draw")
        if self.outcome.result is PlayerOutcome.NONE:
            return tr("No result")
        return _winning(self.game, self.outcome.winners)

    def about(self, number: GameId) -> str:
        parts = [tr("Game {number}", number=number), tr(VARIANTS[self.game.rules.variant].name)]
        parts.append(trn("{n} player", "{n} players", self.players))
        parts += [trn("{n} turn", "{n} turns", len(self.turns))] if self.by_turns else []
        return " · ".join(parts)


def curves(number: GameId, entries: Iterable[LogEntry]) -> LifeCurves | None:
    """Return the life totals over a game from the actions that led to its current state, oldest first.

    ``number`` is the game's. None while it is still in its lobby.
    """
    reading: _Reading | None = None
    for entry in entries:
        reading = _read(reading, entry)
    return reading.curves(number, reading.lines()) if reading is not None else None


async def curves_in_slices(number: GameId, entries: Iterable[LogEntry]) -> LifeCurves | None:
    """Return the life totals of a possibly long log, with pauses for other tasks."""
    return await IncrementalCurves().of(number, [*entries])


class IncrementalCurves:
    """The life totals over a game in progress, which reads each entry of the log once."""

    def __init__(self) -> None:
        self._reading: _Reading | None = None
        self._read: list[LogEntry] = []

    async def of(self, number: GameId, entries: Sequence[LogEntry]) -> LifeCurves | None:
        """Return the curves as `curves_in_slices`, always in the same language."""
        entries, count = [*entries], len(self._read)
        goes_on = count <= len(entries) and all(map(is_, self._read, entries))
        reading, new = (self._reading, entries[count:]) if goes_on else (None, entries)
        self._reading, self._read = None, []  # cancellation would leave it half read
        async for entry in sliced(new):
            reading = _read(reading, entry)
        self._reading, self._read = reading, entries
        if reading is None:
            return None
        places, end = reading.places()
        lines = [_line(holder, trace, places, end) async for holder, trace in sliced(reading.traces.items())]
        await pause()  # to throw away what was read of a long log takes a while, too
        return reading.curves(number, lines)


def _read(reading: _Reading | None, entry: LogEntry) -> _Reading | None:
    for event in entry.events:
        if isinstance(event, GameStarted):
            reading = _Reading(event.game)
        elif reading is not None:
            reading.take(event)
    if reading is not None:
        reading.fresh = True
    return reading


def _line(holder: TotalOwner, trace: _Trace, places: Sequence[float], end: float) -> LifeLine:
    by_moment = dict(trace.values)
    return LifeLine(
        name=trace.name,
        group=trace.group,
        points=tuple((places[moment], total) for moment, total in by_moment.items()),
        end=end if trace.end is None else places[trace.end],
        fate=trace.fate,
        why=trace.why,
        turn=trace.turn,
        holder=holder,
    )


def _winning(game: Game, winners: Sequence[PlayerId]) -> str:
    side = next(side for side in game.sides if winners[0] in side.members)
    if not set(winners) <= set(side.members):
        return tr("{who} win", who=listed(unmarked(names.player_name(game, id)) for id in winners))
    if not side.is_team:
        return tr("{who} wins", who=game.player(side.members[0]).name)
    members = listed(unmarked(names.player_name(game, id)) for id in side.members)
    if names.plural(side.name):
        return tr("The {team} win ({members})", team=names.team(side.name), members=members)
    return tr("{team} wins ({members})", team=names.team(side.name), members=members)
