"""Double elimination: a bracket in which only the second loss puts a player out.

A player who loses in the winners' bracket continues in the losers' bracket. The winners of both meet in the
grand final, and once more if the player without a loss loses it. Each round has every match whose players are
known. Dropped players aren't paired: their opponents advance.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from msgspec import Struct, field
from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant


class Stage(StrEnum):
    """The part of a bracket that a match belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    REPLAY = "replay"
    """Two players who both lost their match in the winners' bracket play for one place in the other one."""
    FINAL = "final"
    """The grand final; its second round is the one after the first loss of the winners' bracket's winner."""


class MatchPlace(NamedTuple):
    """A match: its stage, its round there from 1, and its number in that round from 0."""

    stage: Stage
    round: int
    number: int


class BracketMatch(Struct, frozen=True):
    """A decided match; ``entrants``: one if the other was missing, the winners' bracket's first in a final.

    ``lost``: both in a double loss.
    """

    entrants: tuple[Participant, ...]
    winner: Participant | None = None
    lost: tuple[Participant, ...] = ()


class _Entry(NamedTuple):
    """One side of a match: whether it is known, and who it is, if anyone."""

    known: bool
    player: Participant | None = None


_UNKNOWN = _Entry(False)


class DoubleElimination(Struct, frozen=True, kw_only=True):
    """A bracket. ``seeds``: the players, best first; ``decided``: the matches that are over."""

    seeds: tuple[Participant, ...]
    decided: Mapping[MatchPlace, BracketMatch] = field(default_factory=dict[MatchPlace, BracketMatch])

    @property
    def open(self) -> Mapping[MatchPlace, tuple[Participant, Participant]]:
        """The matches that can be played, in the order of tables, with their players."""
        found = dict[MatchPlace, tuple[Participant, Participant]]()
        for place in self._undecided():
            one, other = (entry.player for entry in self._entries(place))
            if one is not None and other is not None:
                found[place] = one, other
        return found

    @property
    def left(self) -> Sequence[Participant]:
        """Everyone who isn't out, the best seed first."""
        known = {player for place in self._undecided() for _, player in self._entries(place)}
        return [one for one in self.seeds if one in known]

    @property
    def is_over(self) -> bool:
        """Whether no match is left to be played."""
        return MatchPlace(Stage.FINAL, 1, 0) in self.decided and not [*self._undecided()]

    @property
    def champion(self) -> Participant | None:
        """The winner of the bracket; None until it is over, and if both lose its last match."""
        first = self.decided.get(MatchPlace(Stage.FINAL, 1, 0))
        if first is None or not self.is_over:
            return None
        if len(first.lost) == 2:
            return first.entrants[0]
        second = self.decided.get(MatchPlace(Stage.FINAL, 2, 0))
        return first.winner if second is None else second.winner

    def losses(self, player: Participant) -> int:
        """Return how often a player has lost."""
        return sum(player in one.lost for one in self.decided.values())

    def pairings(self, there: Collection[Participant]) -> Pairings | None:
        """Return the next round of those who are ``there``, seats in the order of seeds; None after the end.

        Players who wait for an opponent have a bye, which is worth nothing.
        """
        if self.is_over:
            return None
        tables = [self._seated(pair) for pair in self.open.values()]
        playing = {one for table in tables for one in table}
        waiting = (one for one in self.left if one in there and one not in playing)
        return Pairings(tables=tuple(tables), byes=tuple(waiting))

    def place_of(self, players: Collection[Participant]) -> MatchPlace | None:
        """Return the match that these players can play; None if there is none."""
        return next((place for place, pair in self.open.items() if {*pair} == {*players}), None)

    def after(self, through: Mapping[tuple[Participant, ...], Participant | None]) -> Self:
        """Return the bracket after these tables, with the winner of each; without one, both have lost."""
        decided, results = dict(self.decided), {frozenset(table): one for table, one in through.items()}
        for place, pair in self.open.items():
            if frozenset(pair) in results:
                winner = results[frozenset(pair)]
                decided[place] = BracketMatch(pair, winner, tuple(one for one in pair if one != winner))
        return replace(self, decided=decided)

    def advanced(self, there: Collection[Participant]) -> Self:
        """Return the bracket in which those without an opponent who is ``there`` have gone on."""
        decided = dict(self.decided)
        bracket = replace(self, decided=decided)
        for place in bracket._undecided():
            entries = bracket._entries(place)
            entrants = tuple(one for _, one in entries if one is not None and one in there)
            if len(entrants) < 2 and all(entry.known for entry in entries):
                decided[place] = BracketMatch(entrants, next(iter(entrants), None))
        return bracket

    def _undecided(self) -> Iterator[MatchPlace]:
        for place in _places(_depth(self.seeds)):
            if place not in self.decided and self._exists(place):
                yield place

    def _exists(self, place: MatchPlace) -> bool:
        """Return whether a match belongs to the bracket: further ones only follow from others' results."""
        if place.stage is Stage.REPLAY:
            match = self.decided.get(place._replace(stage=Stage.WINNERS))
            return match is not None and len(match.lost) == 2
        if place == (Stage.FINAL, 2, 0):
            match = self.decided.get(MatchPlace(Stage.FINAL, 1, 0))
            return match is not None and len(match.lost) == 1 and match.winner == match.entrants[1]
        return True

    def _entries(self, place: MatchPlace) -> tuple[_Entry, _Entry]:
        """Return both sides of a match."""
        stage, round, number = place
        left, right = 2 * number, 2 * number + 1
        match stage:
            case Stage.WINNERS if round == 1:
                order = _seed_order(_depth(self.seeds))
                return self._seed(order[left]), self._seed(order[right])
            case Stage.WINNERS:
                return self._winner(stage, round - 1, left), self._winner(stage, round - 1, right)
            case Stage.REPLAY:
                match = self.decided.get(MatchPlace(Stage.WINNERS, round, number))
                one, other = match.lost if match is not None and len(match.lost) == 2 else (None, None)
                return _Entry(one is not None, one), _Entry(other is not None, other)
            case Stage.LOSERS if round == 1:
                return self._loser(1, left), self._loser(1, right)
            case Stage.LOSERS if round % 2:
                return self._winner(stage, round - 1, left), self._winner(stage, round - 1, right)
            case Stage.LOSERS:
                crossed = number ^ _crossings(_depth(self.seeds))[round // 2 - 1]
                return self._winner(stage, round - 1, number), self._loser(round // 2 + 1, crossed)
            case Stage.FINAL if round == 1:
                depth = _depth(self.seeds)
                last = self._winner(Stage.LOSERS, 2 * depth - 2, 0) if depth > 1 else self._loser(1, 0)
                return self._winner(Stage.WINNERS, depth, 0), last
            case Stage.FINAL:
                match = self.decided.get(MatchPlace(stage, 1, 0))
                if match is None or len(match.entrants) < 2:
                    return _UNKNOWN, _UNKNOWN
                return _Entry(True, match.entrants[0]), _Entry(True, match.entrants[1])

    def _seed(self, number: int) -> _Entry:
        return _Entry(True, self.seeds[number] if number < len(self.seeds) else None)

    def _winner(self, stage: Stage, round: int, number: int) -> _Entry:
        match = self.decided.get(MatchPlace(stage, round, number))
        return _UNKNOWN if match is None else _Entry(True, match.winner)

    def _loser(self, round: int, number: int) -> _Entry:
        """Return who leaves a match of the winners' bracket for the other one."""
        match = self.decided.get(MatchPlace(Stage.WINNERS, round, number))
        if match is None:
            return _UNKNOWN
        if len(match.lost) == 2:
            return self._winner(Stage.REPLAY, round, number)
        return _Entry(True, next(iter(match.lost), None))

    def _seated(self, pair: Sequence[Participant]) -> tuple[Participant, ...]:
        return tuple(sorted(pair, key=self.seeds.index))


def _depth(seeds: Sequence[Participant]) -> int:
    """Return the number of rounds of the winners' bracket."""
    return max(1, (len(seeds) - 1).bit_length())


@cache
def _places(depth: int) -> Sequence[MatchPlace]:
    """Return all matches there may be, each after those on which it depends."""
    winners = [(round, number) for round in range(1, depth + 1) for number in range(2 ** (depth - round))]
    losers = [
        (round, number)
        for round in range(1, 2 * depth - 1)
        for number in range(2 ** (depth - 2 - (round - 1) // 2))
    ]
    return [
        *(MatchPlace(Stage.WINNERS, *one) for one in winners),
        *(MatchPlace(Stage.REPLAY, *one) for one in winners),
        *(MatchPlace(Stage.LOSERS, *one) for one in losers),
        MatchPlace(Stage.FINAL, 1, 0),
        MatchPlace(Stage.FINAL, 2, 0),
    ]


@cache
def _seed_order(depth: int) -> Sequence[int]:
    """Return the seeds, from 0, in the order of the first round: the best meet as late as possible."""
    order = [0]
    while len(order) < 2**depth:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


@cache
def _crossings(depth: int) -> Sequence[int]:
    """Return for each round of the winners' bracket after the first where its losers go: the number of their
    match there, combined by exclusive or with this one, is that of the match in the losers' bracket.

    Those who have met each other are kept apart there for as long as possible.
    """
    found, sources = list[int](), {0}
    for round in range(2, depth + 1):
        matches = range(2 ** (depth - round))

        def apart(crossing: int, near: Collection[int] = frozenset(sources)) -> int:
            return min((crossing ^ other).bit_length() for other in near)

        found.append(max(matches, key=lambda crossing: (apart(crossing), crossing)))
        sources = {source >> 1 for source in {*sources, found[-1]}}
    return found
