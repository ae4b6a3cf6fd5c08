"""Ways of counting that leagues use, to begin with: rules under stable keys, for leagues yet to be named."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from msgspec.structs import replace

from rules.leagues.league import Format, League, Tiebreaker, TieRules
from rules.leagues.scoring import DrawRule, Draws, Extras, Scoring, Share, Stake


def preset(key: str, name: str) -> League:
    """The rules of a preset for a league of this name; raises KeyError for an unknown one."""
    return replace(PRESETS[key], name=name)


def _draws(share: Share, points: int = 0) -> Draws:
    """Every kind of draw counted alike."""
    rule = DrawRule(share=share, points=Fraction(points))
    return Draws(simultaneous=rule, time=rule, agreed=rule, effect=rule)


def _points(win: int, draw: int, loss: int) -> Scoring:
    """So many points for a win, as for a bye, for a draw and for a loss."""
    return Scoring(
        win=Fraction(win), loss=Fraction(loss), bye=Fraction(win), draws=_draws(Share.POINTS, draw)
    )


def _places(*points: int, from_last: bool = False) -> Scoring:
    """Points by place; those who draw share the ones of the places that they fill."""
    numbers = tuple(Fraction(number) for number in points)
    top = max(numbers)
    return Scoring(win=top, bye=top, draws=_draws(Share.SPLIT), places=numbers, places_from_last=from_last)


def _alone(scoring: Scoring, ties: TieRules) -> League:
    return League(name="", format=Format.FREE_FOR_ALL, scoring=scoring, ties=ties)


_BY_WINS = TieRules(order=(Tiebreaker.WINS, Tiebreaker.HEAD_TO_HEAD, Tiebreaker.PLACES))
_ADDENDUM = TieRules(
    order=(Tiebreaker.MATCH_WINS, Tiebreaker.OPPONENTS_POINTS, Tiebreaker.OPPONENTS_MATCH_WINS),
    floor=Fraction(1, 7),
    byes_count=False,
)
"""The multiplayer addendum to the Magic Tournament Rules; the floor is one point of a win's seven."""

PRESETS: Mapping[str, League] = MappingProxyType(
    {
        # Match points of the Magic Tournament Rules.
        "swiss": League(name="", format=Format.DUEL, best_of=3, scoring=_points(3, 1, 0)),
        # What most tournaments of four-player Commander play by; a bye is as good as three weak opponents.
        "pods": _alone(
            _points(5, 1, 0),
            TieRules(
                order=(Tiebreaker.OPPONENTS_MATCH_WINS, Tiebreaker.WINS),
                floor=Fraction(1, 5),
                byes_count=False,
                bye_opponents=3,
                bye_opponent_wins=Fraction(1, 5),
            ),
        ),
        "addendum": _alone(_points(7, 1, 0), _ADDENDUM),
        "shared_draws": League(
            name="", scoring=replace(_points(1, 0, 0), draws=_draws(Share.SPLIT)), ties=_BY_WINS
        ),
        "plus_minus": League(name="", scoring=_points(3, 0, -1), ties=_BY_WINS),
        "beaten": _alone(
            replace(_places(0, 1, 2, 3, from_last=True), draws=_draws(Share.POINTS, 1)), _BY_WINS
        ),
        "places": _alone(_places(4, 3, 2, 1), _BY_WINS),
        "places_and_win": _alone(_places(5, 3, 2, 1), _BY_WINS),
        "kills": _alone(
            replace(_places(3, 2, 1, 0), extras=Extras(kill=Fraction(1))),
            TieRules(order=(Tiebreaker.KILLS, Tiebreaker.WINS)),
        ),
        "achievements": _alone(
            replace(
                _places(4, 3, 2, 1),
                extras=Extras(
                    first_blood=Fraction(1),
                    commander_kill=Fraction(1),
                    other_kill=Fraction(1),
                    self_kill=Fraction(-1),
                    awards={"play of the game": Fraction(1)},
                ),
            ),
            _BY_WINS,
        ),
        # Everybody stakes 7% of what they have, more of it where going first is worth more.
        "stake": _alone(
            Scoring(
                draws=_draws(Share.SPLIT),
                stake=Stake(
                    seats=(Fraction(132, 100), Fraction(105, 100), Fraction(91, 100), Fraction(72, 100))
                ),
            ),
            _BY_WINS,
        ),
    }
)
"""The rules by key. What they are called is told in `cogs`."""
