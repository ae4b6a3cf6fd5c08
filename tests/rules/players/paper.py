"""A game kept on paper: a simple model of life, damage and effects, from the rules and not from the engine.

Players stand alone, or heads of a giant share a total and turns (810; 606 in 2006), or emperors and generals
have a range of influence (801, 809). No one is checked for losing. Of damage with several effects it tries
all orders (616.1), or those that begin with what the player applies first: the engine's result has to be the
best one for the player, which uses up the least. What makes effects changes control, and leaves (611.3a,
800.4a).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations

SHIELD, PREVENT, SOME = "prevent_next_damage", "prevent_damage", "prevent_some_damage"
HALF = "prevent_half_damage"
TO, FROM, DOWN, UP = "multiply_damage", "multiply_damage_dealt", "halve_damage_down", "halve_damage_up"
MORE = "add_damage"
PREVENTION = (SHIELD, PREVENT, SOME, HALF)
OF_DAMAGE = (*PREVENTION, TO, FROM, DOWN, UP, MORE)
UNPREVENTABLE = "damage_cant_be_prevented"
"""Of damage too, and no step of an order."""
REVERSED, FIXED = "gain_becomes_loss", "life_cant_change"
MORE_GAIN, MORE_LOSS, BECOMES = "multiply_life_gain", "multiply_life_loss", "loss_sets_life"
PLUS_GAIN, NO_GAIN = "add_life_gain", "no_life_gain"
OF_LIFE = (
    *(REVERSED, MORE_GAIN, MORE_LOSS, BECOMES, PLUS_GAIN),
    *(FIXED, NO_GAIN, "cant_gain_life", "cant_lose_life"),
)
ADDED = "add_counters"
OF_COUNTERS = ("multiply_counters_put", "halve_counters_put", ADDED)
"""On who puts them, but for what adds to them, which is on who gets them."""
COUNTED = (*(set(OF_DAMAGE) - {SHIELD}), *OF_LIFE[:5])
"""The kinds that can be used up by a number of times."""
MAX_ORDERED = 6
"""Effects on one damage whose orders are all tried; more are not put on anyone."""


@dataclass
class Note:
    """An effect, as someone would write it down."""

    kind: str
    on: str = ""
    id: int = 0
    object: int = 0
    """Which of the things that make effects makes it."""
    scope: str = "named"
    """Whom its text is about: a player who is named, its "controller", "opponents" or "players"."""
    n: int = 0
    times: int | None = None
    combat: bool | None = None
    dealt_by: str | None = None
    commander: str | None = None
    creatures: bool = False
    source: str = ""
    owner: str = ""
    until_turn_of: str | None = None
    until_end_of: str | None = None

    @property
    def by_source(self) -> bool:
        """Whether it is about the damage of some sources."""
        return self.creatures or self.kind == FROM or (self.dealt_by, self.commander) != (None, None)

    @property
    def lasting(self) -> bool:
        return self.until_turn_of is not None or self.until_end_of is not None


@dataclass
class Hit:
    """Damage from one source to one player."""

    to: str
    amount: int
    by: str
    combat: bool
    commander: str | None
    infect: bool
    toxic: int
    lifelink: bool
    unpreventable: bool
    creature: bool
    first: str | None = None
    """The kind of effects that the player applies first."""
    shielded: int | None = None
    """How much of it the player lets shields prevent, where they could prevent other damage (615.7)."""


@dataclass
class Paper:
    """What is written down."""

    seats: list[str]
    life: dict[str, int]
    active: str
    """The player or team whose turn it is."""
    teams: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Teams that share a total and turns, with their heads."""
    sides: list[list[str]] = field(default_factory=list[list[str]])
    """Who plays together."""
    old: bool = False
    """Whether heads share as in 2006."""
    ranges: Mapping[str, int] = field(default_factory=dict[str, int])
    """The seats to each side that a player can reach, where that is limited."""
    reached: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    poison: dict[str, int] = field(default_factory=dict[str, int])
    energy: dict[str, int] = field(default_factory=dict[str, int])
    tally: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    notes: list[Note] = field(default_factory=list[Note])
    begun: int = 0
    """How many effects there have been."""
    gone: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.look_around()

    def look_around(self) -> None:
        """Settle whom everyone can reach, as a turn begins, among those still in the game (801.2c)."""
        here = [who for who in self.seats if who not in self.gone]
        for place, who in enumerate(here):
            seats = range(-self.ranges[who], self.ranges[who] + 1) if self.ranges else range(len(here))
            self.reached[who] = {here[(place + steps) % len(here)] for steps in seats}

    def reaches(self, who: str, other: str) -> bool:
        return other in self.reached[who]

    def heads(self, who: str) -> list[str]:
        """Return the players who share a total with this one."""
        return next((heads for heads in self.teams.values() if who in heads), [who])

    def purse(self, who: str) -> str:
        """Return whose total a player's life is."""
        return next((team for team, heads in self.teams.items() if who in heads), who)

    def poisoned(self, who: str) -> str:
        """Return who has a player's poison counters: today a team (810.10), in 2006 the player (606.5)."""
        return who if self.old else self.purse(who)

    def worth(self, who: str) -> int:
        """Return a player's life total: the team's (810.9a), in 2006 half of it, rounded up (606.9a).

        Reading: of three heads (606.10) each has a third.
        """
        total, heads = self.life[self.purse(who)], len(self.heads(who))
        return -(-total // heads) if self.old else total

    def forbidden(self, who: str, *kinds: str) -> bool:
        """No one on a team can gain or lose life if one can't (810.9g, 810.9h); 2006 has no such rule."""
        return any(self.has(head, *kinds) for head in ([who] if self.old else self.heads(who)))

    def on(self, who: str, kind: str, applied: frozenset[int] = frozenset()) -> Iterator[Note]:
        """Yield the effects of a kind on a player, newest first, that have not had their opportunity
        (614.5)."""
        for note in reversed(self.notes):
            if note.on == who and note.kind == kind and note.id not in applied and self.holds(note):
                yield note

    def holds(self, note: Note) -> bool:
        """Return whether an effect's controller reaches the player it is on (801.10); one who has left isn't
        a measure."""
        return note.source in self.gone or self.reaches(note.source, note.on)

    def sees(self, note: Note, hit: Hit) -> bool:
        """Return whether an effect's controller reaches what it names of the damage: who deals it, who is
        dealt it, or with neither in its text both, of whom a replacement asks for the second only (801.10,
        801.13b)."""
        if note.source in self.gone:
            return True
        dealer, dealt = self.reaches(note.source, hit.by), self.reaches(note.source, hit.to)
        by_recipient = note.scope != "players" and note.kind != FROM
        if note.by_source or by_recipient:
            return (dealer or not note.by_source) and (dealt or not by_recipient)
        return dealt and (dealer or note.kind not in PREVENTION)

    def meant(self, note: Note) -> list[str]:
        """Return whom an effect is on by its text, in the order of the seats: of those here, and in reach of
        its controller unless it is a source that its text is about."""
        here = [who for who in self.seats if who not in self.gone]
        near = [who for who in here if self.reaches(note.source, who)]
        own = next((team for team in self.sides if note.source in team), [note.source])
        match note.scope:
            case "controller":
                return [note.source]
            case "opponents":
                return [who for who in near if who not in own]
            case "players":
                return here if note.by_source else near
            case _:
                return [note.on] if note.on in here else []

    def begin(self, note: Note, on: list[str]) -> None:
        """An effect begins on these players."""
        for who in on:
            self.begun += 1
            self.notes.append(replace(note, id=self.begun, on=who))

    def control(self, object: int, to: str) -> None:
        """Give what makes effects to another player: "you" and "your opponents" are then that one's."""
        moving = [note for note in self.notes if note.object == object and not note.lasting]
        self.notes = [note for note in self.notes if note not in moving]
        for note in moving if moving[0].scope == "named" else moving[:1]:
            moved = replace(
                note,
                source=to,
                owner=note.owner or note.source,
                dealt_by=to if note.dealt_by == note.source else note.dealt_by,
            )
            self.begin(moved, self.meant(moved))

    def has(self, who: str, *kinds: str) -> bool:
        return any(True for kind in kinds for _ in self.on(who, kind))

    def spend(self, note: Note) -> None:
        """One of an effect's times is over (615.8)."""
        if note.times is not None:
            note.times -= 1
            if note.times == 0:
                self.notes.remove(note)

    def gain(self, who: str, n: int, applied: frozenset[int] = frozenset()) -> None:
        """119.3, and 119.7: what can't be gained isn't replaced either."""
        if n <= 0 or self.forbidden(who, "cant_gain_life", FIXED) or self.has(who, NO_GAIN):
            return
        for note in self.on(who, REVERSED, applied):
            self.spend(note)
            self.lose(who, n, applied | {note.id})
            return
        # 616.1: the player has what is added added first.
        for note in list(self.on(who, PLUS_GAIN, applied)):
            n += note.n
            self.spend(note)
        for note in list(self.on(who, MORE_GAIN, applied)):
            n *= note.n
            self.spend(note)
        self.life[self.purse(who)] += n

    def lose(self, who: str, n: int, applied: frozenset[int] = frozenset()) -> None:
        """119.3 and 119.8."""
        if n <= 0 or self.forbidden(who, "cant_lose_life", FIXED):
            return
        for note in list(self.on(who, MORE_LOSS, applied)):
            n *= note.n
            applied |= {note.id}
            self.spend(note)
        for note in self.on(who, BECOMES, applied):
            self.spend(note)
            less = self.worth(who) - note.n
            if less < 0:
                self.gain(who, -less, applied | {note.id})
            else:
                self.life[self.purse(who)] -= less
            return
        self.life[self.purse(who)] -= n

    def met(self, hit: Hit) -> list[Note]:
        """Return the effects that apply to damage (615.2, 615.12, 609.7)."""
        met = [
            note
            for note in self.notes
            if note.kind in (*OF_DAMAGE, UNPREVENTABLE)
            and note.on == (hit.by if note.kind == FROM else hit.to)
            and (note.combat is None or note.combat == hit.combat)
            and (note.dealt_by is None or note.dealt_by == hit.by)
            and (note.commander is None or note.commander == hit.commander)
            and (hit.creature or not note.creatures)
            and self.sees(note, hit)
        ]
        if hit.unpreventable or any(note.kind == UNPREVENTABLE for note in met):
            met = [note for note in met if note.kind not in PREVENTION]
        return [note for note in met if note.kind != UNPREVENTABLE]

    def best(self, hit: Hit) -> tuple[int, int]:
        """Return the least damage of all orders, and the least shields' points and effects' times that it
        takes."""
        met = self.met(hit)
        first = sum(note.kind == hit.first for note in met)
        return min(
            _outcome(order, hit.amount, hit.shielded)
            for order in permutations(met)
            if all(note.kind == hit.first for note in order[:first])
        )

    def take(self, hit: Hit, dealt: int) -> None:
        """The results of damage that was dealt (120.3)."""
        if dealt <= 0:
            return
        if hit.commander is not None and hit.combat:
            key = hit.to, hit.commander
            self.tally[key] = self.tally.get(key, 0) + dealt
        if hit.infect:
            self.add_poison(hit.to, dealt, hit.by)
        else:
            self.lose(hit.to, dealt)
        if hit.combat and hit.toxic:
            self.add_poison(hit.to, hit.toxic, hit.by)
        if hit.lifelink:
            self.gain(hit.by, dealt)

    def add_poison(self, who: str, n: int, by: str) -> None:
        """Give poison: its player has the fewest put (616.1)."""
        n = min(self._put(who, n, by))
        self.poison[self.poisoned(who)] = self.poison.get(self.poisoned(who), 0) + n

    def add_energy(self, who: str, n: int, by: str) -> None:
        """And as much energy."""
        self.energy[who] = self.energy.get(who, 0) + max(self._put(who, n, by))

    def proliferate(self, by: str, chosen: list[str]) -> None:
        """One more of each kind that they have; of a team's poison one (701.34)."""
        reached = [who for who in chosen if self.reaches(by, who)]
        poisoned = {self.poisoned(who): who for who in reversed(reached)}.values()
        for who in [who for who in reached if self.energy.get(who)]:
            self.add_energy(who, 1, by)
        for who in [who for who in poisoned if self.poison.get(self.poisoned(who))]:
            self.add_poison(who, 1, by)

    def _put(self, who: str, n: int, by: str) -> set[int]:
        """Return the numbers of counters that all orders of effects come to (614.1a)."""
        met = [
            note
            for note in self.notes
            if note.kind in OF_COUNTERS
            and note.on == (who if note.kind == ADDED else by)
            and self.holds(note)
        ]
        return {_counters(order, n) for order in permutations(met)}

    @property
    def takers(self) -> list[str]:
        """Who takes turns: teams that share them, or players."""
        return list(dict.fromkeys(map(self.purse, self.seats)))

    def end_turn(self) -> None:
        """514.2, then turns that don't begin (800.4k, 800.4m), then the one that does."""
        self._drop(lambda note: note.until_end_of == self.active)
        while True:
            self.active = self.takers[(self.takers.index(self.active) + 1) % len(self.takers)]
            self._drop(lambda note: note.until_turn_of == self.active)
            if self.active not in self.gone:
                self._come_into_range()
                return
            self._drop(lambda note: note.until_end_of == self.active)

    def _come_into_range(self) -> None:
        """A turn begins: effects on each opponent or player are on those, too, whom their controller reaches
        from now on (801.2c), but for what can be used up."""
        groups = {(note.object, note.lasting): note for note in reversed(self.notes)}
        objects = dict.fromkeys((note.object, note.lasting) for note in self.notes)
        before = {key: self.meant(groups[key]) for key in objects}
        self.look_around()
        for key in objects:
            note = groups[key]
            if note.scope != "named" and note.kind != SHIELD and note.times is None:
                self.begin(note, [who for who in self.meant(note) if who not in before[key]])

    def leave(self, going: list[str]) -> None:
        """800.4a: the players, and effects of their objects, are gone; what another player owns is that
        one's again."""
        self.gone |= set(going)
        for who in going:
            lent = [note for note in self.notes if note.source == who and not note.lasting and note.owner]
            for object in dict.fromkeys(note.object for note in lent if note.owner not in self.gone):
                owner = next(note.owner for note in lent if note.object == object)
                self.control(object, owner)
            self._drop(
                lambda note, who=who: (
                    note.on == who or (who in (note.source, note.owner) and not note.lasting)
                )
            )

    def _drop(self, over: Callable[[Note], bool]) -> None:
        self.notes = [note for note in self.notes if not over(note)]


def _counters(order: tuple[Note, ...], n: int) -> int:
    for note in order:
        if n == 0:
            break
        match note.kind:
            case "halve_counters_put":
                n = n // 2
            case "add_counters":
                n += note.n
            case _:
                n *= note.n
    return n


def _outcome(order: tuple[Note, ...], amount: int, shielded: int | None) -> tuple[int, int]:
    used, left = 0, amount * 1_000 if shielded is None else shielded
    for note in order:
        if amount == 0:
            break
        before = amount
        match note.kind:
            case "prevent_damage":
                amount = 0
            case "prevent_next_damage":
                amount -= min(amount, note.n, left)
                left -= before - amount
            case "prevent_some_damage":
                amount = max(0, amount - note.n)
            case "halve_damage_down" | "prevent_half_damage":
                amount = amount // 2
            case "halve_damage_up":
                amount = amount - amount // 2
            case "add_damage":
                amount += note.n
            case _:
                amount *= note.n
        used += before - amount if note.kind == SHIELD else note.times is not None
    return amount, used
