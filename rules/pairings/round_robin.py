"""Round robins: everyone meets everyone.

Duels follow the circle method: places are drawn once, and each round all but the first move on by one. With
an odd number of players, one place stays free. A player who would meet a free place, or a dropped player, has
a bye. Pods are paired so that as few players as possible meet again, until everyone has met everyone.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from rules.pairings.pairings import Pairings, Participant, PastRounds
from rules.pairings.seats import fairest_order
from rules.pairings.shuffling import Shuffle

FREE = Participant(0)
"""The place of no one, beside an odd number of players."""


def places_of(players: Sequence[Participant]) -> tuple[Participant, ...]:
    """Return the places of these players, an even number."""
    return (*players, *[FREE] * (len(players) % 2))


def circle_rounds(places: Sequence[Participant], times: int) -> int:
    """Return how many rounds it takes for everyone to meet everyone so many times."""
    return (len(places) - 1) * times


def circle_round(
    places: Sequence[Participant], there: Collection[Participant], rounds: Sequence[Pairings], seed: int
) -> Pairings:
    """Return the round after these. Those go first who did so least often; the seed breaks ties."""
    first, moved = places[0], len(rounds) % (len(places) - 1)
    circle = [first, *places[1 + moved :], *places[1 : 1 + moved]]
    pairs = [(circle[one], circle[-1 - one]) for one in range(len(circle) // 2)]
    past, shuffle = PastRounds(rounds), Shuffle(seed)
    return Pairings(
        tables=tuple(fairest_order(pair, past, shuffle) for pair in pairs if {*pair} <= {*there}),
        byes=tuple(one for pair in pairs for one in pair if one in there and not {*pair} <= {*there}),
    )


def have_met(players: Sequence[Participant], rounds: Sequence[Pairings]) -> bool:
    """Return whether each two of these players have been at one table."""
    past = PastRounds(rounds)
    return all(past.times_met(*pair) for pair in combinations(players, 2))
