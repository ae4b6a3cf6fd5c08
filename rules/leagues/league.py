"""A league's rules as one value: the judges' choices, the worth of a result, and presets."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace


class Share(StrEnum):
    """The share of players who draw."""

    POINTS = "points"
    """A fixed number of points each."""
    SPLIT = "split"
    """The points of a win, divided among them."""
    REPLAY = "replay"
    """No share: the game is replayed, and this one doesn't count."""


class DrawRule(Struct, frozen=True, kw_only=True):
    """The worth of one kind of draw."""

    share: Share = Share.POINTS
    points: Fraction = Fraction(1)
    """For `Share.POINTS`."""


class Draws(Struct, frozen=True, kw_only=True):
    """The worth of each kind of draw."""

    simultaneous: DrawRule = DrawRule()
    time: DrawRule = DrawRule()
    agreed: DrawRule = DrawRule()
    effect: DrawRule = DrawRule()


class Extras(Struct, frozen=True, kw_only=True):
    """Extra points for events in a game; negative ones are penalties."""

    first_blood: Fraction = Fraction(0)
    """Points for knocking out the first player to leave."""
    kill: Fraction = Fraction(0)
    """Points for each opponent knocked out."""
    commander_kill: Fraction = Fraction(0)
    """Extra points for each knock-out by commander damage (704.6c)."""
    other_kill: Fraction = Fraction(0)
    """Extra points for each knock-out that is known to be neither by commander damage nor by life."""
    self_kill: Fraction = Fraction(0)
    """Putting oneself out."""
    awards: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])
    """The league's achievements by their names."""
    voted: tuple[str, ...] = ()
    """The achievements of these on which the players of a tracked game vote after it."""
    vote_hours: int = 24
    """The hours that they have; the vote ends as soon as everyone has voted."""


class Stake(Struct, frozen=True, kw_only=True):
    """Stakes: each player stakes a share of their points on each game, and the winners take the
    other stakes."""

    start: Fraction = Fraction(1000)
    share: Fraction = Fraction(7, 100)
    seats: tuple[Fraction, ...] = ()
    """The part of the share that each seat stakes, first seat first; 1 after the list's end or for an
    unknown seat."""


class Scoring(Struct, frozen=True, kw_only=True):
    """How a league scores. All numbers are points for every member of a side."""

    win: Fraction = Fraction(3)
    """Sides that win together share these points equally, as those who share a place do."""
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    draws: Draws = Draws()
    places: tuple[Fraction, ...] = ()
    """Points by place instead of `win` and `loss`; the last one stands for all places after it.

    Players who share a place share the points of the places that they fill.
    """
    places_from_last: bool = False
    """`places` begins with the last place, so that it gives the points per beaten side."""
    extras: Extras = Extras()
    stake: Stake | None = None
    """Instead of everything above but `draws`: points go from the losers to the winners."""


class Format(StrEnum):
    """The games that count."""

    ANY = "any"
    DUEL = "duel"
    """Two players."""
    FREE_FOR_ALL = "free_for_all"
    """Two or more players, each alone."""
    TEAMS = "teams"
    """At least one side of two or more."""


class Tiebreaker(StrEnum):
    """A rule that orders players with equal points.

    The first four are those of Appendix C of the Magic Tournament Rules.
    """

    MATCH_WINS = "match_wins"
    """Share of the match points that could be had, no less than the floor."""
    OPPONENTS_MATCH_WINS = "opponents_match_wins"
    GAME_WINS = "game_wins"
    OPPONENTS_GAME_WINS = "opponents_game_wins"
    OPPONENTS_POINTS = "opponents_points"
    """The opponents' points on average, as in the multiplayer addendum to those rules."""
    HEAD_TO_HEAD = "head_to_head"
    """How often a player did better than the players they are tied with, of all matches with them."""
    WINS = "wins"
    AVERAGE = "average"
    """Points for each match."""
    PLACES = "places"
    """More first places, then more second places, and so on."""
    KILLS = "kills"
    RATING = "rating"


class Confirmers(StrEnum):
    """The players who have to confirm a result before it counts."""

    ALL = "all"
    """All other players of the game who have an account."""
    MAJORITY = "majority"
    """More than half of them."""
    ONE = "one"
    """Any one of them."""
    NO_ONE = "nobody"


class OnTimeout(StrEnum):
    """How a result is settled after its deadline."""

    CONFIRM = "confirm"
    VOID = "void"


class Reopening(StrEnum):
    """The condition for undoing past the end of a game whose result is confirmed."""

    JUDGE = "judge"
    CONFIRM = "confirm"
    """No condition, but the result has to be confirmed again."""


class Reporters(StrEnum):
    """The people who may report a result."""

    PLAYERS = "players"
    """Players of the game, and judges."""
    ANYONE = "anyone"
    JUDGES = "judges"


class Confirmation(Struct, frozen=True, kw_only=True):
    """The conditions for a result to count."""

    by: Confirmers = Confirmers.ALL
    hours: int = 48
    """How long people have; 0 for no limit."""
    silence: OnTimeout = OnTimeout.CONFIRM
    tables: bool = False
    """Whether results of tables, which everyone there saw, have to be confirmed, too."""
    remind: int = 12
    """Hours before their time runs out at which those who have not answered are reminded; 0 for never."""
    reopening: Reopening = Reopening.JUDGE
    """The condition for undoing past the end of a game once its result is confirmed."""


class TieRules(Struct, frozen=True, kw_only=True):
    """How ties are broken, in order; players equal in all of them share a place."""

    order: tuple[Tiebreaker, ...] = (
        Tiebreaker.OPPONENTS_MATCH_WINS,
        Tiebreaker.GAME_WINS,
        Tiebreaker.OPPONENTS_GAME_WINS,
    )
    floor: Fraction = Fraction(33, 100)
    """The least that a share of match or game wins counts as."""
    byes_count: bool = True
    """Whether byes count as won in a player's own share of match wins, as by those rules; the multiplayer
    addendum excludes them."""
    bye_opponents: int = 0
    """The number of opponents that a bye counts as; zero by those rules."""
    bye_opponent_wins: Fraction = Fraction(33, 100)
    """The share of wins of each of those."""


class RatingRules(Struct, frozen=True, kw_only=True):
    """Ratings of skill beside the points."""

    on: bool = True
    commanders: bool = True
    """Whether commanders get their own ratings."""
    provisional: int = 5
    """The number of games below which a rating is provisional: displayed, but not ranked."""
    decay_days: int = 0
    """The days without a game after which a rating becomes less certain; 0 for never."""
    decay_sigma: Fraction = Fraction(1, 4)
    """The increase of its sigma per further such period, up to the initial value."""


class SeasonRules(Struct, frozen=True, kw_only=True):
    """The rules for starting a season."""

    carry: Fraction = Fraction(0)
    """The share of all players' points at the end of the previous season that is carried over."""
    keep_ratings: bool = True
    """Whether ratings continue from season to season; otherwise they restart."""


class FairnessRules(Struct, frozen=True, kw_only=True):
    """Limits above which two players are reported to judges for meeting too often: meetings and hours."""

    games: int = 6
    """0 for never."""
    hours: int = 24
    duplicate_minutes: int = 120
    """Results of the same players this close to each other may be of one game; 0 for never."""


class League(Struct, frozen=True, kw_only=True):
    """The rules of a league."""

    name: str
    format: Format = Format.ANY
    variants: tuple[str, ...] = ()
    """Keys of the variants that count; empty means all."""
    best_of: int = 1
    """Games of a match: 1, 3 or 5. Matches of several games are between two sides."""
    match_hours: int = 12
    """Games of the same two sides further apart than this belong to different matches."""
    scoring: Scoring = field(default_factory=Scoring)
    minimum: int = 0
    """Players with fewer matches have no place in the standings."""
    drop_worst: int = 0
    """The number of each player's worst matches that don't count for their points."""
    ties: TieRules = TieRules()
    confirmation: Confirmation = Confirmation()
    reporters: Reporters = Reporters.PLAYERS
    ratings: RatingRules = RatingRules()
    seasons: SeasonRules = SeasonRules()
    fairness: FairnessRules = FairnessRules()
    digest: bool = False
    """Whether organizers get the inbox as a new message every day unless it is empty."""


def preset(key: str, name: str) -> League:
    """Return the rules of a preset for a league of this name; raises KeyError for an unknown one."""
    return replace(LEAGUE_PRESETS[key], name=name)


def _draws(share: Share, points: int = 0) -> Draws:
    rule = DrawRule(share=share, points=Fraction(points))
    return Draws(simultaneous=rule, time=rule, agreed=rule, effect=rule)


def _points(win: int, draw: int, loss: int) -> Scoring:
    """Return a scoring with these points for a win or bye, for a draw and for a loss."""
    return Scoring(
        win=Fraction(win), loss=Fraction(loss), bye=Fraction(win), draws=_draws(Share.POINTS, draw)
    )


def _places(*points: int, from_last: bool = False) -> Scoring:
    """Return a scoring with points by place; players who draw share the points of their places."""
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

LEAGUE_PRESETS: Mapping[str, League] = MappingProxyType(
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
        # Everyone stakes 7% of what they have, more of it where going first is worth more.
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
"""The rules by key. Their displayed names are in `cogs`."""
