"""The log in words: one line for each entry, on the board, page by page, and as a file."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import discord
from msgspec.structs import replace

from cogs.drawing.cutting import shortened
from cogs.text import events, fixes, log_lines, names, timers
from cogs.text.formatting import escape
from cogs.text.language import spoken, tr, trn
from rules.events import EVENTS
from rules.events.cards import CardResolved
from rules.events.commanders import CommanderCast, CommanderDamageSet, CommanderNamed
from rules.events.continuous_effects import EffectBegan, EffectEnded, EffectUsed
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.endings import DrawAgreed, GameEnded, GameLossReplaced, GameRestarted, PlayersLeft
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
from rules.events.tallies import ReminderEnded, ReminderGiven, ReminderSet, TallyChanged, TallyEnded
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.setup.lobby_actions import LobbyAction
from rules.table import Table
from rules.turns.clock import CallTurn, ExtendTurn
from storage.games.continuing import replaced
from storage.games.games import EntryKind, LogEntry, Step
from storage.games.steps import entered, steps

LINE = 240
"""Characters of one line."""
SHOWN = 5
"""Undone steps that are told one by one."""

LINES_KEPT = 4096
_lines: OrderedDict[int, tuple[LogEntry, object, str]] = OrderedDict()
"""Lines by the interaction of their entry, with all that they depend on."""


def _facts_of(module: str) -> tuple[type[Event], ...]:
    return tuple(event for event in EVENTS.values() if event.__module__ == f"rules.events.{module}")


UNDO = "undo"
CLOCK = "clock"
_KINDS: Mapping[str, tuple[type[Event], ...]] = {
    "life": (LifeLost, LifeGained, LifePaid),
    "damage": (DamageDealt, DamagePrevented, DamageReplaced),
    "counters": (CountersAdded, CountersRemoved),
    "commanders": (CommanderNamed, CommanderCast, CommanderDamageSet),
    "tallies": _facts_of("tallies"),
    "turns": _facts_of("turns"),
    "effects": (CardResolved, EffectBegan, EffectUsed, EffectEnded, GameLossReplaced),
    "designations": _facts_of("designations"),
    "hands": _facts_of("library"),
    "chance": (ChanceDrawn, PlanarDieRolled),
    "endings": (PlayersLeft, GameEnded, GameRestarted, DrawAgreed),
    "table": (
        *(LobbyChanged, GameStarted, PlayerJoined, SeatHandedOver),
        *(LinkChanged, HoldBegan, HoldEnded),
    ),
    UNDO: (GameFixed,),
    CLOCK: (),
}
KINDS: Mapping[str, AbstractSet[type[Event]]] = {kind: frozenset(facts) for kind, facts in _KINDS.items()}
"""What the log can be looked through for, and the facts that belong to it; undo is for steps taken
back or fixed, clock for what was done to the clocks."""


class GameLogText:
    """The log of a game, or its last part, oldest entry first; ``table`` is what the game has come to.

    ``steps`` are those of the game as fixes have left them; without them, as they were entered.
    """

    def __init__(self, table: Table, entries: Sequence[LogEntry], steps: Sequence[Step] = ()) -> None:
        self.entries = entries
        self.game = _cast(table, entries)
        """The game with everybody who has ever played in it; None while it has not started."""
        self._numbered = {entry.number: entry for entry in entries}
        at = entries[-1].at if entries else 0
        self._live = frozenset(entry.number for entry in way(self._numbered, at))
        self._steps = {step.entry.number: step for step in steps}
        self._replaced = replaced(entries)

    def undone(self, entry: LogEntry) -> bool:
        """Whether a step has been taken back, and not been done again."""
        if entry.kind is not EntryKind.ACT:
            return False
        step = None if entry.fix is not None else self._steps.get(entry.number)
        return entry.number not in self._live if step is None else not step.counts

    def step(self, entry: LogEntry) -> Step | None:
        """A step of the game as it stands, which can be fixed; None for any other entry."""
        lobby = isinstance(entry.action, LobbyAction)
        if entry.kind is not EntryKind.ACT or entry.fix is not None or lobby or self.undone(entry):
            return None
        return self._steps.get(entry.number) or entered(entry)

    def steps(self, entry: LogEntry) -> list[LogEntry]:
        """The steps that an undo took back, the last one first, or a redo did again, the first one first."""
        if entry.kind is EntryKind.UNDO:
            return list(way(self._numbered, entry.parent, entry.at))
        return list(way(self._numbered, entry.at, entry.parent))[::-1]

    def line(self, number: int) -> Iterator[LogEntry]:
        """The steps that led to the outcome of one, itself included, oldest first; of a whole log."""
        return (step.entry for step in steps(self._numbered, number) if step.counts)

    def possible(self, kind: EntryKind) -> int:
        """How many steps can be undone, or redone, now."""
        if kind is EntryKind.UNDO:
            return len(self._live) - 1
        at, count = self.entries[-1].at, 0
        following = {one.parent: one.number for one in self.entries if one.kind is EntryKind.ACT}
        while at in following:
            at, count = following[at], count + 1
        return count

    def happened(self, entry: LogEntry) -> str:
        """What an entry did, with totals before and after, nothing in bold."""
        return self._happened(entry).replace("**", "")

    def _happened(self, entry: LogEntry) -> str:
        if entry.kind is EntryKind.ACT:
            step = None if entry.fix is not None else self._steps.get(entry.number)
            return _with_totals(self.game, entry if step is None or not step.counts else step.entry)
        if entry.change is not None:
            return timers.happened(self.game, entry.change)
        steps = self.steps(entry)
        if len(steps) == 1:
            return _moved_one(entry, steps[0].number, in_short(self.game, steps[0]))
        numbers = ", ".join(str(step.number) for step in steps[:SHOWN])
        if len(steps) > SHOWN:
            numbers += ", …"
        if entry.kind is EntryKind.UNDO:
            return trn("undid {n} step: {numbers}", "undid {n} steps: {numbers}", len(steps), numbers=numbers)
        return trn("redid {n} step: {numbers}", "redid {n} steps: {numbers}", len(steps), numbers=numbers)

    def found(self, kind: str = "", who: PlayerId | None = None) -> list[LogEntry]:
        """The entries of a kind, or all, and about a player, or all; not those that went on as one step with
        the next one."""
        return [*filter(self.matches(kind, who), self.entries)]

    def matches(self, kind: str = "", who: PlayerId | None = None) -> Callable[[LogEntry], bool]:
        """Whether an entry is of a kind, or any, and about a player, or anyone, as `found` gives it."""
        sides = self.game.sides if self.game is not None else ()
        whose = None if who is None else {who, *(side.id for side in sides if who in side.members)}

        def matches(entry: LogEntry) -> bool:
            shown = entry.number not in self._replaced
            return shown and self._is(entry, kind) and self._about(entry, whose)

        return matches

    def _is(self, entry: LogEntry, kind: str) -> bool:
        if kind == CLOCK:
            return entry.change is not None
        if kind == UNDO:
            moves = entry.kind in (EntryKind.UNDO, EntryKind.REDO) or entry.fix is not None
            return moves or self.undone(entry)
        return not kind or not KINDS[kind].isdisjoint(map(type, entry.events))

    def _about(self, entry: LogEntry, whose: AbstractSet[str] | None) -> bool:
        """Whether an entry is about a player or their side, or anyone (None)."""
        if whose is None:
            return True
        if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
            return any(self._about(step, whose) for step in self.steps(entry))
        if isinstance(entry.change, ExtendTurn | CallTurn):
            return entry.change.turn.taker in whose
        facts = entry.events if entry.fix is None else fixes.facts(entry.number, entry.fix)
        return any(not whose.isdisjoint(_people(event)) for event in facts)


def way(numbered: Mapping[int, LogEntry], number: int, until: int = 0) -> Iterator[LogEntry]:
    """The steps that led to the outcome of a step from that of another one, the last one first, as far as
    they are among these entries."""
    while number > until and number in numbered:
        yield numbered[number]
        number = numbered[number].parent


def lines(game: Game, entries: Sequence[LogEntry]) -> list[str]:
    """The last entries in their order, each with who entered it and what came of it; not the lobby's.

    Steps that were undone are gone, and so are undo and redo once something else has happened.
    """
    numbered = {entry.number: entry for entry in entries}
    live = {entry.number for entry in way(numbered, entries[-1].at)} if entries else set[int]()
    live -= fixes.taken_out(numbered[number] for number in live)
    named = spoken(), game.rules, game.sides, [(one.id, one.name, one.commanders) for one in game.players]
    return [
        _line_of(game, entry, numbered, named)
        for entry in entries
        if LobbyChanged not in map(type, entry.events)
        and (entry.number in live or entry.kind is EntryKind.CLOCK or entry is entries[-1])
    ]


def _line_of(game: Game, entry: LogEntry, numbered: Mapping[int, LogEntry], named: object) -> str:
    """An entry's line. A board shows the same few with every change, so an action's is kept for as long as
    everything is named alike: the facts of an entry never change."""
    kept = _lines.get(entry.interaction)
    if kept is not None and kept[0] is entry and kept[1] == named:
        return kept[2]
    text = _signed(game, entry, _in_a_word(game, entry, numbered).replace("**", ""))
    if entry.kind is EntryKind.ACT:
        _lines[entry.interaction] = entry, named, text
        if len(_lines) > LINES_KEPT:
            _lines.popitem(last=False)
    return text


def _signed(game: Game, entry: LogEntry, happened: str) -> str:
    """What happened with who entered it in front, unless it begins with the same name."""
    known = (escape(one.name) for one in (*game.players, *game.sides))
    begins = [name for name in known if happened.startswith((f"{name} ", f"{name}: "))]
    name = escape(entry.name)
    return happened if name == max(begins, key=len, default=None) else f"{name}: {happened}"


def forget_lines() -> None:
    """No line is in memory here any more."""
    _lines.clear()


def line(book: GameLogText, entry: LogEntry) -> str:
    """One line of the log as Discord shows it: number, time, who entered it, what came of it."""
    time = discord.utils.format_dt(entry.when, "t")
    text = shortened(f"**{escape(entry.name)}** · {book.happened(entry)}", LINE)
    if book.undone(entry):
        return tr("`{number}` {time} ~~{text}~~ (undone)", number=entry.number, time=time, text=text)
    return f"`{entry.number}` {time} {text}"


def moved(book: GameLogText, entry: LogEntry) -> str:
    """What an undo or redo did, step by step."""
    steps, undo = book.steps(entry), entry.kind is EntryKind.UNDO
    if len(steps) == 1:
        number, what = steps[0].number, in_short(book.game, steps[0])
        if undo:
            return shortened(tr("Undid step {number}: {what}.", number=number, what=what), LINE)
        return shortened(tr("Redid step {number}: {what}.", number=number, what=what), LINE)
    each = [shortened(f"- {one.number}: {in_short(book.game, one)}", LINE) for one in steps[:SHOWN]]
    more = [tr("- and {n} more", n=len(steps) - SHOWN)] if len(steps) > SHOWN else []
    count = len(steps)
    head = (
        trn("Undid {n} step:", "Undid {n} steps:", count)
        if undo
        else trn("Redid {n} step:", "Redid {n} steps:", count)
    )
    return "\n".join((head, *each, *more))


def in_short(game: Game | None, entry: LogEntry) -> str:
    """What a step did, without totals and with nothing in bold."""
    if entry.fix is not None:
        return fixes.in_short(game, entry)
    return _log_line(game, entry).in_short().replace("**", "")


def _with_totals(game: Game | None, entry: LogEntry) -> str:
    if entry.fix is not None:
        return fixes.in_short(game, entry)
    return _log_line(game, entry).with_totals()


def _on_board(game: Game, entry: LogEntry) -> str:
    return fixes.in_short(game, entry) if entry.fix is not None else _log_line(game, entry).on_board()


def _in_a_word(game: Game, entry: LogEntry, numbered: Mapping[int, LogEntry]) -> str:
    if entry.kind is EntryKind.ACT:
        return _on_board(game, entry)
    if entry.change is not None:
        return timers.happened(game, entry.change)
    last = numbered.get(max(entry.parent, entry.at))
    if last is None or last.parent != min(entry.parent, entry.at):
        if entry.kind is EntryKind.UNDO:
            return tr("undid everything after step {number}", number=entry.at)
        return tr("redid everything up to step {number}", number=entry.at)
    return _moved_one(entry, last.number, in_short(game, last))


def _moved_one(entry: LogEntry, number: int, what: str) -> str:
    if entry.kind is EntryKind.UNDO:
        return tr("undid step {number}: {what}", number=number, what=what)
    return tr("redid step {number}: {what}", number=number, what=what)


def _log_line(game: Game | None, entry: LogEntry) -> log_lines.LogLine:
    in_lobby = tuple(text for event in entry.events if (text := events.lobby_change(event)))
    if in_lobby or game is None:
        return log_lines.LogLine((), in_lobby)
    return log_lines.log_line(game, entry.events)


_CASTING = {GameStarted, GameRestarted, PlayerJoined}
"""The facts that bring players; a long log is looked through for them fast."""


def _cast(table: Table, entries: Sequence[LogEntry]) -> Game | None:
    """The game with everybody who has ever played in it: a restart leaves out those who had lost."""
    known: Game | None = None
    for event in (event for entry in entries for event in entry.events if type(event) in _CASTING):
        if isinstance(event, (GameStarted, GameRestarted)):
            known = event.game if known is None else _joined(event.game, known)
        if isinstance(event, PlayerJoined) and known is not None:
            known = known if names.knows(known, event.player.id) else event.apply(known)
    if isinstance(table, Game):
        known = table if known is None else _joined(table, known)
    return known


def _joined(game: Game, earlier: Game) -> Game:
    there = {player.id for player in game.players}
    missing = tuple(player for player in earlier.players if player.id not in there)
    if not missing:
        return game
    kept = {side.id for side in game.sides}
    totals = {player.id: earlier.life[player.id] for player in missing if player.id in earlier.life}
    return replace(
        game,
        players=(*game.players, *missing),
        sides=(*game.sides, *(side for side in earlier.sides if side.id not in kept)),
        life={**totals, **game.life},
    )


def _people(event: Event) -> set[str]:
    """The players, or the takers of turns, whom a fact names."""
    match event:
        case PlayersLeft():
            return {one.who for one in event.leaving}
        case GameEnded():
            return set(event.results)
        case DrawAgreed():
            return {*event.who, *event.missing}
        case PlayerJoined():
            return {event.player.id, event.player.side}
        case EffectBegan() | EffectUsed() | EffectEnded():
            return {event.effect.on, event.effect.source or ""}
        case TallyChanged() | TallyEnded():
            return {event.tally.who or ""}
        case ReminderSet() | ReminderGiven() | ReminderEnded():
            return {event.reminder.who, event.reminder.turn_of}
        case LobbyChanged() | GameStarted() | GameRestarted():
            return set()
        case _:
            named = (getattr(event, name, None) for name in ("who", "to", "source", "taker"))
            return {str(one) for one in named if one is not None}
