"""What a round has to be, checked without the code that makes rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from rules.pairings.pairings import OddPods, Pairings, Participant

EXHAUSTIVE = 16
"""Participants up to whom every round is tried."""
ROUNDS_OF_STARTS = 4
MOST_STARTS = 2

Pair = frozenset[Participant]


class Checker:
    """The rounds of one tournament so far, and what is wrong with the next one.

    ``odd`` is None for duels.
    """

    def __init__(self, odd: OddPods | None) -> None:
        self._odd = odd
        self._met = Counter[Pair]()
        self._byes = Counter[Participant]()
        self._starts = Counter[Participant]()
        self._rounds = 0
        self.rematches = 0
        self.unavoidable = 0
        """Rounds with a rematch that were searched through in vain for one without."""
        self.forced_starts = 0
        """Third first turns in four rounds that no round of strangers could have avoided."""

    def wrong(self, participants: Sequence[Participant], pairings: Pairings) -> list[str]:
        """What is wrong with the next round of these participants, which is then played."""
        found = [*self._seating(participants, pairings), *self._fair_byes(participants, pairings)]
        pairs = [frozenset(pair) for table in pairings.tables for pair in combinations(table, 2)]
        rematches = sum(self._met[pair] > 0 for pair in pairs)
        self.rematches += rematches
        if rematches and len(participants) <= EXHAUSTIVE:
            self.unavoidable += 1
            if self.exists_without_rematch(participants, [len(table) for table in pairings.tables]):
                found.append(f"{rematches} rematches in a round that need not have one")
        self._rounds += 1
        if self._rounds <= ROUNDS_OF_STARTS:
            found += self._fair_starts(participants, pairings)
        self._met.update(pairs)
        self._byes.update(pairings.byes)
        self._starts.update(table[0] for table in pairings.tables)
        return found

    def _fair_starts(self, participants: Sequence[Participant], pairings: Pairings) -> Iterator[str]:
        """Who goes first for the third time although there is a round of strangers in which nobody has to.

        There is none where fewer have gone first less often than there are tables, as after drops. For duels
        of up to 16 participants it is searched for; beyond, and in pods, there has to be one.
        """
        often = [table[0] for table in pairings.tables if self._starts[table[0]] >= MOST_STARTS]
        rested = sum(self._starts[one] < MOST_STARTS for one in participants)
        unavoidable = max(0, len(pairings.tables) - rested)
        if self._odd is None and len(often) > unavoidable and len(participants) <= EXHAUSTIVE:
            sizes = [len(table) for table in pairings.tables]
            if not self.exists_without_rematch(participants, sizes, fair=True):
                self.forced_starts += len(often)
                return
        self.forced_starts += unavoidable
        for one in often[unavoidable:]:
            yield f"{one} goes first for the third time in {self._rounds} rounds"

    def _seating(self, participants: Sequence[Participant], pairings: Pairings) -> Iterator[str]:
        seated = [*(one for table in pairings.tables for one in table), *pairings.byes]
        if sorted(seated) != sorted(participants):
            yield "not everybody is seated once"
        sizes = sorted(len(table) for table in pairings.tables)
        if sizes != expected_sizes(len(participants), self._odd):
            yield f"{len(participants)} at tables of {sizes}"

    def _fair_byes(self, participants: Sequence[Participant], pairings: Pairings) -> Iterator[str]:
        others = [self._byes[one] for one in participants if one not in pairings.byes]
        for one in pairings.byes:
            if others and self._byes[one] > min(others):
                yield f"{one} has a bye before everybody had as many"

    def exists_without_rematch(
        self, participants: Sequence[Participant], sizes: Sequence[int], *, fair: bool = False
    ) -> bool:
        """Whether there is a round with tables of these sizes and fair byes in which nobody meets again.

        ``fair``: and in which somebody at each table has gone first less than twice.
        """
        byes = len(participants) - sum(sizes)
        return any(
            self._fits(frozenset(participants) - set(free), tuple(sorted(sizes)), fair=fair)
            for free in combinations(sorted(participants), byes)
            if not any(True for _ in self._fair_byes(participants, Pairings(tables=(), byes=free)))
        )

    def _fits(self, players: frozenset[Participant], sizes: tuple[int, ...], *, fair: bool) -> bool:
        @cache
        def fits(left: frozenset[Participant], sizes: tuple[int, ...]) -> bool:
            if not left:
                return True
            first = min(left)
            strangers = [one for one in left if one != first and not self._met[frozenset((first, one))]]
            for size in set(sizes):
                rest = list(sizes)
                rest.remove(size)
                for others in combinations(sorted(strangers), size - 1):
                    if any(self._met[frozenset(pair)] for pair in combinations(others, 2)):
                        continue
                    if fair and all(self._starts[one] >= MOST_STARTS for one in (first, *others)):
                        continue
                    if fits(left - {first, *others}, tuple(rest)):
                        return True
            return False

        return fits(players, sizes)


def expected_sizes(players: int, odd: OddPods | None) -> list[int]:
    """How large the tables are, by trying how many fours there can be at most."""
    if odd is None:
        return [2] * (players // 2)
    if odd is OddPods.BYES and players >= 4:
        return [4] * (players // 4)
    for other in (5, 3) if odd is OddPods.LOW_FIVES else (3, 5):
        for fours in range(players // 4, -1, -1):
            others, left = divmod(players - 4 * fours, other)
            if not left:
                return sorted([4] * fours + [other] * others)
    raise ValueError(f"no pods for {players}")
