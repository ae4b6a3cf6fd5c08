"""The text of one log entry, made from its facts alone: whose total changed, and why."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cogs.text import events, names
from cogs.text.facts import life
from cogs.text.formatting import comma_separated, escape, in_a_row, listed, without_period
from cogs.text.language import numeral, tr
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.event import Event
from rules.events.life import DamageDealt, LifeGained, LifeLost
from rules.events.turns import TurnEnded
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.players.commanders import find_commander


class TotalChange(Struct, frozen=True):
    """A total that changed; ``why`` has the players' changes, such as "lost 3 life"."""

    holder: str
    kind: str
    players: tuple[str, ...]
    why: str
    before: int
    after: int

    def goes_on_with(self, later: "TotalChange") -> bool:
        """Return whether a change of the same total for the same reason continues this one."""
        same = (self.holder, self.kind, self.why) == (later.holder, later.kind, later.why)
        return same and self.after == later.before


class LogLine(Struct, frozen=True):
    """The content of an entry: the totals it changed and everything else."""

    changes: tuple[TotalChange, ...]
    others: tuple[str, ...]

    def with_totals(self) -> str:
        """Return every changed total with its reason: "Ben 33 → 30 (lost 3 life)"."""
        texts: list[str] = []
        for group in _alike(self.changes):
            totals = comma_separated(
                " ".join(
                    (*filter(None, (one.holder, one.kind)), numeral(one.before), "→", numeral(one.after))
                )
                for one in group
            )
            own = all(set(one.players) == {one.holder} for one in group)
            why = _why(group) if own else _who_and_why(group)
            texts.append(tr("{totals} ({why})", totals=totals, why=why))
        return in_a_row((*texts, *self.others)) or tr("noted")

    def in_a_line(self) -> str:
        """Return the line with the totals only for a single change: boards and pages show several beside
        the names."""
        return self.with_totals() if len(self.changes) < 2 else self.in_short()

    def in_short(self) -> str:
        """Return the main change, such as "Ben lost 3 life", or else the other events."""
        texts = [_who_and_why(group) for group in _alike(self.changes)]
        return in_a_row(texts or self.others) or tr("noted")


def log_line(game: Game, happened: Sequence[Event]) -> LogLine:
    """Return these events in words; ``game`` has the names."""
    reader = _EntryReader(game)
    for event in happened:
        reader.take(event)
    return reader.log_line()


class _EntryReader:
    """Reads the events of an entry in order."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._changes: list[TotalChange] = []
        self._others: list[Event] = []
        self._ended: list[TurnEnded] = []
        self._damage: dict[PlayerId, DamageDealt] = {}
        """Damage whose result follows in a later event."""

    def take(self, event: Event) -> None:
        match event:
            case DamageDealt():
                self._damage[event.to] = event
            case LifeLost():
                self._life(event, event.total + event.amount, self._lost(event))
            case LifeGained():
                self._life(event, event.total - event.amount, life.in_log(event))
            case CountersAdded():
                self._counters(event, event.total - event.amount, self._got(event))
            case CountersRemoved():
                # Translators: said of one or several, after their names; so are the others like it.
                lost = tr("lost {counters}", counters=names.counters(event.kind, event.amount))
                self._counters(event, event.total + event.amount, lost)
            case TurnEnded():
                self._ended.append(event)
            case _:
                self._others.append(event)

    def log_line(self) -> LogLine:
        idle = (
            tr("{who} {what} without losing life", who=self._name(one.to), what=self._dealt(one))
            for one in self._damage.values()
        )
        others = events.brief(self._game, self._others) if self._others else []
        if not others:  # the turn that begins says enough
            others = [
                tr("{taker}'s turn ended", taker=names.taker(self._game, one.taker)) for one in self._ended
            ]
        texts = (without_period(line.replace("\n", " ")) for line in (*idle, *others))
        return LogLine(tuple(self._changes), tuple(texts))

    def _life(self, event: LifeLost | LifeGained, before: int, why: str) -> None:
        who = event.who
        holder = self._game.life_holder(who) if names.knows(self._game, who) else who
        total = names.life_holder(self._game, holder)
        self._add(TotalChange(total, "", (self._name(who),), why, before, event.total))

    def _counters(self, event: CountersAdded | CountersRemoved, before: int, why: str) -> None:
        who = names.counter_holder(self._game, event.who, event.kind)
        kind = names.thing(event.kind)
        self._add(TotalChange(who, kind, (self._name(event.who),), why, before, event.total))

    def _name(self, who: PlayerId) -> str:
        return names.player_name(self._game, who)

    def _add(self, change: TotalChange) -> None:
        """Add a change, or extend the one that it continues for the same reason."""
        for index, one in enumerate(self._changes):
            if one.goes_on_with(change):
                players = (*one.players, *change.players)
                self._changes[index] = replace(one, after=change.after, players=players)
                return
        self._changes.append(change)

    def _lost(self, event: LifeLost) -> str:
        damage = self._damage.pop(event.who, None) if event.cause == "damage" else None
        return life.in_log(event) if damage is None else self._dealt(damage)

    def _got(self, event: CountersAdded) -> str:
        damage = self._damage.get(event.who)
        if damage is not None and event.kind == "poison" and event.amount == damage.amount:
            del self._damage[event.who]
            return tr("{what} as poison counters", what=self._dealt(damage))
        counters = names.counters(event.kind, event.amount)
        if event.source is None:
            return tr("got {counters}", counters=counters)
        return tr("got {counters} from {source}", counters=counters, source=self._name(event.source))

    def _dealt(self, damage: DamageDealt) -> str:
        source = self._source(damage)
        if source is None:
            if damage.combat:
                return tr("took {n} combat damage", n=damage.amount)
            return tr("took {n} damage", n=damage.amount)
        if damage.combat:
            return tr("took {n} combat damage from {source}", n=damage.amount, source=source)
        return tr("took {n} damage from {source}", n=damage.amount, source=source)

    def _source(self, damage: DamageDealt) -> str | None:
        if damage.commander is None:
            return self._name(damage.source) if damage.source not in (None, damage.to) else None
        limit, owned = self._game.rules.commander_damage_limit, _owned(self._game, damage.commander)
        tally = damage.tally if damage.team is None else damage.team
        if limit is None:
            return owned
        return tr("{source}, {tally} of {limit}", source=owned, tally=tally, limit=limit)


def _owned(game: Game, commander: CommanderId) -> str:
    """Return a commander with its owner: "Ana's Atraxa"; the label of a nameless one includes the owner."""
    card = find_commander(game, commander)
    if card is None:
        return names.commander_name(game, commander)
    owner = names.player_name(game, commander.rpartition(":")[0])
    return tr("{owner}'s {commander}", owner=owner, commander=escape(card.name))


def _why(group: Sequence[TotalChange]) -> str:
    """Return the events, each with its count."""
    players = [name for one in group for name in one.players]
    if len(set(players)) == len(players):
        return group[0].why
    times = max(Counter(players).values())
    if times == 2:
        return tr("{what}, twice", what=group[0].why)
    return tr("{what}, {times} times", what=group[0].why, times=times)


def _who_and_why(group: Sequence[TotalChange]) -> str:
    who = listed(dict.fromkeys(name for one in group for name in one.players))
    return tr("{who} {what}", who=who, what=_why(group))


def _alike(changes: Iterable[TotalChange]) -> list[list[TotalChange]]:
    """Return the changes grouped by reason, in the order of each group's first."""
    groups: dict[tuple[str, str], list[TotalChange]] = {}
    for change in changes:
        groups.setdefault((change.kind, change.why), []).append(change)
    return list(groups.values())
