"""Made-up tournaments: of any size and kind, with draws, drops and late entries."""

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct

from campaign.pairings.checking import Checker
from rules.pairings.duels import pair_duels
from rules.pairings.pairings import OddPods, Pairings, Participant
from rules.pairings.pods import pair_pods

FEWEST, MOST = 6, 512
WIN = Fraction(5)
"""Points for a win."""
NEVER = ((32, 5), (64, 6), (128, 7), (512, 8))
"""Players and rounds of pods in which no rematch is allowed at all."""
ONE_UNDEFEATED = ((8, 3), (16, 4), (32, 5), (64, 6))
"""Players and rounds of duels after which one player has won all, and no one met an opponent with other
points."""


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament to be played; ``odd`` is None for duels. ``moves``: whether people drop and enter late.

    ``better_wins``: whether the lower number wins each table, instead of a random one.
    """

    players: int
    rounds: int
    odd: OddPods | None = OddPods.LOW_THREES
    moves: bool = False
    better_wins: bool = False
    seed: int = 0


class Played(Struct, frozen=True, kw_only=True):
    """A tournament's result: errors, the pairs that met again, and its slowest round in seconds of CPU
    time.

    ``undefeated``: the players who won every round. ``crossings``: pairs of duels with different points.
    """

    wrong: Sequence[str]
    rematches: int
    unavoidable: int
    undefeated: int
    crossings: int
    slowest: float


def made_up(seed: int, number: int, most: int = MOST) -> Tournament:
    """Return a tournament of any kind; small ones are as likely as large ones."""
    chance = Random(f"{seed} {number}")
    return Tournament(
        players=int(FEWEST * ((most + 0.99) / FEWEST) ** chance.random()),
        rounds=chance.randint(3, 6),
        odd=chance.choice([None, *OddPods]),
        moves=chance.random() < 0.5,
        seed=chance.randrange(2**32),
    )


def play(tournament: Tournament) -> Played:
    """Play a tournament and check each of its rounds."""
    chance, checker = Random(tournament.seed), Checker(tournament.odd)
    points = {Participant(number): Fraction(0) for number in range(1, tournament.players + 1)}
    rounds, wrong, slowest = list[Pairings](), list[str](), 0.0
    for number in range(1, tournament.rounds + 1):
        if tournament.moves and number > 1:
            _move(points, tournament.players + number, chance)
        began = time.process_time()
        pairings = _pair(tournament, points, rounds, number)
        slowest = max(slowest, time.process_time() - began)
        wrong += [f"round {number}: {line}" for line in checker.wrong(points, pairings)]
        rounds.append(pairings)
        for one, more in _results(pairings, chance, tournament).items():
            points[one] += more
    return Played(
        wrong=[f"{tournament}: {line}" for line in wrong],
        rematches=checker.rematches,
        unavoidable=checker.unavoidable,
        undefeated=sum(total == WIN * tournament.rounds for total in points.values()),
        crossings=checker.crossings,
        slowest=slowest,
    )


def _pair(
    tournament: Tournament, points: Mapping[Participant, Fraction], rounds: Sequence[Pairings], number: int
) -> Pairings:
    seed = tournament.seed + number
    if tournament.odd is None:
        return pair_duels(points, rounds, seed)
    return pair_pods(points, rounds, tournament.odd, seed, another=number < tournament.rounds)


def _move(points: dict[Participant, Fraction], newcomer: int, chance: Random) -> None:
    """Let some players drop and one enter late; enough stay for a round."""
    for one in list(points):
        if len(points) > FEWEST and chance.random() < 0.05:
            del points[one]
    if chance.random() < 0.5:
        points[Participant(newcomer)] = Fraction(0)


def _results(pairings: Pairings, chance: Random, tournament: Tournament) -> Mapping[Participant, Fraction]:
    """Return the points: five for a win or a bye, one for a draw, at every eighth table."""
    won = dict.fromkeys(pairings.byes, WIN)
    for table in pairings.tables:
        if tournament.better_wins:
            won[min(table)] = WIN
        elif chance.random() < 1 / 8:
            won |= dict.fromkeys(table, Fraction(1))
        else:
            won[chance.choice(table)] = WIN
    return won
