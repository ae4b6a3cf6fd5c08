"""The units of scoring, single games or best-of matches, and their points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from rules.formats.losses import LOSSES, Blow
from rules.leagues.league import DrawRule, League, Scoring, Share
from rules.leagues.result import HOUR, Draw, Ending, PlayerNumber, PlayerResult, Result, ResultNumber, Time


class NumberedResult(NamedTuple):
    """A result with its number in the league; sorts by when it was played, then by number."""

    played: Time
    number: ResultNumber
    result: Result


class SideResult(Struct, frozen=True):
    """How a side did in a match; `won`, `drawn` and `lost` are games."""

    players: tuple[PlayerNumber, ...]
    place: int
    ending: Ending
    won: int
    drawn: int
    lost: int


class Match(Struct, frozen=True):
    """A match. ``draw``: why there is no winner; None if there is one."""

    numbers: tuple[ResultNumber, ...]
    games: tuple[Result, ...]
    showings: tuple[SideResult, ...]
    draw: Draw | None

    @property
    def is_bye(self) -> bool:
        """Whether this is a round without an opponent."""
        return len(self.showings) == 1


Pairing: TypeAlias = tuple[str, frozenset[frozenset[PlayerNumber]]]
"""The games that may be of one match: the match that they name, if any, and the two sides."""


def pairing_key(league: League, result: Result) -> Pairing | None:
    """Return the key of the games with which a result may form a match; None if the result is a whole
    match."""
    if league.best_of == 1 or len(result.entrants) != 2 or result.entrants[0].games is not None:
        return None
    return result.match, frozenset(frozenset(entrant.players) for entrant in result.entrants)


def alone(league: League, number: ResultNumber, result: Result) -> Match:
    """Return the match of a single result. A bye counts as won without losing a game."""
    needed = league.best_of // 2 + 1
    games = [needed if result.is_bye else entrant.games for entrant in result.entrants]
    reported = sum(won for won in games if won is not None)
    showings = tuple(
        SideResult(entrant.players, entrant.place, entrant.ending, *_single(entrant.ending))
        if won is None
        else SideResult(
            entrant.players, entrant.place, entrant.ending, won, result.drawn_games, reported - won
        )
        for entrant, won in zip(result.entrants, games, strict=True)
    )
    return Match((number,), (result,), showings, result.draw)


def _single(ending: Ending) -> tuple[int, int, int]:
    """Return the games won, drawn and lost in one game."""
    return int(ending is Ending.WON), int(ending is Ending.DREW), int(ending is Ending.LOST)


def matches_of(league: League, games: Iterable[NumberedResult]) -> Iterator[Match]:
    """Return the matches formed by the games of one pairing, in the order of play.

    A match ends when one side has enough wins, when a game ends it, or, unless the games name their match,
    if the next game is too late. Its score then is final. An unfinished match isn't included.
    """
    return (_of(match) for match, over in _grouped(league, games) if over)


class MatchProgress(NamedTuple):
    """A match's current score, and whether it has ended."""

    match: Match
    over: bool


def match_containing(
    league: League, games: Iterable[NumberedResult], number: ResultNumber
) -> MatchProgress | None:
    """Return the match of one pairing that includes this result; None without such a result."""
    for found, over in _grouped(league, games):
        if number in (game.number for game in found):
            return MatchProgress(_of(found), over)
    return None


def _grouped(
    league: League, games: Iterable[NumberedResult]
) -> Iterator[tuple[Sequence[NumberedResult], bool]]:
    """Yield the games of each match, and whether it has ended."""
    needed = league.best_of // 2 + 1
    current: list[NumberedResult] = []
    for game in sorted(games):
        if current and not game.result.match and _apart(current[-1], game) > league.match_hours * HOUR:
            yield current, True
            current = []
        current.append(game)
        if game.result.ends_match or max(_wins(current).values(), default=0) == needed:
            yield current, True
            current = []
    if current:
        yield current, False


def _apart(earlier: NumberedResult, later: NumberedResult) -> Time:
    return later.played - earlier.played


def _wins(games: Iterable[NumberedResult]) -> dict[frozenset[PlayerNumber], int]:
    wins: dict[frozenset[PlayerNumber], int] = {}
    for game in games:
        for entrant in game.result.entrants:
            if entrant.ending is Ending.WON:
                side = frozenset(entrant.players)
                wins[side] = wins.get(side, 0) + 1
    return wins


def _of(games: Sequence[NumberedResult]) -> Match:
    wins = _wins(games)
    sides = [entrant.players for entrant in games[0].result.entrants]
    won = [wins.get(frozenset(side), 0) for side in sides]
    drawn = len(games) - sum(won)
    level = won[0] == won[1]
    showings = tuple(
        SideResult(side, _place(mine, other), _ending(mine, other), mine, drawn, other)
        for side, mine, other in zip(sides, won, reversed(won), strict=True)
    )
    kinds = [game.result.draw for game in games if game.result.draw is not None]
    return Match(
        tuple(game.number for game in games),
        tuple(game.result for game in games),
        showings,
        (kinds[-1] if kinds else Draw.TIME) if level else None,
    )


def _place(mine: int, other: int) -> int:
    return 1 if mine >= other else 2


def _ending(mine: int, other: int) -> Ending:
    if mine == other:
        return Ending.DREW
    return Ending.WON if mine > other else Ending.LOST


NO_POINTS = Fraction(0)


class Kill(NamedTuple):
    """One player's knock-out of another."""

    by: PlayerNumber
    line: PlayerResult
    """The loser's part, with how they lost."""


def counts(match: Match, scoring: Scoring) -> bool:
    """Return whether a match counts; a draw that has to be replayed doesn't."""
    return not is_replayed(match.draw, scoring)


def needs_replay(league: League, result: Result) -> bool:
    """Return whether a result alone is a draw that has to be replayed, so that it doesn't count."""
    return pairing_key(league, result) is None and is_replayed(result.draw, league.scoring)


def is_replayed(draw: Draw | None, scoring: Scoring) -> bool:
    """Return whether the league replays this kind of draw, so that it doesn't count."""
    return draw is not None and draw_rule(draw, scoring).share is Share.REPLAY


def draw_rule(draw: Draw, scoring: Scoring) -> DrawRule:
    """Return the league's rule for this kind of draw."""
    rule: DrawRule = getattr(scoring.draws, draw.value)
    return rule


def points_for(match: Match, showing: SideResult, scoring: Scoring) -> Fraction:
    """Return the points of each member of a side by how the match ended, without extras."""
    if match.is_bye:
        return scoring.bye
    if showing.ending is Ending.DREW and match.draw is not None:
        return _drawn(match, showing, scoring, draw_rule(match.draw, scoring))
    if scoring.places:
        return _placed(match, showing, scoring)
    if showing.ending is not Ending.WON:
        return scoring.loss
    return scoring.win / sum(other.ending is Ending.WON for other in match.showings)


def _drawn(match: Match, showing: SideResult, scoring: Scoring, rule: DrawRule) -> Fraction:
    if rule.share is Share.POINTS:
        return rule.points
    if scoring.places:
        return _placed(match, showing, scoring)
    drawers = sum(other.ending is Ending.DREW for other in match.showings)
    return scoring.win / drawers


def _placed(match: Match, showing: SideResult, scoring: Scoring) -> Fraction:
    """Return points by place; players who share places share their points."""
    sharers = sum(other.place == showing.place for other in match.showings)
    sides = len(match.showings)
    places = range(showing.place, showing.place + sharers)
    return sum((_for_place(place, sides, scoring) for place in places), NO_POINTS) / sharers


def _for_place(place: int, sides: int, scoring: Scoring) -> Fraction:
    index = sides - place if scoring.places_from_last else place - 1
    return scoring.places[min(index, len(scoring.places) - 1)]


def best_points(match: Match, scoring: Scoring) -> Fraction:
    """Return the points that winning this match would have been worth, without extras."""
    return _for_place(1, len(match.showings), scoring) if scoring.places else scoring.win


def extra_points(games: Iterable[Result], scoring: Scoring) -> Mapping[PlayerNumber, Fraction]:
    """Return extra points for events in the games of a match; players without any are missing."""
    found: dict[PlayerNumber, Fraction] = {}

    def add(player: PlayerNumber, points: Fraction) -> None:
        if points:
            found[player] = found.get(player, NO_POINTS) + points

    for game in games:
        for line in game.lines:
            for award, times in line.awards.items():
                add(line.player, scoring.extras.awards.get(award, NO_POINTS) * times)
            if line.out is not None and line.out.by == line.player:
                add(line.player, scoring.extras.self_kill)
        for kill in kills_in(game):
            add(kill.by, _for_kill(kill.line, scoring))
    return found


class Worth(NamedTuple):
    """The points of a match for a player: all of them, and the extras among them."""

    points: Fraction
    extras: Fraction


def worth(match: Match, scoring: Scoring) -> Mapping[PlayerNumber, Worth]:
    """Return the points of every player of a match; empty if it doesn't count."""
    extras = extra_points(match.games, scoring)
    return {
        player: Worth(
            points_for(match, showing, scoring) + extras.get(player, NO_POINTS), extras.get(player, NO_POINTS)
        )
        for showing in (match.showings if counts(match, scoring) else ())
        for player in showing.players
    }


def _for_kill(line: PlayerResult, scoring: Scoring) -> Fraction:
    extra, out = scoring.extras, line.out
    points = extra.kill
    if out is not None and out.order == 1:
        points += extra.first_blood
    credit = LOSSES[out.cause].credit if out is not None and out.cause in LOSSES else None
    if credit is Blow.COMMANDER:
        points += extra.commander_kill
    elif out is not None and out.cause and credit is not Blow.LIFE:
        points += extra.other_kill
    return points


def kills_in(game: Result) -> Iterator[Kill]:
    """Yield the known knock-outs: the player and the opponent."""
    for entrant in game.entrants:
        for line in entrant.lines:
            by = line.out.by if line.out is not None else None
            if by is not None and by not in entrant.players:
                yield Kill(by, line)
