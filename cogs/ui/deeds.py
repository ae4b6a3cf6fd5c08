"""What one entry of the log did, in words made from its facts alone: whose total of what changed, and why."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cogs.ui import names, words
from cogs.ui.text import escape, listed, plural
from rules import events as ev
from rules.events import Event
from rules.game import CommanderId, Game, PlayerId


@dataclass(frozen=True, slots=True)
class Change:
    """A total that changed: ``why`` is what these players did or suffered, such as "lost 3 life"."""

    holder: str
    kind: str
    players: tuple[str, ...]
    why: str
    before: int
    after: int

    def goes_on_with(self, later: "Change") -> bool:
        """Whether a later change is one of the same total for the same reason, from where this one ends."""
        same = (self.holder, self.kind, self.why) == (later.holder, later.kind, later.why)
        return same and self.after == later.before


@dataclass(frozen=True, slots=True)
class Deed:
    """What an entry did: the totals it changed and everything else."""

    changes: tuple[Change, ...]
    others: tuple[str, ...]

    def with_totals(self) -> str:
        """Before and after of every total, and why: "Ben 33 → 30 (lost 3 life)"."""
        told: list[str] = []
        for group in _alike(self.changes):
            totals = ", ".join(
                f"{one.holder}{f' {one.kind}' if one.kind else ''} {one.before} → {one.after}"
                for one in group
            )
            own = all(set(one.players) == {one.holder} for one in group)
            told.append(f"{totals} ({_why(group) if own else _who_and_why(group)})")
        return "; ".join((*told, *self.others)) or "noted"

    def in_short(self) -> str:
        """Who did or suffered what, "Ben lost 3 life", or else what else there was."""
        told = [_who_and_why(group) for group in _alike(self.changes)]
        return "; ".join(told or self.others) or "noted"


def deed(game: Game, happened: Sequence[Event]) -> Deed:
    """What these facts tell; names are those that ``game`` knows."""
    reading = _Reading(game)
    for event in happened:
        reading.take(event)
    return reading.deed()


class _Reading:
    """Goes through the facts of an entry in their order."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._changes: list[Change] = []
        self._others: list[Event] = []
        self._ended: list[ev.TurnEnded] = []
        self._damage: dict[PlayerId, ev.DamageDealt] = {}
        """Damage whose result has not come yet."""

    def take(self, event: Event) -> None:
        match event:
            case ev.DamageDealt():
                self._damage[event.to] = event
            case ev.LifeLost():
                self._life(event, event.total + event.amount, self._lost(event))
            case ev.LifeGained():
                self._life(event, event.total - event.amount, self._gained(event))
            case ev.CountersAdded():
                self._counters(event, event.total - event.amount, self._got(event))
            case ev.CountersRemoved():
                why = f"lost {_counted(event.amount, event.kind)}"
                self._counters(event, event.total + event.amount, why)
            case ev.TurnEnded():
                self._ended.append(event)
            case _:
                self._others.append(event)

    def deed(self) -> Deed:
        """Everything taken in, in words."""
        idle = (
            f"{self._name(one.to)} {self._dealt(one)} without losing life" for one in self._damage.values()
        )
        others = words.brief(self._game, self._others)
        if not others:  # the turn that begins says enough
            others = [f"{names.taker(self._game, one.taker)}'s turn ended" for one in self._ended]
        told = tuple(line.replace("\n", " ").rstrip(".") for line in (*idle, *others))
        return Deed(tuple(self._changes), told)

    def _life(self, event: ev.LifeLost | ev.LifeGained, before: int, why: str) -> None:
        who = event.who
        holder = self._game.life_holder(who) if names.knows(self._game, who) else who
        total = names.life_holder(self._game, holder)
        self._add(Change(total, "", (self._name(who),), why, before, event.total))

    def _counters(self, event: ev.CountersAdded | ev.CountersRemoved, before: int, why: str) -> None:
        who = names.counter_holder(self._game, event.who, event.kind)
        kind = escape(event.kind)
        self._add(Change(who, kind, (self._name(event.who),), why, before, event.total))

    def _name(self, who: PlayerId) -> str:
        return names.player(self._game, who)

    def _add(self, change: Change) -> None:
        """Adds a change, or lengthens the one that it goes on from for the same reason."""
        for index, one in enumerate(self._changes):
            if one.goes_on_with(change):
                players = (*one.players, *change.players)
                self._changes[index] = replace(one, after=change.after, players=players)
                return
        self._changes.append(change)

    def _lost(self, event: ev.LifeLost) -> str:
        match event.cause:
            case "damage":
                damage = self._damage.pop(event.who, None)
                return f"lost {event.amount} life" if damage is None else self._dealt(damage)
            case "payment":
                return f"paid {event.amount} life"
            case "rad":
                return f"lost {event.amount} life to rad counters"
            case cause:
                return _became(cause, event.total) or f"lost {event.amount} life"

    def _gained(self, event: ev.LifeGained) -> str:
        if event.cause == "lifelink":
            return f"gained {event.amount} life by lifelink"
        return _became(event.cause, event.total) or f"gained {event.amount} life"

    def _got(self, event: ev.CountersAdded) -> str:
        damage = self._damage.get(event.who)
        if damage is not None and event.kind == "poison" and event.amount == damage.amount:
            del self._damage[event.who]
            return f"{self._dealt(damage)} as poison"
        source = f" from {self._name(event.source)}" if event.source is not None else ""
        return f"got {_counted(event.amount, event.kind)}{source}"

    def _dealt(self, damage: ev.DamageDealt) -> str:
        kind = "combat damage" if damage.combat else "damage"
        return f"took {damage.amount} {kind}{self._source(damage)}"

    def _source(self, damage: ev.DamageDealt) -> str:
        if damage.commander is None:
            source = damage.source
            return f" from {self._name(source)}" if source not in (None, damage.to) else ""
        limit = self._game.rules.commander_damage_limit
        tally = f", {damage.tally} of {limit}" if limit is not None else ""
        return f" from {_owned(self._game, damage.commander)}{tally}"


def _owned(game: Game, commander: CommanderId) -> str:
    """A commander with whose it is: "Ana's Atraxa"."""
    name, owner = names.commander(game, commander), names.player(game, commander.rpartition(":")[0])
    return name if name.startswith(f"{owner}'s ") else f"{owner}'s {name}"


def _became(cause: str, total: int) -> str | None:
    """What is said of a total that became another number."""
    return {
        "set": f"was set to {total} life",
        "double": "had the life total multiplied",
        "exchange": "exchanged life totals",
        "redistribute": "got another life total",
        "replacement": f"was set to {total} life by an effect",
    }.get(cause)


def _counted(amount: int, kind: str) -> str:
    return plural(amount, f"{escape(kind)} counter")


def _why(group: Sequence[Change]) -> str:
    """What happened, and how often to each."""
    players = [name for one in group for name in one.players]
    if len(set(players)) == len(players):
        return group[0].why
    times = max(Counter(players).values())
    return f"{group[0].why}, {'twice' if times == 2 else f'{times} times'}"


def _who_and_why(group: Sequence[Change]) -> str:
    return f"{listed(dict.fromkeys(name for one in group for name in one.players))} {_why(group)}"


def _alike(changes: Iterable[Change]) -> list[list[Change]]:
    """The changes for one reason together, in the order of the first of each."""
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        groups.setdefault((change.kind, change.why), []).append(change)
    return list(groups.values())
