"""Search for the best pods: begin with the standings cut into pods, then exchange players while it helps."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from rules.pairings.exact import bit_places
from rules.pairings.pairings import Participant, PastRounds
from rules.pairings.shapes import POD, RoundShape
from rules.pairings.shuffling import Shuffle

SWAP_DISTANCE = 16
"""The distance in the standings over which players are swapped for points alone."""
TRIALS = 700
"""Such exchanges tried for each player."""
MAX_TRIALS = 100_000
"""All of them together: two seconds of computing."""
ATTEMPTS = 400
"""Exchanges against rematches, and as many as there are pods beside."""
TENURE = 12
"""Exchanges after which a player may move again."""
COSTS_KEPT = 32
"""The number of players up to which pods repeat so often that caching their costs pays off."""


class PodsSearch:
    """The pods of one round and their costs: numbers with a bit for each place in the standings."""

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
        self._met = [0 for _ in order]
        """The past opponents of each, as the bits of a number."""
        self._again = dict[tuple[int, int], int]()
        """How often two who have met did so after the first time."""
        for pair, times in past.met.items():
            if all(one in place for one in pair):
                one, other = sorted(place[each] for each in pair)
                self._met[one] |= 1 << other
                self._met[other] |= 1 << one
                self._again[one, other] = times - 1
        self._points = [points[one] for one in order]
        squares = [each * each for each in self._points]
        starts = [past.starts[one] for one in order]
        self._players = list(zip(self._points, squares, self._met, starts, strict=True))
        self._top = sum(1 << place for place, each in enumerate(self._points) if each == self._points[0])
        self._weigh(past.count)
        self._was_odd = [past.odd[one] for one in order]
        self._bye_groups = [(sum(1 << one for one in each.places), each.count) for each in shape.byes]
        self._bye_table = len(shape.sizes) if shape.free else -1
        self._pod_cost = cache(self._cost_of_pod) if len(order) <= COSTS_KEPT else self._cost_of_pod
        self.take(self._cut())

    def _weigh(self, rounds: int) -> None:
        """Set the weights of all costs: each exceeds the total of all later ones."""
        players, spread = len(self._order), self._points[0]
        self._spread, self._rounds = spread, rounds
        self._apart = players * (rounds + 1)
        """Of the square of a point between two, which is more than all first turns."""
        self._not_top = self._apart * players * POD * (spread + 1) ** 2 * (rounds + 2)
        """Of one with the most points and one with less at a table."""
        self._rematch_again = self._not_top * players * POD
        """Of each time that two have met beyond the first."""
        self._rematch = self._rematch_again * players * POD * (rounds + 1)
        self._forbidden = self._rematch * players * POD
        """The cost of a bye that a participant may not have."""

    def _cut(self) -> list[list[int]]:
        """Return the standings cut into pods, byes last."""
        free = [one for each in self.shape.byes for one in each.places[len(each.places) - each.count :]]
        left = [one for one in range(len(self._order)) if one not in free]
        tables = list[list[int]]()
        for size in self.shape.sizes:
            tables.append(left[:size])
            del left[:size]
        return [*tables, free] if free else tables

    @property
    def strangers(self) -> list[int]:
        """The participants not met yet by each, as the bits of a number."""
        everybody = (1 << len(self._order)) - 1
        return [everybody & ~(1 << one) & ~met for one, met in enumerate(self._met)]

    @property
    def rematches(self) -> bool:
        """Whether a pair meets again, or a bye belongs to another participant."""
        return any(cost >= self._rematch for cost in self._costs)

    def take(self, tables: Iterable[Sequence[int]]) -> None:
        """Continue from these pods, given as places in the standings."""
        self._go_on_from([sum(1 << one for one in table) for table in tables])

    def _go_on_from(self, tables: Sequence[int]) -> None:
        self._tables = list(tables)
        self._costs = [self._cost(number, table) for number, table in enumerate(tables)]

    def result(self) -> tuple[list[list[Participant]], list[Participant]]:
        """Return the pods, and the players with a bye."""
        tables = [[self._order[one] for one in bit_places(table)] for table in self._tables]
        return (tables[:-1], tables[-1]) if self._bye_table >= 0 else (tables, [])

    def _cost(self, number: int, table: int) -> int:
        return self._bye_cost(table) if number == self._bye_table else self._pod_cost(table)

    def _cost_of_pod(self, table: int) -> int:
        """Return a pod's cost: rematches, who leads, differences of points, times its first went first."""
        players, left = self._players, table
        size = points = squares = met = 0
        starts = self._rounds
        while left:  # `bit_places`, written out: a search spends most of its time here
            lowest = left & -left
            left ^= lowest
            own_points, own_square, own_met, own_starts = players[lowest.bit_length() - 1]
            size += 1
            points += own_points
            squares += own_square
            met |= own_met & left
            if own_starts < starts:
                starts = own_starts
        leaders = (table & self._top).bit_count()
        apart = size * squares - points**2
        if size != POD:
            apart += sum(self._odd_cost(one) for one in bit_places(table))
        cost = self._apart * apart + self._not_top * leaders * (size - leaders) + starts
        if met:
            again = [self._again[pair] for pair in combinations(bit_places(table), 2) if pair in self._again]
            cost += self._rematch * len(again) + self._rematch_again * sum(again)
        return cost

    def _odd_cost(self, one: int) -> int:
        """Return the cost of a place in a pod of another size: by points, and by earlier such pods."""
        above = self._spread - self._points[one] if self.shape.high else self._points[one]
        return self._spread * above + self._spread**2 * self._was_odd[one] // 10

    def _bye_cost(self, table: int) -> int:
        return self._forbidden * sum(
            max(0, count - (table & group).bit_count()) for group, count in self._bye_groups
        )

    def avoid(self) -> None:
        """Swap a player at the worst table with the best fit at any other, while there are rematches."""
        best, kept = sum(self._costs), list(self._tables)
        resting = dict[int, int]()
        for turn in range(ATTEMPTS + len(self._tables)):
            bad = [number for number, cost in enumerate(self._costs) if cost >= self._rematch]
            if not bad:
                return
            number = bad[self._shuffle.below(len(bad))]
            resting = {one: until for one, until in resting.items() if until > turn}
            moves = self._best_moves(number, sum(1 << one for one in resting))
            if not moves:
                continue
            other, one, two = moves[self._shuffle.below(len(moves))]
            self._exchange(number, other, 1 << one | 1 << two)
            resting[one] = resting[two] = turn + TENURE
            if (cost := sum(self._costs)) < best:
                best, kept = cost, list(self._tables)
        self._go_on_from(kept)

    def approach(self) -> None:
        """Swap players close in the standings, at first also at a small cost (threshold accepting)."""
        players, draw = len(self._order), self._shuffle.below
        where = {one: number for number, table in enumerate(self._tables) for one in bit_places(table)}
        best, total = sum(self._costs), sum(self._costs)
        kept = list(self._tables)
        trials = min(MAX_TRIALS, TRIALS * players)
        allowed = total % self._not_top // (2 * len(self._tables))
        near = min(players, SWAP_DISTANCE)
        for trial in range(trials):
            one = draw(players)
            two = min(max(one + draw(2 * near + 1) - near, 0), players - 1)
            here, there = where[one], where[two]
            if here == there:
                continue
            swap = 1 << one | 1 << two
            mine, theirs = self._tables[here] ^ swap, self._tables[there] ^ swap
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
        self._go_on_from(kept)

    def _best_moves(self, number: int, resting: int) -> list[tuple[int, int, int]]:
        """Return the cheapest swaps for this table: the other table, and the two players."""
        best, found = 0, list[tuple[int, int, int]]()
        table = self._tables[number]
        for other_number, other in enumerate(self._tables):
            if other_number == number:
                continue
            before = self._costs[number] + self._costs[other_number]
            for one in bit_places(table & ~resting):
                for two in bit_places(other & ~resting):
                    swap = 1 << one | 1 << two
                    more = self._cost(number, table ^ swap) + self._cost(other_number, other ^ swap) - before
                    if not found or more < best:
                        best, found = more, []
                    if more == best:
                        found.append((other_number, one, two))
        return found

    def _exchange(self, number: int, other_number: int, swap: int) -> None:
        for place in (number, other_number):
            self._tables[place] ^= swap
            self._costs[place] = self._cost(place, self._tables[place])
