"""What was special in a league, and how things went over time.

Each takes confirmed results in the order of play, and the claims on guests.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult
from rules.leagues.points import kills_in
from rules.leagues.ratings import Plain, Rater, Rating, player_game
from rules.leagues.result import Ending, PlayerNumber, Result, ResultNumber, Time
from rules.leagues.stakes import Stakes
from rules.leagues.standings import Standings
from rules.leagues.statistics import Participation, parts
from rules.leagues.tally import Claims, Tally

WEEK = 7 * 86400


class Streak(NamedTuple):
    """Games in a row: how many, whose, and the last one of them."""

    length: int
    player: PlayerNumber
    last: ResultNumber


class Best(NamedTuple):
    """A number that was reached in a result, and by whom; by nobody in particular where `player` is None."""

    number: int
    result: ResultNumber
    player: PlayerNumber | None = None


class Bests(Struct, frozen=True, kw_only=True):
    """The records of a league; of equal ones the earliest. None where nothing of the kind is known."""

    longest_streak: Streak | None = None
    """Most wins in a row."""
    longest_unbeaten: Streak | None = None
    """Most games in a row without a loss."""
    quickest_win: Best | None = None
    """Fewest turns to a win."""
    longest_game: Best | None = None
    """Most turns."""
    longest_time: Best | None = None
    """Most seconds."""
    highest_life: Best | None = None
    """The highest life total of somebody who was still there at the end of a game."""
    most_kills: Best | None = None
    """Most opponents put out in one game."""
    biggest_game: Best | None = None
    """Most players."""


def records(results: Sequence[NumberedResult], claims: Claims) -> Bests:
    """The records of these results."""
    everything = list(parts(results, claims))
    games = [(number, result) for _, number, result in results if not result.is_bye]
    wins = [part for part in everything if part.ending is Ending.WON]
    return Bests(
        longest_streak=_streak(everything, {Ending.WON}),
        longest_unbeaten=_streak(everything, {Ending.WON, Ending.DREW}),
        quickest_win=_lowest(
            Best(one.result.turns, one.number, one.player) for one in wins if one.result.turns
        ),
        longest_game=_highest(Best(one.turns, number) for number, one in games if one.turns),
        longest_time=_highest(Best(one.seconds, number) for number, one in games if one.seconds),
        highest_life=_highest(
            Best(one.line.life, one.number, one.player)
            for one in everything
            if one.line.life is not None and one.line.out is None
        ),
        most_kills=_highest(mark for number, one in games for mark in _kills(number, one, claims)),
        biggest_game=_highest(Best(len(one.players), number) for number, one in games),
    )


def _kills(number: ResultNumber, result: Result, claims: Claims) -> Iterable[Best]:
    killers = [claims.get(by, by) for by, _ in kills_in(result)]
    return (Best(killers.count(killer), number, killer) for killer in dict.fromkeys(killers))


def _highest(marks: Iterable[Best]) -> Best | None:
    return max(marks, key=lambda mark: mark.number, default=None)


def _lowest(marks: Iterable[Best]) -> Best | None:
    return min(marks, key=lambda mark: mark.number, default=None)


def _streak(everything: Iterable[Participation], endings: set[Ending]) -> Streak | None:
    """The longest row of games of one player that all ended in one of these ways."""
    best: Streak | None = None
    running: dict[PlayerNumber, int] = {}
    for part in everything:
        length = running.get(part.player, 0) + 1 if part.ending in endings else 0
        running[part.player] = length
        if length > (0 if best is None else best.length):
            best = Streak(length, part.player, part.number)
    return best


def streak_of(
    results: Sequence[NumberedResult], claims: Claims, player: PlayerNumber
) -> tuple[Ending, int] | None:
    """How a player's last games ended, and how many in a row; None for who has played none."""
    own = [part.ending for part in parts(results, claims) if part.player == player]
    if not own:
        return None
    length = 0
    for ending in reversed(own):
        if ending is not own[-1]:
            break
        length += 1
    return own[-1], length


class DatedRating(NamedTuple):
    """A rating from a moment on."""

    when: Time
    rating: Rating


def rating_trends(
    results: Sequence[NumberedResult], claims: Claims, league: League, players: Sequence[PlayerNumber]
) -> Mapping[PlayerNumber, Sequence[DatedRating]]:
    """These players' ratings after each of their games."""
    rater = Rater(league.ratings)
    ratings: dict[PlayerNumber, Plain] = {}
    trends: dict[PlayerNumber, list[DatedRating]] = {player: [] for player in players}
    for one in results:
        game = player_game(league, claims, one)
        if game is None:
            continue
        rater.rate(ratings, game)
        for player in (player for side in game.sides for player in side):
            if player in trends:
                trends[player].append(DatedRating(one.played, Rating(*ratings[player])))
    return trends


def points_by_week(
    results: Sequence[NumberedResult],
    claims: Claims,
    league: League,
    players: Sequence[PlayerNumber],
    carried: Mapping[PlayerNumber, Fraction] | None = None,
) -> list[tuple[Time, list[Fraction]]]:
    """What these players had at the end of each week, from that of the first result to that of the last.

    Weeks end every seven days after the first result. `carried` are points from the season before.
    """
    if not results:
        return []
    tally = Tally(league, claims)
    stakes = None if league.scoring.stake is None else Stakes(league, claims)
    weeks: list[tuple[Time, list[Fraction]]] = []
    ends = results[0].played + WEEK
    for one in results:
        while one.played >= ends:
            weeks.append((ends, _points(tally, stakes, carried, players)))
            ends += WEEK
        tally.add(one.number, one.result)
        if stakes is not None:
            stakes.add(one)
    return [*weeks, (ends, _points(tally, stakes, carried, players))]


def _points(
    tally: Tally,
    stakes: Stakes | None,
    carried: Mapping[PlayerNumber, Fraction] | None,
    players: Sequence[PlayerNumber],
) -> list[Fraction]:
    standings = Standings(tally, carried=carried, stakes=None if stakes is None else stakes.points())
    return [standings.points(player) for player in players]
