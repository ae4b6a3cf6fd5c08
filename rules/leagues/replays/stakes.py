"""Points that are staked on each game and go from its losers to its winners."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rules.leagues.league import League, Stake
from rules.leagues.matches import NumberedResult, is_replayed
from rules.leagues.replays.incremental import IncrementalReplay
from rules.leagues.result import Ending, PlayerNumber, PlayerResult, Result, ResultNumber
from rules.leagues.tally import Claims

PARTS_PER_POINT = 100
"""Points are kept in hundredths without loss: remainders go to the first player."""


class Stakes(IncrementalReplay[PlayerNumber, int, NumberedResult]):
    """All players' points in a league that plays for stakes, in a set of confirmed results."""

    def __init__(
        self, league: League, claims: Claims | None = None, results: Iterable[NumberedResult] = ()
    ) -> None:
        """Require a stake in the league's scoring; raises ValueError otherwise."""
        if league.scoring.stake is None:
            raise ValueError("this league plays for no stakes")
        self._league = league
        self._stake: Stake = league.scoring.stake
        self._start = int(self._stake.start * PARTS_PER_POINT)
        self._claims = claims or {}
        super().__init__(lambda one: one, self._play, results)

    def points(self) -> Mapping[PlayerNumber, Fraction]:
        """Return the points of all players."""
        return {player: Fraction(parts, PARTS_PER_POINT) for player, parts in self.state().items()}

    def _play(self, points: dict[PlayerNumber, int], one: NumberedResult) -> None:
        result = one.result
        pot = 0
        for line in result.lines:
            player = self._claims.get(line.player, line.player)
            has = points.setdefault(player, self._start)
            staked = 0 if self._free(result) else round(has * self._share(line))
            points[player] = has - staked
            pot += staked
        winners = self._winners(result)
        for place, player in enumerate(winners):
            points[player] += pot // len(winners) + (place < pot % len(winners))

    def _free(self, result: Result) -> bool:
        """Return whether nothing is staked on this: a bye, or a draw that is replayed."""
        return result.is_bye or is_replayed(result.draw, self._league.scoring)

    def _share(self, line: PlayerResult) -> Fraction:
        seats = self._stake.seats
        if line.seat is None or line.seat > len(seats):
            return self._stake.share
        return self._stake.share * seats[line.seat - 1]

    def _winners(self, result: Result) -> Sequence[PlayerNumber]:
        ending = Ending.WON if result.draw is None else Ending.DREW
        return [
            self._claims.get(player, player)
            for entrant in result.entrants
            if entrant.ending is ending
            for player in entrant.players
        ]


def gained(
    results: Sequence[NumberedResult], claims: Claims, league: League, number: ResultNumber
) -> Mapping[PlayerNumber, Fraction]:
    """Return everyone's gains and losses in one of these results."""
    one = next((one for one in results if one.number == number), None)
    if one is None:
        return {}
    earlier = [other for other in results if other < one]
    before, after = (Stakes(league, claims, known).points() for known in (earlier, [*earlier, one]))
    start = (
        Fraction(int(league.scoring.stake.start * PARTS_PER_POINT), PARTS_PER_POINT)
        if league.scoring.stake
        else Fraction(0)
    )
    played = dict.fromkeys(claims.get(player, player) for player in one.result.players)
    return {player: after[player] - before.get(player, start) for player in played}
