"""``python -m benchmarks.pairings``: pods of this project compared with the usual greedy method.

Greedy: from the top of the standings, each pod takes the best remaining player, and then the players who have
met those at it least often, the nearest in points first. Winners are random; every eighth pod draws.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from rules.pairings.pairings import OddPods, Pairings, Participant, PastRounds
from rules.pairings.pods import pair_pods
from rules.pairings.shapes import pod_sizes

TOURNAMENTS = ((16, 4), (16, 5), (17, 4), (32, 5), (33, 6), (64, 6), (128, 7), (512, 8))
"""Players and rounds."""
TIMES = 5
"""Tournaments of each kind."""

Points = Mapping[Participant, Fraction]
Method = Callable[[Points, Sequence[Pairings], int, bool], Pairings]


class Figures(Struct):
    """Figures of some tournaments: pairs that met again, the spread of points in a pod, and how often one
    starts."""

    rematches: int = 0
    spread: float = 0
    pods: int = 0
    starts: int = 0
    """The most starts of one player in the first four rounds."""
    slowest: float = 0
    """Seconds of CPU time for a round."""

    @property
    def cells(self) -> str:
        """The figures as table cells."""
        return f"{self.rematches} | {self.spread / self.pods:.2f} | {self.starts} | {self.slowest:.2f}"


def greedy(points: Points, rounds: Sequence[Pairings], seed: int, _another: bool) -> Pairings:
    """Return the next round by the usual method."""
    chance, past = random.Random(seed), PastRounds(rounds)
    left = sorted(points, key=lambda one: (-points[one], chance.random()))
    tables = list[tuple[Participant, ...]]()
    for size in pod_sizes(len(left), OddPods.LOW_THREES)[0]:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda one: sum(past.times_met(one, each) ** 2 for each in table))
            left.remove(best)
            table.append(best)
        tables.append(tuple(table))
    return Pairings(tables=tuple(tables))


def ours(points: Points, rounds: Sequence[Pairings], seed: int, another: bool) -> Pairings:
    """Return the next round by this project's method."""
    return pair_pods(points, rounds, OddPods.LOW_THREES, seed, another=another)


def measure(method: Method, players: int, rounds: int) -> Figures:
    """Play some tournaments with one method."""
    figures = Figures()
    for seed in range(TIMES):
        chance, played = random.Random(seed), list[Pairings]()
        points = {Participant(number): Fraction(0) for number in range(1, players + 1)}
        for number in range(1, rounds + 1):
            began = time.process_time()
            pairings = method(points, played, 100 * seed + number, number < rounds)
            figures.slowest = max(figures.slowest, time.process_time() - began)
            figures.rematches += PastRounds(played).rematches(pairings.tables)
            for table in pairings.tables:
                totals = [points[one] for one in table]
                figures.spread += float(max(totals) - min(totals))
                drawn = chance.random() < 1 / 8
                for one in table if drawn else (chance.choice(table),):
                    points[one] += 1 if drawn else 5
            figures.pods += len(pairings.tables)
            played.append(pairings)
        starts = PastRounds(played[:4]).starts
        figures.starts = max(figures.starts, *starts.values())
    return figures


def main() -> None:
    """Print the figures as Markdown."""
    print("| players, rounds | greedy: again | points | starts | s | here: again | points | starts | s |")
    print("| --- |" + " --: |" * 8)
    for players, rounds in TOURNAMENTS:
        cells = [measure(method, players, rounds).cells for method in (greedy, ours)]
        print(f"| {players}, {rounds} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
