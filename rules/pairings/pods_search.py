"""Search for the best pods: begin with the standings cut into pods, then exchange players while it helps."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from rules.pairings.pairings import Participant, PastRounds
from rules.pairings.seats import most_starts
from rules.pairings.shapes import POD, RoundShape
from rules.pairings.shuffling import Shuffle

FORBIDDEN = 10**15
"""Weight of a bye that somebody may not have."""
REMATCH = 10**12
AGAIN = 10**10
"""More for each time that two have met beyond the first."""
STARTS = 10**9
"""Weight of a pod in which everybody has gone first too often."""
ODD_AGAIN = 100_000
"""Weight of each time that somebody in a pod of another size was in one before."""
WINDOW = 16
"""Places in the standings over which players are exchanged for the sake of points alone."""
TRIALS = 700
"""Such exchanges tried for each player."""
MOST_TRIALS = 100_000
"""All of them together: two seconds of computing."""
ATTEMPTS = 400
"""Exchanges against rematches, and as many as there are pods beside."""
TENURE = 12
"""Exchanges after which a player may move again."""


class PodsSearch:
    """The pods of one round, as places in the order of the standings, and what they cost."""

    def __init__(
        self,
        order: Sequence[Participant],
        points: Mapping[Participant, int],
        past: PastRounds,
        shape: RoundShape,
        shuffle: Shuffle,
    ) -> None:
        self.shape = shape
        self._order = order
        self._shuffle = shuffle
        place = {one: index for index, one in enumerate(order)}
        self._met: list[dict[int, int]] = [{} for _ in order]
        for (one, other), times in past.met.items():
            if one in place and other in place:
                self._met[place[one]][place[other]] = self._met[place[other]][place[one]] = times
        self._points = [points[one] for one in order]
        self._starts = [past.starts[one] for one in order]
        self._most_starts = most_starts(past)
        self._was_odd = [past.odd[one] for one in order]
        self._must = sum(shape.bye_choice.values())
        self._bye_table = len(shape.sizes) if shape.byes else -1
        self.take(self._cut())

    def _cut(self) -> list[list[int]]:
        """The standings cut into pods, byes last."""
        choice, left = self.shape.bye_choice, list(range(len(self._order)))
        free = sorted(choice, key=lambda one: (not choice[one], -one))[: self.shape.byes]
        left = [one for one in left if one not in free]
        tables = list[list[int]]()
        for size in self.shape.sizes:
            tables.append(left[:size])
            del left[:size]
        return [*tables, free] if free else tables

    @property
    def strangers(self) -> list[int]:
        """Whom everybody has not met yet, as the bits of a number."""
        everybody = (1 << len(self._order)) - 1
        return [
            everybody & ~(1 << one) & ~sum(1 << other for other in met) for one, met in enumerate(self._met)
        ]

    @property
    def rematches(self) -> bool:
        """Whether anybody meets again."""
        return any(cost >= REMATCH for cost in self._costs)

    def take(self, tables: Sequence[Sequence[int]]) -> None:
        """Go on from these pods."""
        self._tables = [list(table) for table in tables]
        self._costs = [self._cost(number, table) for number, table in enumerate(self._tables)]

    def result(self) -> tuple[list[list[Participant]], list[Participant]]:
        """The pods, and who has a bye."""
        tables = [[self._order[one] for one in table] for table in self._tables]
        return (tables[:-1], tables[-1]) if self._bye_table >= 0 else (tables, [])

    def improve(self) -> None:
        """Exchange players until there is nothing to avoid, or no hope; then for closer points."""
        self._avoid()
        self._approach()

    def _cost(self, number: int, table: Sequence[int]) -> int:
        if number == self._bye_table:
            return self._bye_cost(table)
        points, cost = self._points, 0
        for one, other in combinations(table, 2):
            apart = points[one] - points[other]
            cost += apart * apart
            times = self._met[one].get(other)
            if times:
                cost += REMATCH + AGAIN * (times - 1)
        if min(self._starts[one] for one in table) >= self._most_starts:
            cost += STARTS
        if len(table) != POD:
            cost += sum(self._odd_cost(one) for one in table)
        return cost

    def _odd_cost(self, one: int) -> int:
        """Cost of a place in a pod of another size: by points, and by how often somebody had one before."""
        above = 1000 - self._points[one] if self.shape.high else self._points[one]
        return 1000 * above + ODD_AGAIN * self._was_odd[one]

    def _bye_cost(self, table: Sequence[int]) -> int:
        choice = self.shape.bye_choice
        wrong = sum(one not in choice for one in table)
        missing = self._must - sum(choice.get(one, False) for one in table)
        return FORBIDDEN * (wrong + missing) + sum(10_000 * self._points[one] for one in table)

    def _avoid(self) -> None:
        """Exchange somebody at the worst table for whoever fits best, anywhere, while there are rematches."""
        best, kept = sum(self._costs), [list(table) for table in self._tables]
        resting = dict[int, int]()
        for turn in range(ATTEMPTS + len(self._tables)):
            bad = [
                number
                for number, cost in enumerate(self._costs)
                if cost >= STARTS and number != self._bye_table
            ]
            if not bad:
                return
            number = bad[self._shuffle.below(len(bad))]
            moves = self._moves(number, range(len(self._tables)))
            free = [move for move in moves if max(resting.get(move[3], 0), resting.get(move[4], 0)) <= turn]
            if not free:
                continue
            least = min(move[0] for move in free)
            equal = [move for move in free if move[0] == least]
            move = equal[self._shuffle.below(len(equal))]
            self._carry_out(*move[1:])
            resting[move[3]] = resting[move[4]] = turn + TENURE
            if (cost := sum(self._costs)) < best:
                best, kept = cost, [list(table) for table in self._tables]
        self.take(kept)

    def _approach(self) -> None:
        """Exchange players near in the standings, at first also at a small cost (threshold accepting)."""
        players, draw = len(self._order), self._shuffle.below
        where = {one: number for number, table in enumerate(self._tables) for one in table}
        best, total = sum(self._costs), sum(self._costs)
        kept = [list(table) for table in self._tables]
        trials = min(MOST_TRIALS, TRIALS * players)
        allowed = total % STARTS // (2 * len(self._tables))
        near = min(players, WINDOW)
        for trial in range(trials):
            one = draw(players)
            two = min(max(one + draw(2 * near + 1) - near, 0), players - 1)
            here, there = where[one], where[two]
            if here == there:
                continue
            mine = [two if each == one else each for each in self._tables[here]]
            theirs = [one if each == two else each for each in self._tables[there]]
            costs = self._cost(here, mine), self._cost(there, theirs)
            more = costs[0] + costs[1] - self._costs[here] - self._costs[there]
            if more * trials > allowed * (trials - trial):
                continue
            self._tables[here], self._tables[there] = mine, theirs
            self._costs[here], self._costs[there] = costs
            where[one], where[two] = there, here
            total += more
            if total < best:
                best, kept = total, list(self._tables)
        self.take(kept)

    def _moves(self, number: int, others: Sequence[int] | range) -> list[tuple[int, int, int, int, int]]:
        """What each exchange of somebody at a table costs: with which tables, and who for whom."""
        table, found = self._tables[number], list[tuple[int, int, int, int, int]]()
        for other_number in others:
            if other_number == number:
                continue
            other = self._tables[other_number]
            before = self._costs[number] + self._costs[other_number]
            for one in table:
                rest = [each for each in table if each != one]
                for two in other:
                    there = [one if each == two else each for each in other]
                    after = self._cost(number, [*rest, two]) + self._cost(other_number, there)
                    found.append((after - before, number, other_number, one, two))
        return found

    def _carry_out(self, number: int, other_number: int, one: int, two: int) -> None:
        for place, goes, comes in ((number, one, two), (other_number, two, one)):
            self._tables[place] = [comes if each == goes else each for each in self._tables[place]]
            self._costs[place] = self._cost(place, self._tables[place])
