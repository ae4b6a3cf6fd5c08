"""A game kept on paper: a simple model of life, damage and effects, from the rules and not from the engine.

Players stand alone, or heads of a giant share a total and turns (810; 606 in 2006), or emperors and generals
have a range of influence (801, 809). No one is checked for losing. Of damage with several effects it tries
all orders (616.1): the engine's result has to be the best one for the player, which uses up the least.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations

SHIELD, PREVENT, SOME = "prevent_next_damage", "prevent_damage", "prevent_some_damage"
HALF = "prevent_half_damage"
TO, FROM, DOWN, UP = "multiply_damage", "multiply_damage_dealt", "halve_damage_down", "halve_damage_up"
OF_DAMAGE = (SHIELD, PREVENT, SOME, HALF, TO, FROM, DOWN, UP)
REVERSED, FIXED = "gain_becomes_loss", "life_cant_change"
MORE_GAIN, MORE_LOSS, BECOMES = "multiply_life_gain", "multiply_life_loss", "loss_sets_life"
OF_LIFE = (REVERSED, FIXED, MORE_GAIN, MORE_LOSS, BECOMES, "cant_gain_life", "cant_lose_life")
MOST_ORDERED = 6
"""Effects on one damage whose orders are all tried; more are not put on anybody."""


@dataclass
class Note:
    """An effect, as somebody would write it down."""

    id: int
    kind: str
    on: str
    n: int = 0
    times: int | None = None
    combat: bool | None = None
    dealt_by: str | None = None
    commander: str | None = None
    source: str | None = None
    until_turn_of: str | None = None
    until_end_of: str | None = None

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


@dataclass
class Paper:
    """What is written down."""

    seats: list[str]
    life: dict[str, int]
    active: str
    """The player or team whose turn it is."""
    teams: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Teams that share a total and turns, with their heads."""
    old: bool = False
    """Whether heads share as in 2006."""
    ranges: Mapping[str, int] = field(default_factory=dict[str, int])
    """The seats to each side that a player can reach, where that is limited."""
    reached: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    poison: dict[str, int] = field(default_factory=dict[str, int])
    tally: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    notes: list[Note] = field(default_factory=list[Note])
    gone: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.look_around()

    def look_around(self) -> None:
        """Whom everybody can reach is settled as a turn begins, among those still in the game (801.2c)."""
        here = [who for who in self.seats if who not in self.gone]
        for place, who in enumerate(here):
            seats = range(-self.ranges[who], self.ranges[who] + 1) if self.ranges else range(len(here))
            self.reached[who] = {here[(place + steps) % len(here)] for steps in seats}

    def reaches(self, who: str, other: str) -> bool:
        return other in self.reached[who]

    def heads(self, who: str) -> list[str]:
        """The players who share a total with this one."""
        return next((heads for heads in self.teams.values() if who in heads), [who])

    def purse(self, who: str) -> str:
        """Whose total a player's life is."""
        return next((team for team, heads in self.teams.items() if who in heads), who)

    def poisoned(self, who: str) -> str:
        """Who has a player's poison counters: today a team (810.10), in 2006 the player (606.5)."""
        return who if self.old else self.purse(who)

    def worth(self, who: str) -> int:
        """A player's life total: the team's (810.9a), in 2006 half of it, rounded up (606.9a).

        Reading: of three heads (606.10) each has a third.
        """
        total, heads = self.life[self.purse(who)], len(self.heads(who))
        return -(-total // heads) if self.old else total

    def forbidden(self, who: str, *kinds: str) -> bool:
        """No one on a team can gain or lose life if one can't (810.9g, 810.9h); 2006 has no such rule."""
        return any(self.has(head, *kinds) for head in ([who] if self.old else self.heads(who)))

    def on(self, who: str, kind: str, applied: frozenset[int] = frozenset()) -> Iterator[Note]:
        """The effects of a kind on a player, newest first, that have not had their opportunity (614.5)."""
        for note in reversed(self.notes):
            if note.on == who and note.kind == kind and note.id not in applied and self.holds(note):
                yield note

    def holds(self, note: Note) -> bool:
        """Whether an effect's controller reaches the player it is on (801.10); one who has left is no
        measure."""
        return note.source is None or note.source in self.gone or self.reaches(note.source, note.on)

    def sees(self, note: Note, dealer: str) -> bool:
        """Whether the controller of a prevention effect that names damage's source reaches it (801.13b)."""
        names = note.dealt_by is not None or note.commander is not None
        if note.source is None or note.source in self.gone or not names:
            return True
        return note.kind not in (SHIELD, PREVENT, SOME, HALF) or self.reaches(note.source, dealer)

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
        if n <= 0 or self.forbidden(who, "cant_gain_life", FIXED):
            return
        for note in self.on(who, REVERSED, applied):
            self.spend(note)
            self.lose(who, n, applied | {note.id})
            return
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
        """The effects that apply to damage (615.2, 615.12, 609.7)."""
        return [
            note
            for note in self.notes
            if note.kind in OF_DAMAGE
            and note.on == (hit.by if note.kind == FROM else hit.to)
            and not (hit.unpreventable and note.kind in (SHIELD, PREVENT, SOME, HALF))
            and (note.combat is None or note.combat == hit.combat)
            and (note.dealt_by is None or note.dealt_by == hit.by)
            and (note.commander is None or note.commander == hit.commander)
            and self.holds(note)
            and self.sees(note, hit.by)
        ]

    def best(self, hit: Hit) -> tuple[int, int]:
        """The least damage of all orders, and the least shields' points and effects' times that it takes."""
        return min(_outcome(order, hit.amount) for order in permutations(self.met(hit)))

    def take(self, hit: Hit, dealt: int) -> None:
        """The results of damage that was dealt (120.3)."""
        if dealt <= 0:
            return
        if hit.commander is not None and hit.combat:
            key = hit.to, hit.commander
            self.tally[key] = self.tally.get(key, 0) + dealt
        if hit.infect:
            self.add_poison(hit.to, dealt)
        else:
            self.lose(hit.to, dealt)
        if hit.combat and hit.toxic:
            self.add_poison(hit.to, hit.toxic)
        if hit.lifelink:
            self.gain(hit.by, dealt)

    def add_poison(self, who: str, n: int) -> None:
        self.poison[self.poisoned(who)] = self.poison.get(self.poisoned(who), 0) + n

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
                self.look_around()
                return
            self._drop(lambda note: note.until_end_of == self.active)

    def leave(self, who: str) -> None:
        """800.4a: the player, and effects of the player's objects, are gone."""
        self.gone.add(who)
        self._drop(lambda note: note.on == who or (note.source == who and not note.lasting))

    def _drop(self, over: Callable[[Note], bool]) -> None:
        self.notes = [note for note in self.notes if not over(note)]


def _outcome(order: tuple[Note, ...], amount: int) -> tuple[int, int]:
    used = 0
    for note in order:
        if amount == 0:
            break
        before = amount
        match note.kind:
            case "prevent_damage":
                amount = 0
            case "prevent_next_damage" | "prevent_some_damage":
                amount = max(0, amount - note.n)
            case "halve_damage_down" | "prevent_half_damage":
                amount = amount // 2
            case "halve_damage_up":
                amount = amount - amount // 2
            case _:
                amount *= note.n
        used += before - amount if note.kind == SHIELD else note.times is not None
    return amount, used
