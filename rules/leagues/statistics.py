"""Looks at a league's results: records against each other, by seat and by commander, and what was special.

Each takes confirmed results in the order of play, and the claims on guests.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from rules.leagues.matches import NumberedResult
from rules.leagues.points import kills_in
from rules.leagues.ratings import CommanderNames, commander_key, commander_names
from rules.leagues.result import Ending, PlayerNumber, PlayerResult, Result, ResultNumber
from rules.leagues.tally import Claims

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
        """Counts a game, or several."""
        if ending is Ending.WON:
            self.won += times
        elif ending is Ending.DREW:
            self.drawn += times
        else:
            self.lost += times

    def interval(self) -> tuple[float, float]:
        """Between which shares of wins the real one lies with 95% confidence, by Wilson's score interval; all
        is possible without a game."""
        return wilson(self.won, self.games)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's score interval of 95% for a share."""
    if not trials:
        return 0.0, 1.0
    share, weight = successes / trials, Z * Z / trials
    centre = (share + weight / 2) / (1 + weight)
    margin = Z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / trials / 4)
    return max(0.0, centre - margin), min(1.0, centre + margin)


class Participation(NamedTuple):
    """One player's part in one result."""

    number: ResultNumber
    result: Result
    player: PlayerNumber
    line: PlayerResult
    place: int
    ending: Ending


def parts(results: Iterable[NumberedResult], claims: Claims) -> Iterator[Participation]:
    """Everybody's part in each of these results; byes are left out."""
    for _, number, result in results:
        if result.is_bye:
            continue
        for entrant in result.entrants:
            for line in entrant.lines:
                player = claims.get(line.player, line.player)
                yield Participation(number, result, player, line, entrant.place, entrant.ending)


@dataclass(slots=True)
class HeadToHead:
    """One player's games against one other, whoever else took part; and those they played as one side."""

    won: int = 0
    """Games that the one won against the other; so is `lost` the other way round."""
    lost: int = 0
    neither: int = 0
    """Games that a third player won, or nobody, or both together."""
    ahead: int = 0
    """Games in which the one ended in a better place; `behind` in a worse one."""
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
    """The games of one player against another, from the one's point of view."""
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


def seats(
    results: Sequence[NumberedResult], claims: Claims, player: PlayerNumber | None = None
) -> Mapping[int, Mapping[int, Score]]:
    """The score of each seat, first seat first, by how many seats there were; of one player or of everybody.

    Only games count of which everybody's seat is known: of the others one knows who sat where for a reason,
    such as that the winner reported it.
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
    """How each commander has done, most played first; under one player or under everybody.

    A deck stands for its commanders where those are not known.
    """
    found: dict[CommanderNames, CommanderRecord] = {}
    shown: dict[CommanderNames, CommanderNames] = {}
    for part in parts(results, claims):
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
