"""A game with secret roles kept on paper: who loses, who knocked them out, and who wins by what was dealt.

From the formats' published conditions, in one letter a role: the Leader, King or Sovereign (L); Guards, who
fall with the leader (G), and Knights, who don't (K); Assassins, who win together (A); Bandits, who win each
for themselves (B); those who win as the last player (T); the Usurper (U). Three of Treachery hunt in a ring:
x hunts y, y hunts z, and z hunts x. What one event does is judged after all of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

DEALT = {
    ("treachery", 3): "xyz",
    ("treachery", 4): "LAAT",
    ("treachery", 5): "LGAAT",
    ("treachery", 6): "LGAAAT",
    ("treachery", 7): "LGGAAAT",
    ("treachery", 8): "LGGAAATT",
    ("kingdom", 5): "LKBBT",
    ("kingdom", 6): "LKBBTU",
    ("kingdom", 7): "LKKBBTU",
    ("kingdom", 8): "LKKBBBTU",
    ("usurper", 5): "LGAAT",
    ("usurper", 6): "LGAAAT",
    ("usurper", 7): "LGAAATT",
}
HUNTED = {"x": "y", "y": "z", "z": "x"}
KING, LETHAL, POISONED = 50, 21, 10


@dataclass
class Blow:
    """What someone does to a player; without ``by`` no one has said who it was.

    ``kind``: life, damage by a "commander", "poison", or an "effect" by which the player loses.
    """

    kind: str
    to: str
    n: int = 0
    by: str | None = None


@dataclass
class RolePaper:
    """What is written down, roles included."""

    seats: list[str]
    roles: dict[str, str]
    out_wins: bool = False
    joint_draw: bool = False
    stays: bool = False
    shows: bool = False
    life: dict[str, int] = field(default_factory=dict[str, int])
    poison: dict[str, int] = field(default_factory=dict[str, int])
    hurt: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    last: dict[tuple[str, str], str | None] = field(default_factory=dict[tuple[str, str], str | None])
    """Who last took life from someone, or gave poison, as far as that was said."""
    killer: dict[str, str | None] = field(default_factory=dict[str, str | None])
    """Who knocked out each of those who are out."""
    matters: set[str] = field(default_factory=set[str])
    """Those of them whose killer may decide who wins."""
    asked: set[str] = field(default_factory=set[str])
    """Those of whom the table has to say it."""
    known: set[str] = field(default_factory=set[str])
    """Whose roles everyone knows."""
    winners: set[str] = field(default_factory=set[str])
    over: bool = False

    def __post_init__(self) -> None:
        self.known |= self.having("L")
        for who in self.seats:
            self.life[who] = KING if self.roles[who] == "L" and {*"KB"} & {*self.roles.values()} else 40

    @property
    def here(self) -> list[str]:
        return [who for who in self.seats if who not in self.killer]

    def having(self, roles: str) -> set[str]:
        return {who for who, role in self.roles.items() if role in roles}

    @property
    def deals_usurper(self) -> bool:
        return bool(self.having("U"))

    def event(self, blows: Sequence[Blow]) -> None:
        """All of this at once, and those who lose by it lose."""
        struck: dict[str, tuple[str, str | None]] = {}
        for blow in blows:
            who, by = blow.to, blow.by
            match blow.kind:
                case "effect":
                    struck[who] = "effect", None if by == who else by
                case "poison":
                    self.poison[who] = self.poison.get(who, 0) + blow.n
                    self.last[who, "poison"] = None if by == who else by  # an own entry doesn't say whose
                case _:
                    self.life[who] -= blow.n
                    self.last[who, "life"] = by
                    if blow.kind == "commander" and blow.by is not None:
                        self.hurt[who, blow.by] = self.hurt.get((who, blow.by), 0) + blow.n
        self._out(struck)
        while not self.over and (losing := self._losing()):
            self._out(losing)

    def concede(self, who: str) -> None:
        """No one has knocked out someone who concedes."""
        self._out({who: ("concession", None)})

    def say(self, who: str, by: str | None) -> None:
        """The table says who it was."""
        self.asked.discard(who)
        self.killer[who] = by
        self._judge()
        while not self.over and (losing := self._losing()):
            self._out(losing)

    def _losing(self) -> dict[str, tuple[str, str | None]]:
        """Return who loses at a check, and by whom (704.5a, 704.5c, 903.10a)."""
        found: dict[str, tuple[str, str | None]] = {}
        for who in self.here:
            dealers = [by for by in self.seats if self.hurt.get((who, by), 0) >= LETHAL]
            if self.life[who] <= 0:
                found[who] = "life", self.last.get((who, "life"))
            elif self.poison.get(who, 0) >= POISONED:
                found[who] = "poison", self.last.get((who, "poison"))
            elif dealers:
                worst = max(dealers, key=lambda by: self.hurt[who, by])
                found[who] = "commander", worst
        return found

    def _out(self, going: dict[str, tuple[str, str | None]]) -> None:
        going = dict(going)
        kings = [who for who in going if self.roles[who] == "L"]
        for guard in self.having("G") if kings else ():
            if guard in self.here:
                going.setdefault(guard, ("leader", None))
        if self.stays and kings:
            by = going[kings[0]][1]
            if by is not None and self.roles[by] == "U" and by in self.here and by not in going:
                del going[kings[0]]
                self._crown(by, kings[0])
        if not going:
            return
        decides = {who for who in going if self.roles[who] in HUNTED or (who in kings and self.deals_usurper)}
        self.matters |= decides
        for who, (how, by) in going.items():
            self.killer[who] = None if by == who else by
            if by is None and how not in ("concession", "leader") and who in decides:
                self.asked.add(who)
        if self.shows:
            self.known |= {*going}
        self.known |= {who for who, (how, _) in going.items() if how == "leader"}
        if not self.here and not self._winning():
            self._end(())
            return
        self._judge()

    def _crown(self, who: str, before: str) -> None:
        """The Usurper is the King, at the first King's total."""
        self.roles[who], self.roles[before] = self.roles[before], self.roles[who]
        self.known |= {who, before}
        self.life[who] = KING
        if self.stays:
            self.killer.pop(before, None)
            self.matters.discard(before)
            self.life[before] = 1

    def _judge(self) -> None:
        """Judge who wins by the roles of those who are left."""
        for king in self.having("L"):
            by = self.killer.get(king)
            if by is not None and self.roles[by] == "U" and by in self.here:
                self._crown(by, king)
        if self.asked and len(self.here) > 1:
            return
        groups = self._winning()
        led = self.having("L")
        hopeless = led and not led & {*self.here} and not self.having("T") & {*self.here}
        if groups:
            won = {who for group in groups for who in group}
            self._end(() if len(groups) > 1 and self.joint_draw else won)
        elif hopeless:
            self._end(())

    def _end(self, winners: Collection[str]) -> None:
        self.over, self.winners = True, {*winners}
        self.known = {*self.seats}

    def _winning(self) -> list[set[str]]:
        """Return those whose conditions are met, in groups that win together."""
        here, led = {*self.here}, self.having("L")
        bandits, assassins = self.having("B"), self.having("A")
        groups = [
            self.having("LGK") if led & here and here <= self.having("LGK") else set[str](),
            assassins if led and not led & here and (assassins & here or self.out_wins) else set[str](),
            (bandits if self.out_wins else bandits & here) if led and not led & here else set[str](),
            here if len(here) == 1 and here <= self.having("T") else set[str](),
        ]
        for hunter in self.having("xyz"):
            (target,) = self.having(HUNTED[self.roles[hunter]])
            hit = target in self.killer and self.killer[target] == hunter
            if here == {hunter} or (hit and (hunter in here or self.out_wins)):
                groups.append({hunter})
        return [group for group in groups if group]
