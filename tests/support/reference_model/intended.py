"""The intended game by a simple model: life, poison, commander damage, who is out, who won.

It follows the Comprehensive Rules as far as these evenings need them, and imports nothing of the engine.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TypeAlias

from msgspec import Struct, field

POISON = 10
"""Poison counters at which a player loses (704.5c)."""
COMMANDER = 21
"""Combat damage from one commander at which a player loses (903.10a), where a format has no number."""


class Format(Struct, frozen=True, kw_only=True):
    """A format on paper: its teams' sizes, empty if everyone plays alone, and its starting totals."""

    rule: str
    people: tuple[int, int] = (0, 0)
    """The fewest and the most players here, where there are no teams."""
    teams: tuple[int, ...] = ()
    life: int = 20
    alone: int = 0
    """The archenemy's life; that team is the first one."""
    shared: tuple[int, ...] = ()
    """The teams whose members share life and fall together."""
    poison: int = 0
    """Poison counters at which a team loses that shares them."""
    commander: bool = False
    lethal: int = COMMANDER
    """Combat damage from one commander at which a player loses, with commanders."""
    opposite: bool = False
    """The player who has outlived both players opposite wins, alone or with others."""
    emperor: bool = False
    """The middle member of each team takes it along on departure (809.5)."""
    late: bool = False
    """Whether people can join a game that has begun."""
    vanguard: bool = False
    roles: Mapping[int, str] = field(default_factory=dict[int, str])
    """Secret roles by the number of players, in the order of seats: the Leader; Guards, who fall with the
    Leader, and Knights, who don't; Assassins, who win together, and Bandits, each for themselves; Traitors,
    who have to be the last."""
    leads: int = 0
    """The Leader's extra life."""


FORMATS: Mapping[str, Format] = {
    "two_player": Format(rule="103.4", people=(2, 2)),
    "free_for_all": Format(rule="806", people=(3, 6), late=True),
    "commander": Format(rule="903.7", people=(2, 5), life=40, commander=True, late=True),
    "brawl": Format(rule="903.12c", people=(3, 5), life=30, late=True),
    "two_headed_giant": Format(rule="810.4, 810.8d", teams=(2, 2), life=30, shared=(0, 1), poison=15),
    "n_headed_giant": Format(rule="810.11", teams=(3, 3), life=45, shared=(0, 1), poison=20),
    "team_vs_team": Format(rule="808", teams=(3, 2), late=True),
    "emperor": Format(rule="809", teams=(3, 3), emperor=True),
    "alternating_teams": Format(rule="811", teams=(2, 2)),
    "grand_melee": Format(rule="807", people=(6, 10), late=True),
    "archenemy": Format(rule="904.6", teams=(1, 3), alone=40, late=True),
    "archenemy_commander": Format(
        rule="904.13b", teams=(1, 3), life=60, alone=60, shared=(1,), commander=True, late=True
    ),
    "supervillain_rumble": Format(rule="904.12", people=(3, 5), life=40, late=True),
    "vanguard": Format(rule="902.4", people=(2, 4), vanguard=True, late=True),
    "planechase": Format(rule="901", people=(2, 4), late=True),
    "pauper_commander": Format(rule="house", people=(2, 5), life=30, commander=True, lethal=16, late=True),
    "duel_commander": Format(rule="house", people=(2, 2)),
    "oathbreaker": Format(rule="house", people=(2, 4), late=True),
    "star": Format(rule="house", people=(5, 5), opposite=True),
    "treachery": Format(
        rule="house",
        people=(4, 8),
        life=40,
        commander=True,
        roles={4: "LAAT", 5: "LGAAT", 6: "LGAAAT", 7: "LGGAAAT", 8: "LGGAAATT"},
    ),
    "kingdom": Format(rule="house", people=(5, 5), life=40, commander=True, roles={5: "LKBBT"}, leads=10),
    "usurper": Format(
        rule="house",
        people=(5, 7),
        life=40,
        commander=True,
        roles={5: "LGAAT", 6: "LGAAAT", 7: "LGAAATT"},
    ),
    "conspiracy": Format(rule="905", people=(3, 5), late=True),
}


class Seat(Struct, frozen=True):
    """A player and their team, counted from 0; None alone. ``vanguard`` is added to their life."""

    who: str
    team: int | None = None
    vanguard: int = 0


class Part(Struct, frozen=True):
    """Something that happens to players, alone or with others at once."""

    who: tuple[str, ...] = ()
    amount: int = 0

    @property
    def people(self) -> tuple[str, ...]:
        """All affected players."""
        return self.who


class Lose(Part, frozen=True):
    """Each of them loses this much life; ``damage``: by damage."""

    damage: bool = False


class Gain(Part, frozen=True):
    """Each of them gains this much life."""


class Drain(Part, frozen=True):
    """Each of them loses this much life, and one player gains the total."""

    by: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """All affected players."""
        return *self.who, self.by


class Become(Part, frozen=True):
    """A life total becomes a number."""


class Poison(Part, frozen=True):
    """Each of them gets this many poison counters."""


class Hit(Part, frozen=True):
    """A player's commander deals combat damage to another one."""

    owner: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """All affected players: the commanders of players who have left are gone (CR 800.4a)."""
        return *self.who, self.owner


class Out(Part, frozen=True):
    """They lose by an effect, or concede, one alone."""

    concedes: bool = False


class Pass(Part, frozen=True):
    """A turn is passed."""


class Come(Part, frozen=True, kw_only=True):
    """A player joins late."""

    seat: Seat


Happening: TypeAlias = tuple[Part, ...]
"""Simultaneous parts of one step."""


class Standing(Struct, eq=True):
    """All standings: life, poison and commander damage by player, who is out, how it ended."""

    life: dict[str, int]
    poison: dict[str, int]
    commander: dict[str, dict[str, int]]
    result: dict[str, str]
    """"playing", "lost", "won" or "draw"."""

    def differs(self, other: "Standing") -> list[str]:
        """Return the differences, one line each."""
        found: list[str] = []
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            found += [
                f"{name} of {who}: {mine.get(who)} and not {theirs.get(who)}"
                for who in sorted({*mine, *theirs})
                if mine.get(who) != theirs.get(who)
            ]
        return found


class Intended(Struct):
    """A game as intended."""

    format: Format
    seats: list[Seat]
    life: dict[str, int] = field(default_factory=dict[str, int])
    poison: dict[str, int] = field(default_factory=dict[str, int])
    commander: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    result: dict[str, str] = field(default_factory=dict[str, str])
    emperors: tuple[str, ...] = ()
    roles: dict[str, str] = field(default_factory=dict[str, str])

    @staticmethod
    def begun(format: Format, seats: Sequence[Seat]) -> "Intended":
        """Return a game at its start."""
        game = Intended(format=format, seats=[])
        for seat in seats:
            game._sit(seat)
        if format.roles:
            game.roles = dict(zip((one.who for one in seats), format.roles[len(seats)], strict=True))
            game.life[seats[0].who] += format.leads
        if format.emperor:
            teams = [[one.who for one in seats if one.team == team] for team in (0, 1)]
            game.emperors = tuple(team[(len(team) - 1) // 2] for team in teams)
        return game

    def copy(self) -> "Intended":
        """Return the same game, to be played on otherwise."""
        return deepcopy(self)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return not self.playing

    @property
    def playing(self) -> list[str]:
        """The players still in the game."""
        return [who for who, result in self.result.items() if result == "playing"]

    def holder(self, who: str) -> str:
        """Return whose life total is theirs."""
        team = self.team(who)
        return f"team {team}" if team in self.format.shared else who

    def team(self, who: str) -> int | None:
        """Return someone's team."""
        return next(seat.team for seat in self.seats if seat.who == who)

    def mates(self, who: str) -> list[str]:
        """Return everyone on someone's side, including themselves."""
        team = self.team(who)
        return [seat.who for seat in self.seats if seat.who == who or (seat.team == team is not None)]

    def standing(self) -> Standing:
        """Return all standings."""
        people = [seat.who for seat in self.seats]
        return Standing(
            life={who: self.life[self.holder(who)] for who in people},
            poison={who: self.poison.get(self._poisoned(who), 0) for who in people},
            commander={who: {**self.commander[who]} for who in people},
            result={**self.result},
        )

    def happen(self, happening: Happening) -> None:
        """All of this at once; then it is looked who loses (704.3)."""
        leaving: list[str] = []
        for part in happening:
            leaving += self._happen(part)
        if leaving:
            self._leave(leaving)
        while not self.over and (losing := [who for who in self.playing if self._loses(who)]):
            self._leave(losing)

    def _sit(self, seat: Seat) -> None:
        first = self.format.alone and seat.team == 0
        start = (self.format.alone if first else self.format.life) + seat.vanguard
        self.seats.append(seat)
        self.life.setdefault(self.holder(seat.who), start)
        self.commander[seat.who] = {}
        self.result[seat.who] = "playing"

    def _poisoned(self, who: str) -> str:
        return self.holder(who) if self.format.poison else who

    def _happen(self, part: Part) -> list[str]:
        """One part; gives who leaves by it."""
        match part:
            case Out():
                return [*part.who]
            case Come():
                self._sit(part.seat)
            case Poison():
                for who in part.who:
                    self.poison[self._poisoned(who)] = self.poison.get(self._poisoned(who), 0) + part.amount
            case Become():
                self.life.update({self.holder(who): part.amount for who in part.who})
            case Gain():
                self._change(part.who, part.amount)
            case Lose():
                self._change(part.who, -part.amount)
            case Drain():
                self._change(part.who, -part.amount)
                self._change((part.by,), part.amount * len(part.who))
            case Hit():
                self._change(part.who, -part.amount)
                for who in part.who:
                    taken = self.commander[who]
                    taken[part.owner] = taken.get(part.owner, 0) + part.amount
            case _:
                pass
        return []

    def _change(self, people: tuple[str, ...], by: int) -> None:
        for who in people:
            self.life[self.holder(who)] += by

    def _loses(self, who: str) -> bool:
        hurt = self.format.commander and max(self.commander[who].values(), default=0) >= self.format.lethal
        poisoned = self.poison.get(self._poisoned(who), 0) >= (self.format.poison or POISON)
        return self.life[self.holder(who)] <= 0 or poisoned or hurt

    def _leave(self, losing: Sequence[str]) -> None:
        """They leave, with those who fall with them (810.8a, 809.5): all that are left is a draw (104.4a,
        104.4d), one side left wins (104.2a, 104.2c)."""
        gone = {*losing}
        for who in losing:
            if self.holder(who) != who or who in self.emperors:
                gone |= {*self.mates(who)}
            if self.roles.get(who) == "L":
                gone |= self._having("G")
        gone &= {*self.playing}
        if gone == {*self.playing}:
            drawn = {mate for who in gone for mate in self.mates(who)}
            self.result.update({who: "draw" if who in drawn else "lost" for who in self.result})
            return
        self.result.update(dict.fromkeys(gone, "lost"))
        if self.roles:
            self._judge_roles()
            return
        winners = self._outlasting() if self.format.opposite else self.mates(self.playing[0])
        over = bool(winners) if self.format.opposite else {*self.playing} <= {*winners}
        if over:
            self.result.update({who: "won" if who in winners else "lost" for who in self.result})

    def _having(self, roles: str) -> set[str]:
        return {who for who, role in self.roles.items() if role in roles}

    def _judge_roles(self) -> None:
        """Judge who wins by the roles of those who are left; without a Leader and a Traitor no one can."""
        left = {*self.playing}
        if left & self._having("L"):
            won = self._having("LGK") if left <= self._having("LGK") else set[str]()
        elif left & self._having("AB"):
            won = self._having("A") | (left & self._having("B"))
        else:
            won = left if len(left) == 1 and left <= self._having("T") else set[str]()
            if not left & self._having("T"):
                self.result.update(dict.fromkeys(left, "draw"))
        if won:
            self.result.update({who: "won" if who in won else "lost" for who in self.result})

    def _outlasting(self) -> list[str]:
        """Return who is still there when both players opposite are not."""
        seats = [seat.who for seat in self.seats]
        half = len(seats) // 2
        return [
            who
            for place, who in enumerate(seats)
            if who in self.playing
            and not {seats[(place + half + one) % len(seats)] for one in (0, 1)} & {*self.playing}
        ]
