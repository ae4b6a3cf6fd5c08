"""The log of a game, or its last part: which steps count, which belong to a kind or to a player."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from cogs.text import timers
from cogs.text.formatting import abridged
from cogs.text.language import trn
from cogs.text.log import entry_text, fixes, people
from cogs.text.log.holders import games_then
from rules.events import EVENTS
from rules.events.cards import CardResolved
from rules.events.commanders import CommanderCast, CommanderDamageSet, CommanderNamed
from rules.events.continuous_effects import EffectBegan, EffectEnded, EffectUsed
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.endings import (
    DrawAgreed,
    GameEnded,
    GameLossReplaced,
    GameRestarted,
    KnockOutCredited,
    PlayersLeft,
)
from rules.events.event import Event
from rules.events.life import DamageDealt, DamagePrevented, DamageReplaced, LifeGained, LifeLost, LifePaid
from rules.events.table import (
    ChanceDrawn,
    GameFixed,
    GameStarted,
    HoldBegan,
    HoldEnded,
    LinkChanged,
    LobbyChanged,
    PlanarDieRolled,
    PlayerJoined,
    SeatHandedOver,
)
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.setup.lobby_actions import LobbyAction
from rules.table import Table
from rules.turns.clock import CallTurn, ExtendTurn
from storage.games.games import EntryKind, LogEntry, Step
from storage.games.requests.continuing import replaced
from storage.games.steps import entered, steps

MAX_UNDONE_LISTED = 5
"""How many undone steps are listed individually."""


def _facts_of(module: str) -> tuple[type[Event], ...]:
    return tuple(event for event in EVENTS.values() if event.__module__ == f"rules.events.{module}")


UNDO_FILTER = "undo"


CLOCK = "clock"


_KINDS: Mapping[str, tuple[type[Event], ...]] = {
    "life": (LifeLost, LifeGained, LifePaid),
    "damage": (DamageDealt, DamagePrevented, DamageReplaced),
    "counters": (CountersAdded, CountersRemoved),
    "commanders": (CommanderNamed, CommanderCast, CommanderDamageSet),
    "tallies": _facts_of("tallies"),
    "votes": _facts_of("votes"),
    "turns": _facts_of("turns"),
    "effects": (CardResolved, EffectBegan, EffectUsed, EffectEnded, GameLossReplaced),
    "designations": _facts_of("designations"),
    "hands": _facts_of("library"),
    "chance": (ChanceDrawn, PlanarDieRolled),
    "endings": (PlayersLeft, KnockOutCredited, GameEnded, GameRestarted, DrawAgreed),
    "table": (
        *(LobbyChanged, GameStarted, PlayerJoined, SeatHandedOver),
        *(LinkChanged, HoldBegan, HoldEnded),
        *_facts_of("roles"),
    ),
    UNDO_FILTER: (GameFixed,),
    CLOCK: (),
}


LOG_FILTERS: Mapping[str, AbstractSet[type[Event]]] = {
    kind: frozenset(facts) for kind, facts in _KINDS.items()
}
"""The log's filters and the facts that belong to each; undo is for steps undone or fixed, clock for changes
of the clocks."""


class GameLogText:
    """The log of a game, or its last part, oldest entry first; ``table`` is the game's current state.

    ``steps``: the steps after fixes (default: as entered).
    """

    def __init__(self, table: Table, entries: Sequence[LogEntry], steps: Sequence[Step] = ()) -> None:
        self.entries = entries
        self.game = people.cast(entries, table)
        """The game with everyone who has ever played in it; None before it has started."""
        self._numbered = {entry.number: entry for entry in entries}
        at = entries[-1].at if entries else 0
        self._live = frozenset(entry.number for entry in way(self._numbered, at))
        self._steps = {step.entry.number: step for step in steps}
        self._replaced = replaced(entries)
        self._then = games_then(self.game, entries)

    def undone(self, entry: LogEntry) -> bool:
        """Return whether a step is undone and not redone."""
        if entry.kind is not EntryKind.ACT:
            return False
        step = None if entry.fix is not None else self._steps.get(entry.number)
        return entry.number not in self._live if step is None else not step.counts

    def step(self, entry: LogEntry) -> Step | None:
        """Return a fixable step of the current game; None for any other entry."""
        lobby = isinstance(entry.action, LobbyAction)
        if entry.kind is not EntryKind.ACT or entry.fix is not None or lobby or self.undone(entry):
            return None
        return self._steps.get(entry.number) or entered(entry)

    def steps(self, entry: LogEntry) -> list[LogEntry]:
        """Return the steps that an undo reversed, latest first, or a redo restored, earliest first."""
        if entry.kind is EntryKind.UNDO:
            return list(way(self._numbered, entry.parent, entry.at))
        return list(way(self._numbered, entry.at, entry.parent))[::-1]

    def line(self, number: int) -> Iterator[LogEntry]:
        """Return the steps up to and including one, oldest first, from a whole log."""
        return (step.entry for step in steps(self._numbered, number) if step.counts)

    def possible(self, kind: EntryKind) -> int:
        """Return how many steps can be undone, or redone, now."""
        if kind is EntryKind.UNDO:
            return len(self._live) - 1
        at, count = self.entries[-1].at, 0
        following = {one.parent: one.number for one in self.entries if one.kind is EntryKind.ACT}
        while at in following:
            at, count = following[at], count + 1
        return count

    def happened(self, entry: LogEntry) -> str:
        """Return an entry's result, with totals before and after and without bold."""
        return self._happened(entry).replace("**", "")

    def _happened(self, entry: LogEntry) -> str:
        if entry.kind is EntryKind.ACT:
            step = None if entry.fix is not None else self._steps.get(entry.number)
            shown = entry if step is None or not step.counts else step.entry
            return entry_text.with_totals(self._game_at(entry), shown)
        if entry.change is not None:
            return timers.clock_change(self.game, entry.change)
        steps = self.steps(entry)
        if len(steps) == 1:
            say = entry_text.undone if entry.kind is EntryKind.UNDO else entry_text.short_result
            what = say(self._game_at(steps[0]), steps[0])
            return entry_text.moved_one(entry, steps[0].number, what)
        numbers = abridged([step.number for step in steps], MAX_UNDONE_LISTED)
        if entry.kind is EntryKind.UNDO:
            return trn("undid {n} step: {numbers}", "undid {n} steps: {numbers}", len(steps), numbers=numbers)
        return trn("redid {n} step: {numbers}", "redid {n} steps: {numbers}", len(steps), numbers=numbers)

    def _game_at(self, entry: LogEntry) -> Game | None:
        """Return the game with the names that players had then."""
        return self._then.get(entry.number, self.game)

    def found(self, kind: str = "", who: PlayerId | None = None) -> list[LogEntry]:
        """Return the entries of a kind (default: all) about a player (default: all), without those that the
        next entry replaces."""
        return [*filter(self.matches(kind, who), self.entries)]

    def matches(self, kind: str = "", who: PlayerId | None = None) -> Callable[[LogEntry], bool]:
        """Return whether an entry is of a kind (default: any) and about a player (default: anyone), as
        `found` returns it."""
        sides = self.game.sides if self.game is not None else ()
        whose = None if who is None else {who, *(side.id for side in sides if who in side.members)}

        def matches(entry: LogEntry) -> bool:
            shown = entry.number not in self._replaced
            return shown and self._is(entry, kind) and self._about(entry, whose)

        return matches

    def _is(self, entry: LogEntry, kind: str) -> bool:
        if kind == CLOCK:
            return entry.change is not None
        if kind == UNDO_FILTER:
            moves = entry.kind in (EntryKind.UNDO, EntryKind.REDO) or entry.fix is not None
            return moves or self.undone(entry)
        return not kind or not LOG_FILTERS[kind].isdisjoint(map(type, entry.events))

    def _about(self, entry: LogEntry, whose: AbstractSet[str] | None) -> bool:
        """Return whether an entry concerns a player or their side, or anyone (None)."""
        if whose is None:
            return True
        if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
            return any(self._about(step, whose) for step in self.steps(entry))
        if isinstance(entry.change, ExtendTurn | CallTurn):
            return entry.change.turn.taker in whose
        facts = entry.events if entry.fix is None else fixes.facts(entry.number, entry.fix)
        return any(not whose.isdisjoint(people.players_in_event(event)) for event in facts)


def way(numbered: Mapping[int, LogEntry], number: int, until: int = 0) -> Iterator[LogEntry]:
    """Yield the steps between two states, newest first, as far as these entries reach."""
    while number > until and number in numbered:
        yield numbered[number]
        number = numbered[number].parent
