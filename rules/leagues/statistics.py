"""Statistics of a league's results: scores by seat, commander and opponent, and streaks.

Each function gets confirmed results in the order of play, and the claims on guests.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult, kills_in
from rules.leagues.replays.ratings import (
    CommanderNames,
    Plain,
    Rater,
    Rating,
    commander_key,
    commander_names,
    player_game,
)
from rules.leagues.replays.stakes import Stakes
from rules.leagues.result import DAY, Ending, PlayerNumber, PlayerResult, Result, ResultNumber, Time
from rules.leagues.standings import Standings
from rules.leagues.tally import Claims, Tally

WEEK = 7 * DAY
Z = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""


@dataclass(slots=True)
class Score:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def add(self, ending: Ending, times: int = 1) -> None:
        """Count a game, or several."""
        if ending is Ending.WON:
            self.won += times
        elif ending is Ending.DREW:
            self.drawn += times
        else:
            self.lost += times

    def __add__(self, other: "Score") -> "Score":
        return Score(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    def interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of a share of wins, by Wilson's score interval; from 0 to 1
        without games."""
        return wilson(self.won, self.games)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's score interval of 95% for a share."""
    if not trials:
        return 0.0, 1.0
    share, weight = successes / trials, Z * Z / trials
    center = (share + weight / 2) / (1 + weight)
    margin = Z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / trials / 4)
    return max(0.0, center - margin), min(1.0, center + margin)


class Participation(NamedTuple):
    """One player's part in one result."""

    number: ResultNumber
    result: Result
    player: PlayerNumber
    line: PlayerResult
    place: int
    ending: Ending


def parts_of_players(results: Iterable[NumberedResult], claims: Claims) -> Iterator[Participation]:
    """Yield each player's part in these results, without byes."""
    for _, number, result in results:
        if result.is_bye:
            continue
        for entrant in result.entrants:
            for line in entrant.lines:
                player = claims.get(line.player, line.player)
                yield Participation(number, result, player, line, entrant.place, entrant.ending)


@dataclass(slots=True)
class HeadToHead:
    """Two players' games against each other, with any other players, and those they played on the same
    side."""

    won: int = 0
    """Games that the one won against the other; so is `lost` the other way round."""
    lost: int = 0
    neither: int = 0
    """Games that a third player won, or no one, or both together."""
    ahead: int = 0
    """Games in which the first player had a better place; `behind` in a worse one."""
    behind: int = 0
    together: int = 0
    together_won: int = 0
    kills: int = 0
    """How often the one put out the other; `killed` the other way round."""
    killed: int = 0

    @property
    def games(self) -> int:
        """Games against each other."""
        return self.won + self.lost + self.neither


def head_to_head(
    results: Sequence[NumberedResult], claims: Claims, one: PlayerNumber, other: PlayerNumber
) -> HeadToHead:
    """Return the games of one player against another, from the first one's point of view."""
    duel = HeadToHead()
    for _, _, result in results:
        sides = {
            claims.get(player, player): entrant for entrant in result.entrants for player in entrant.players
        }
        if one not in sides or other not in sides:
            continue
        mine, theirs = sides[one], sides[other]
        if mine is theirs:
            duel.together += 1
            duel.together_won += mine.ending is Ending.WON
            continue
        won, lost = mine.ending is Ending.WON, theirs.ending is Ending.WON
        duel.won += won and not lost
        duel.lost += lost and not won
        duel.neither += won == lost
        duel.ahead += mine.place < theirs.place
        duel.behind += mine.place > theirs.place
        for by, line in kills_in(result):
            pair = claims.get(by, by), claims.get(line.player, line.player)
            duel.kills += pair == (one, other)
            duel.killed += pair == (other, one)
    return duel


def scores_by_seat(
    results: Sequence[NumberedResult], claims: Claims, player: PlayerNumber | None = None
) -> Mapping[int, Mapping[int, Score]]:
    """Return the score of each seat in turn order, by the number of seats; for one player or all.

    Only games in which every seat is known count: others are biased, for instance because winners report
    their own seats.
    """
    found: dict[int, dict[int, Score]] = {}
    for _, _, result in results:
        taken = {line.seat for line in result.lines}
        if result.is_bye or None in taken:
            continue
        size = len(taken)
        table = found.setdefault(size, {seat: Score() for seat in range(1, size + 1)})
        for entrant in result.entrants:
            if player is None or player in (claims.get(one, one) for one in entrant.players):
                for seat in {line.seat for line in entrant.lines}:
                    if seat is not None:
                        table.setdefault(seat, Score()).add(entrant.ending)
    return dict(sorted(found.items()))


def by_mulligans(
    results: Iterable[NumberedResult], claims: Claims, player: PlayerNumber | None = None
) -> Mapping[int, Score]:
    """Return the score by number of mulligans taken, fewest first; of one player or of all.

    Only games at whose table opening hands were recorded count.
    """
    return _by_number(results, claims, player, lambda line: line.mulligans)


def by_bracket(
    results: Iterable[NumberedResult], claims: Claims, player: PlayerNumber | None = None
) -> Mapping[int, Score]:
    """Return the score by the bracket of the player's deck, lowest first; of one player or of all."""
    return _by_number(
        results, claims, player, lambda line: None if line.deck_info is None else line.deck_info.bracket
    )


def _by_number(
    results: Iterable[NumberedResult],
    claims: Claims,
    player: PlayerNumber | None,
    number_of: Callable[[PlayerResult], int | None],
) -> Mapping[int, Score]:
    """Return the score by a number that players have in games, smallest first; without those who have
    none."""
    found: dict[int, Score] = {}
    for part in parts_of_players(results, claims):
        number = number_of(part.line)
        if number is not None and player in (None, part.player):
            found.setdefault(number, Score()).add(part.ending)
    return dict(sorted(found.items()))


@dataclass(slots=True)
class CommanderRecord:
    """How a commander, or a pair of partners, has done."""

    score: Score
    players: set[PlayerNumber]
    kills: int = 0
    places: int = 0
    """The sum of the places."""


def commanders(
    results: Sequence[NumberedResult], claims: Claims, player: PlayerNumber | None = None
) -> Mapping[CommanderNames, CommanderRecord]:
    """Return each commander's results, most played first; for one player or all.

    A deck's name stands in for unknown commanders.
    """
    found: dict[CommanderNames, CommanderRecord] = {}
    shown: dict[CommanderNames, CommanderNames] = {}
    for part in parts_of_players(results, claims):
        names = commander_names(part.line) or ((part.line.deck,) if part.line.deck else ())
        if not names or player not in (None, part.player):
            continue
        names = shown.setdefault(commander_key(names), names)
        played = found.setdefault(names, CommanderRecord(Score(), set()))
        played.score.add(part.ending)
        played.players.add(part.player)
        played.places += part.place
        played.kills += sum(by == part.line.player for by, _ in kills_in(part.result))
    return dict(sorted(found.items(), key=lambda one: (-one[1].score.games, one[0])))


def by_colors(
    records: Mapping[CommanderNames, CommanderRecord], identity: Callable[[CommanderNames], str | None]
) -> Mapping[str, CommanderRecord]:
    """Return how each color identity has done, most played first; without commanders of unknown colors."""
    found: dict[str, CommanderRecord] = {}
    for names, record in records.items():
        colors = identity(names)
        if colors is not None:
            total = found.setdefault(colors, CommanderRecord(Score(), set()))
            total.score += record.score
            total.players |= record.players
            total.kills += record.kills
            total.places += record.places
    return dict(sorted(found.items(), key=lambda one: (-one[1].score.games, one[0])))


def streak_of(
    results: Sequence[NumberedResult], claims: Claims, player: PlayerNumber
) -> tuple[Ending, int] | None:
    """Return the outcome of a player's last games, and how many in a row had it; None without games."""
    own = [part.ending for part in parts_of_players(results, claims) if part.player == player]
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
    """Return these players' ratings after each of their games."""
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
    """Return these players' points at the end of each week, from that of the first result to that of the
    last.

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
        tally.add(one)
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
