"""What a match is worth to those who played it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from rules.leagues.league import League
from rules.leagues.matches import Match, SideResult, pairing
from rules.leagues.result import Draw, Ending, PlayerNumber, PlayerResult, Result
from rules.leagues.scoring import DrawRule, Scoring, Share

NOTHING = Fraction(0)


class Kill(NamedTuple):
    """Somebody put somebody out of a game."""

    by: PlayerNumber
    line: PlayerResult
    """Who was put out, and how."""


def counts(match: Match, scoring: Scoring) -> bool:
    """Whether a match counts at all; a draw that is to be played anew doesn't."""
    return match.draw is None or draw_rule(match.draw, scoring).share is not Share.REPLAY


def is_played_anew(league: League, result: Result) -> bool:
    """Whether a result by itself is a draw that is to be played anew, so that it doesn't count."""
    if result.draw is None or pairing(league, result) is not None:
        return False
    return draw_rule(result.draw, league.scoring).share is Share.REPLAY


def draw_rule(draw: Draw, scoring: Scoring) -> DrawRule:
    """What the league says about this kind of draw."""
    rules: Mapping[Draw, DrawRule] = {
        Draw.SIMULTANEOUS: scoring.draws.simultaneous,
        Draw.TIME: scoring.draws.time,
        Draw.AGREED: scoring.draws.agreed,
        Draw.EFFECT: scoring.draws.effect,
    }
    return rules[draw]


def points_for(match: Match, showing: SideResult, scoring: Scoring) -> Fraction:
    """Points for each member of a side by how the match ended, without extras."""
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
    """Points by place; those who share one share the points of all the places that they fill."""
    sharers = sum(other.place == showing.place for other in match.showings)
    sides = len(match.showings)
    places = range(showing.place, showing.place + sharers)
    return sum((_for_place(place, sides, scoring) for place in places), NOTHING) / sharers


def _for_place(place: int, sides: int, scoring: Scoring) -> Fraction:
    index = sides - place if scoring.places_from_last else place - 1
    return scoring.places[min(index, len(scoring.places) - 1)]


def best_points(match: Match, scoring: Scoring) -> Fraction:
    """The points that winning this match would have been worth, without extras."""
    return _for_place(1, len(match.showings), scoring) if scoring.places else scoring.win


def extra_points(games: Iterable[Result], scoring: Scoring) -> Mapping[PlayerNumber, Fraction]:
    """Points on top for what happened in the games of a match; who got none is missing."""
    found: dict[PlayerNumber, Fraction] = {}

    def add(player: PlayerNumber, points: Fraction) -> None:
        if points:
            found[player] = found.get(player, NOTHING) + points

    for game in games:
        for line in game.lines:
            for award, times in line.awards.items():
                add(line.player, scoring.extras.awards.get(award, NOTHING) * times)
            if line.out is not None and line.out.by == line.player:
                add(line.player, scoring.extras.self_kill)
        for kill in kills_in(game):
            add(kill.by, _for_kill(kill.line, scoring))
    return found


class Worth(NamedTuple):
    """What a match is worth to a player: all its points, and those of them that are extras."""

    points: Fraction
    extras: Fraction


def worth(match: Match, scoring: Scoring) -> Mapping[PlayerNumber, Worth]:
    """The points that everybody in a match has of it; none where it doesn't count."""
    extras = extra_points(match.games, scoring)
    return {
        player: Worth(
            points_for(match, showing, scoring) + extras.get(player, NOTHING), extras.get(player, NOTHING)
        )
        for showing in (match.showings if counts(match, scoring) else ())
        for player in showing.players
    }


def _for_kill(line: PlayerResult, scoring: Scoring) -> Fraction:
    extra, out = scoring.extras, line.out
    points = extra.kill
    if out is not None and out.order == 1:
        points += extra.first_blood
    if out is not None and out.cause == "lose_commander":
        points += extra.commander_kill
    elif out is not None and out.cause not in ("", "lose_life"):
        points += extra.other_kill
    return points


def kills_in(game: Result) -> Iterator[Kill]:
    """Who put out which opponent, as far as it is known."""
    for entrant in game.entrants:
        for line in entrant.lines:
            by = line.out.by if line.out is not None else None
            if by is not None and by not in entrant.players:
                yield Kill(by, line)
