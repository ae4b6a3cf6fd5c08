"""A sheet of paper beside the table: a simple model of turns, votes, tallies, planar die and designations.

Written from the rules' text, not from the engine. Where the text is silent, a docstring names the reading,
and docs/rules.md has it under "What the rules leave open". Life totals: `tests/rules/players/paper.py`.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

MAX_SPEED = 4
MINE: dict[str, tuple[str, ...]] = {
    "Cave Entrance": ("Goblin Lair", "Mine Tunnels"),
    "Goblin Lair": ("Storeroom", "Dark Pool"),
    "Mine Tunnels": ("Dark Pool", "Fungi Cavern"),
    "Storeroom": ("Temple of Dumathoin",),
    "Dark Pool": ("Temple of Dumathoin",),
    "Fungi Cavern": ("Temple of Dumathoin",),
    "Temple of Dumathoin": (),
}
"""Lost Mine of Phandelver, as the card shows it."""


@dataclass
class Tally:
    """Something that is counted and isn't a counter."""

    label: str
    who: str | None
    n: int
    ends_with: str | None


@dataclass
class Pact:
    """Something that is to be done in a turn to come."""

    text: str
    who: str
    turn_of: str
    due: str


@dataclass
class Poll:
    """A vote: who still has how many votes, in the order in which they vote, and what was voted."""

    left: dict[str, int]
    voted: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])


@dataclass
class Sheet:
    """The paper on which turns are written down.

    A unit takes turns: a player, or a team that takes them together (805).
    """

    units: dict[str, list[str]]
    """Units and their players, in seating order to the left."""
    sides: dict[str, str]
    """Which team, or which player alone, each player belongs to."""
    seats: list[str]
    ranges: dict[str, int | None]
    active: str
    one_body: bool = False
    """Whether a team shares its life total, so that it counts as one (810.4, 810.9)."""
    gone: set[str] = field(default_factory=set[str])
    reached: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    backwards: bool = False
    last_normal: str = ""
    """Who took the last turn that was no extra one."""
    extra: list[str] = field(default_factory=list[str])
    skips: dict[str, int] = field(default_factory=dict[str, int])
    control: dict[str, str] = field(default_factory=dict[str, str])
    """Who will control a unit in its next turn."""
    rolls: dict[str, int] = field(default_factory=dict[str, int])
    spells: dict[str, int] = field(default_factory=dict[str, int])
    tallies: list[Tally] = field(default_factory=list[Tally])
    pacts: list[Pact] = field(default_factory=list[Pact])
    spoken: list[str] = field(default_factory=list[str])
    """The reminders that have spoken."""
    ventured: list[str] = field(default_factory=list[str])
    """The players whom the initiative has told to venture."""
    poll: Poll | None = None
    polled: list[tuple[str, int]] | None = None
    """What was voted in the last vote that is over."""
    monarch: str | None = None
    unroyal: set[str] = field(default_factory=set[str])
    """Who can't become the monarch."""
    initiative: str | None = None
    daytime: str | None = None
    marks: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    speed: dict[str, int] = field(default_factory=dict[str, int])
    engines: set[str] = field(default_factory=set[str])
    sped_up: set[str] = field(default_factory=set[str])
    ring: dict[str, int] = field(default_factory=dict[str, int])
    rooms: dict[str, str] = field(default_factory=dict[str, str])
    """The rooms of Lost Mine of Phandelver in which players are."""
    completed: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.last_normal = self.active
        self.look_around()

    # Who is where

    def here(self, who: str) -> bool:
        return who not in self.gone

    def unit(self, who: str) -> str:
        return next(unit for unit, members in self.units.items() if who in members)

    def takes_turns(self, unit: str) -> bool:
        """800.4k: no one of a unit that has left takes a turn."""
        return any(self.here(who) for who in self.units[unit])

    def order(self) -> list[str]:
        """Return the units in turn order: to the left, or to the right where it is reversed."""
        return list(reversed(self.units)) if self.backwards else list(self.units)

    def from_unit(self, unit: str) -> list[str]:
        """Return the units in turn order, from this one."""
        order = self.order()
        place = order.index(unit)
        return order[place:] + order[:place]

    def active_players(self) -> list[str]:
        """800.4j: no one is active after the active player has left."""
        return [who for who in self.units[self.active] if self.here(who)]

    def look_around(self) -> None:
        """Ranges of influence are settled as a turn begins, among those still in the game (801.2c)."""
        ring = [who for who in self.seats if self.here(who)]
        for place, who in enumerate(ring):
            reach = self.ranges[who]
            near = range(len(ring)) if reach is None else range(-reach, reach + 1)
            self.reached[who] = {ring[(place + step) % len(ring)] for step in near}

    def in_range(self, who: str) -> list[str]:
        return [one for one in self.seats if self.here(one) and one in self.reached[who]]

    # Players and units

    def beside(self, who: str, step: int) -> str:
        """Return the next seat of a player still in the game, to the left or (-1) to the right.

        Reading: a teammate's too, and whichever way turns go.
        """
        place = (self.seats.index(who) + step) % len(self.seats)
        while self.seats[place] != who and not self.here(self.seats[place]):
            place = (place + step) % len(self.seats)
        return self.seats[place]

    def opponents(self, who: str) -> list[str]:
        """102.2, 102.3: players on other teams; a player's effects touch those in range (801.10)."""
        return [one for one in self.in_range(who) if self.sides[one] != self.sides[who]]

    def side(self, who: str) -> list[str]:
        return [one for one in self.seats if self.sides[one] == self.sides[who]]

    def team(self, players: list[str]) -> list[str]:
        """Return players as they are meant where a number is: a team with one total is one of them."""
        return players[:1] if self.one_body else players

    def next_unit(self) -> str:
        """Reading: the next in turn order, whatever extra and skipped turns there are."""
        return next(
            unit for unit in (*self.from_unit(self.active)[1:], self.active) if self.takes_turns(unit)
        )

    def meant(self, word: str, who: str) -> list[str]:
        """Return whom a player means by a word; of players at random all who can be drawn."""
        match word:
            case "player to my left" | "player to my right":
                return [self.beside(who, 1 if word.endswith("left") else -1)]
            case "active player":
                return self.team(self.active_players())
            case "next player in turn order":
                return self.team([one for one in self.units[self.next_unit()] if self.here(one)])
            case "the monarch" | "player with the initiative":
                holder = self.monarch if word == "the monarch" else self.initiative
                return [] if holder is None else [holder]
            case "each opponent" | "a random opponent":
                return self.opponents(who)
            case "each other player":
                return [one for one in self.in_range(who) if one != who]
            case "each player" | "a random player":
                return self.in_range(who)
            case "my team":
                return self.team(
                    [one for one in self.seats if self.here(one) and self.sides[one] == self.sides[who]]
                )
            case _:
                raise AssertionError(word)

    # Turns

    def end_turn(self) -> None:
        """The end step, the cleanup step, then turns that are not taken, then one that is."""
        self.speak(self.active, "end")
        self.tallies = [one for one in self.tallies if one.ends_with != self.active]
        while True:
            # 500.7: the newest extra turn first, else the next in turn order after the last normal turn.
            extra = bool(self.extra)
            unit = self.extra.pop() if extra else self.from_unit(self.last_normal)[1:][0]
            if not extra:
                self.last_normal = unit
            if not self.takes_turns(unit):
                continue
            if self.skips.get(unit):
                self.skips[unit] -= 1
                continue
            self.begin(unit)
            return

    def begin(self, unit: str) -> None:
        """A turn is taken."""
        self.turn_the_day()
        self.active, self.rolls, self.spells, self.sped_up = unit, {}, {}, set()
        self.control.pop(unit, None)  # 723.1, 723.1b: it is about this turn, which is taken
        self.look_around()
        if self.initiative in self.units[unit]:
            self.ventured.append(self.initiative or "")  # 726.2
        self.speak(unit, "turn", "upkeep")

    def correct_turn(self, unit: str) -> None:
        """The table says whose turn it is: the turn before has ended, and turns go on from that one.

        Reading: a correction takes no extra turn and no skip away.
        """
        self.speak(self.active, "end")
        self.tallies = [one for one in self.tallies if one.ends_with != self.active]
        self.last_normal = unit
        self.begin(unit)

    def coming(self, n: int) -> list[str]:
        """Return whose the next turns are."""
        ahead, found = deepcopy(self), list[str]()
        for _ in range(n):
            ahead.end_turn()
            found.append(ahead.active)
        return found

    def turn_the_day(self) -> None:
        """731.2a, 731.2b: by the spells of the previous turn's active player, or team (805.4)."""
        cast = [self.spells.get(who, 0) for who in self.units[self.active]]
        if self.daytime == "day" and sum(cast) == 0:
            self.daytime = "night"
        elif self.daytime == "night" and max(cast) >= 2:
            self.daytime = "day"

    def grant_extra(self, players: Iterable[str]) -> None:
        """Of one effect: in APNAP order (101.4), the last one created first to be taken (500.7); a team that
        takes turns together has one (805.8)."""
        units = {self.unit(who) for who in players}
        self.extra += [unit for unit in self.from_unit(self.active) if unit in units]

    def skip(self, who: str) -> None:
        self.skips[self.unit(who)] = self.skips.get(self.unit(who), 0) + 1

    def take_control(self, who: str, by: str) -> None:
        """723.1a: the newest effect overwrites the others. Reading: for good, also if it ends by 800.4a."""
        self.control[self.unit(who)] = by

    # Votes

    def call_vote(self, first: str, extra: dict[str, int]) -> None:
        """701.38a: in turn order from a player, whose spell reaches those in range (801.5).

        Reading: a team that takes turns together votes before the next one (805.6), the player named first.
        """
        rest = [who for unit in self.from_unit(self.unit(first)) for who in self.units[unit] if who != first]
        voters = [who for who in (first, *rest) if who in self.in_range(first)]
        self.poll = Poll(left={who: 1 + extra.get(who, 0) for who in voters})

    def voter(self) -> str | None:
        """Return who votes now. Reading: a player who has left before voting has no vote."""
        if self.poll is None:
            return None
        return next((who for who, n in self.poll.left.items() if n and self.here(who)), None)

    def vote(self, who: str, choice: int) -> None:
        assert self.poll is not None
        self.poll.left[who] -= 1
        self.poll.voted.append((who, choice))
        self.close_vote()

    def decline(self, who: str) -> None:
        """Additional votes are something that a player may do (701.38d)."""
        assert self.poll is not None
        self.poll.left[who] = 0
        self.close_vote()

    def close_vote(self) -> None:
        if self.poll is not None and self.voter() is None:
            self.polled, self.poll = self.poll.voted, None

    # Tallies and reminders: cards tell of them, not the rules

    def count(self, label: str, who: str | None, n: int, ends_with: str | None) -> None:
        for tally in self.tallies:
            if (tally.label, tally.who, tally.ends_with) == (label, who, ends_with):
                tally.n += n
                return
        self.tallies.append(Tally(label, who, n, ends_with))

    def uncount(self, label: str, who: str | None, n: int | None) -> bool:
        """The newest of a name goes down, or away; False where there is none."""
        for tally in reversed(self.tallies):
            if (tally.label, tally.who) == (label, who):
                tally.n = 0 if n is None else tally.n - n
                if tally.n <= 0:
                    self.tallies.remove(tally)
                return True
        return False

    def speak(self, unit: str, *moments: str) -> None:
        """603.7: what is to be done at a moment of someone's turn is said once, when it comes."""
        due = [pact for pact in self.pacts if pact.turn_of == unit and pact.due in moments]
        self.spoken += [pact.text for pact in due]
        self.pacts = [pact for pact in self.pacts if pact not in due]

    def comes(self, pact: Pact) -> bool:
        """Return whether its moment can come: a turn goes on without its player to its end (800.4j)."""
        return self.takes_turns(pact.turn_of) or (pact.due == "end" and pact.turn_of == self.active)

    # The planar die

    def roll(self, who: str, *, by_effect: bool) -> int | None:
        """Return what a roll costs: as much as the player has taken this action before in this turn, each
        head for itself (901.9, 901.12d); None if an effect rolls, as one must in the turn of another
        (reading)."""
        if by_effect or who not in self.active_players():
            return None
        self.rolls[who] = self.rolls.get(who, 0) + 1
        return self.rolls[who] - 1

    # Designations

    def crown(self, who: str) -> bool:
        """725.3; True if that is someone else now."""
        if who in self.unroyal or self.monarch == who:
            return False
        self.monarch = who
        return True

    def take_initiative(self, who: str) -> None:
        """726.2, 726.5: also who has it ventures."""
        self.initiative = who
        self.ventured.append(who)

    def struck(self, who: str, by: str) -> None:
        """Combat damage of a creature to the monarch (725.2) and to who has the initiative (726.2).

        Reading: who deals damage to oneself keeps them, since nothing changes.
        """
        if who == by:
            return
        if self.monarch == who:
            self.crown(by)
        if self.initiative == who:
            self.take_initiative(by)

    def life_lost(self, who: str) -> None:
        """702.179d, once in one's own turn; an opponent out of range doesn't trigger it (801.7)."""
        for one in self.active_players():
            foe = self.sides[one] != self.sides[who] and who in self.reached[one]
            if foe and 0 < self.speed.get(one, 0) < MAX_SPEED and one not in self.sped_up:
                self.speed[one] += 1
                self.sped_up.add(one)

    def start_engines(self, who: str) -> None:
        """702.179a, a state-based action."""
        self.engines.add(who)
        self.speed[who] = self.speed.get(who) or 1

    def slow_down(self, who: str, n: int | None) -> None:
        """Reading: speed that is removed altogether doesn't start again without an effect."""
        self.speed[who] = 0 if n is None else max(0, self.speed.get(who, 0) - n)
        if not self.speed[who]:
            self.engines.discard(who)

    def take_away(self, who: str, name: str, n: int | None) -> None:
        """A card, or a correction, ends what a player has."""
        match name:
            case "monarch":
                self.monarch = None  # 725.1: there can be none
            case "initiative":
                self.initiative = None  # 726.1
            case "the Ring":
                self.ring[who] = 0 if n is None else max(0, self.ring[who] - n)
            case "speed":
                self.slow_down(who, n)
            case "dungeon":
                del self.rooms[who]
            case _:
                self.marks[who].remove(name)

    def venture(self, who: str, way: int) -> None:
        """701.49a to 701.49c, in Lost Mine of Phandelver; of two ways one is chosen."""
        ways = MINE[self.rooms[who]] if who in self.rooms else ()
        if who in self.rooms and not ways:
            self.complete(who)
        self.rooms[who] = ways[way % len(ways)] if ways else "Cave Entrance"

    def room_done(self, who: str) -> None:
        """309.6: the last room's ability has left the stack."""
        if not MINE[self.rooms[who]]:
            self.complete(who)
            del self.rooms[who]

    def complete(self, who: str) -> None:
        self.completed[who] = self.completed.get(who, 0) + 1

    # Leaving

    def leave(self, leavers: Sequence[str]) -> None:
        """800.4a, 725.4, 726.4: players leave at the same moment."""
        heirs = self.heirs(leavers)
        if self.monarch in leavers:
            self.monarch = next((who for who in heirs if who not in self.unroyal), None)
        self.gone |= set(leavers)
        if self.initiative in leavers:
            self.take_initiative(heirs[0])
        self.control = {unit: by for unit, by in self.control.items() if by not in leavers}
        self.tallies = [one for one in self.tallies if one.who not in leavers]
        self.pacts = [one for one in self.pacts if one.who not in leavers and self.comes(one)]
        self.close_vote()

    def heirs(self, leavers: Sequence[str]) -> list[str]:
        """Return the active player, then the others in turn order (725.4). Reading: of an active team its
        members from seat to seat, and no one is left out where the active player can't be the monarch."""
        players = [who for unit in self.from_unit(self.active) for who in self.units[unit]]
        return [who for who in players if self.here(who) and who not in leavers]
