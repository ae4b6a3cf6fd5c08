"""A league's rules as one value: everything that its judges can choose."""

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct, field

from rules.leagues.scoring import Scoring


class Format(StrEnum):
    """Which games count."""

    ANY = "any"
    DUEL = "duel"
    """Two players."""
    FREE_FOR_ALL = "free_for_all"
    """Two players or more, everybody alone."""
    TEAMS = "teams"
    """At least one side of two or more."""


class Tiebreaker(StrEnum):
    """What decides between players with equal points.

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
    """How often one did better than those with whom one is tied, of all matches with them."""
    WINS = "wins"
    AVERAGE = "average"
    """Points for each match."""
    PLACES = "places"
    """More first places, then more second places, and so on."""
    KILLS = "kills"
    RATING = "rating"


class Confirmers(StrEnum):
    """Who has to confirm a result before it counts."""

    ALL = "all"
    """Everybody else who played and has an account."""
    MAJORITY = "majority"
    """More than half of them."""
    ONE = "one"
    """Any one of them."""
    NOBODY = "nobody"


class OnTimeout(StrEnum):
    """What becomes of a result that nobody has settled in time."""

    CONFIRM = "confirm"
    VOID = "void"


class Reporters(StrEnum):
    """Who may report a result."""

    PLAYERS = "players"
    """Who played in it, and judges."""
    ANYONE = "anyone"
    JUDGES = "judges"


class Confirmation(Struct, frozen=True, kw_only=True):
    """How a result comes to count."""

    by: Confirmers = Confirmers.ALL
    hours: int = 48
    """How long people have; 0 waits for ever."""
    silence: OnTimeout = OnTimeout.CONFIRM
    tables: bool = False
    """Whether results of tables, which everybody there saw, have to be confirmed as well."""


class TieRules(Struct, frozen=True, kw_only=True):
    """How ties are broken, in order; who is equal in all of it shares a place."""

    order: tuple[Tiebreaker, ...] = (
        Tiebreaker.OPPONENTS_MATCH_WINS,
        Tiebreaker.GAME_WINS,
        Tiebreaker.OPPONENTS_GAME_WINS,
    )
    floor: Fraction = Fraction(33, 100)
    """The least that a share of match or game wins counts as."""
    byes_count: bool = True
    """Whether byes are matches won in one's own share of match wins, as by those rules; the multiplayer
    addendum leaves them out."""
    bye_opponents: int = 0
    """As how many opponents a bye counts; by those rules as none."""
    bye_opponent_wins: Fraction = Fraction(33, 100)
    """The share of wins of each of those."""


class RatingRules(Struct, frozen=True, kw_only=True):
    """Ratings of skill beside the points."""

    on: bool = True
    commanders: bool = True
    """Whether commanders get ratings of their own."""
    provisional: int = 5
    """Fewer games than this leave a rating provisional: shown, but not ranked."""
    decay_days: int = 0
    """After so many days without a game a rating becomes less certain; 0 for never."""
    decay_sigma: Fraction = Fraction(1, 4)
    """By how much its sigma grows for each further such time, up to where everybody starts."""


class SeasonRules(Struct, frozen=True, kw_only=True):
    """What a new season begins with."""

    carry: Fraction = Fraction(0)
    """The share of everybody's points at the end of the season before that is carried over."""
    keep_ratings: bool = True
    """Whether ratings go on from season to season or start anew."""


class FairnessRules(Struct, frozen=True, kw_only=True):
    """What is shown to judges: the same two players meeting so often within so many hours."""

    games: int = 6
    """0 for never."""
    hours: int = 24


class League(Struct, frozen=True, kw_only=True):
    """The rules of a league."""

    name: str
    format: Format = Format.ANY
    variants: tuple[str, ...] = ()
    """Keys of the variants that count; none means all."""
    best_of: int = 1
    """Games of a match: 1, 3 or 5. Matches of several games are between two sides."""
    match_hours: int = 12
    """Games of the same two sides further apart than this belong to different matches."""
    scoring: Scoring = field(default_factory=Scoring)
    minimum: int = 0
    """Who has played fewer matches has no place in the standings."""
    drop_worst: int = 0
    """How many of everybody's worst matches don't count for their points."""
    ties: TieRules = TieRules()
    confirmation: Confirmation = Confirmation()
    reporters: Reporters = Reporters.PLAYERS
    ratings: RatingRules = RatingRules()
    seasons: SeasonRules = SeasonRules()
    fairness: FairnessRules = FairnessRules()
