"""Rows of standings, of ratings and of final tables, and what their numbers are."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cogs.leagues.core import text
from cogs.text.language import mark, tr, trn
from rules.leagues.league import League, Tiebreaker
from rules.leagues.ratings import Rating
from rules.leagues.result import PlayerNumber
from rules.leagues.standings import Row
from rules.leagues.state import FinalStanding, LeagueState, Season

SHARES = frozenset(
    {
        Tiebreaker.MATCH_WINS,
        Tiebreaker.OPPONENTS_MATCH_WINS,
        Tiebreaker.GAME_WINS,
        Tiebreaker.OPPONENTS_GAME_WINS,
    }
)
TIEBREAKERS: Mapping[Tiebreaker, str] = {
    Tiebreaker.MATCH_WINS: mark("match-win rate"),
    Tiebreaker.OPPONENTS_MATCH_WINS: mark("opponents' match-win rate"),
    Tiebreaker.GAME_WINS: mark("game-win rate"),
    Tiebreaker.OPPONENTS_GAME_WINS: mark("opponents' game-win rate"),
    Tiebreaker.OPPONENTS_POINTS: mark("opponents' points"),
    Tiebreaker.HEAD_TO_HEAD: mark("head-to-head"),
    Tiebreaker.WINS: mark("wins"),
    Tiebreaker.AVERAGE: mark("points per match"),
    Tiebreaker.PLACES: mark("higher finishes"),
    Tiebreaker.KILLS: mark("kills"),
    Tiebreaker.RATING: mark("rating"),
}


def standing(state: LeagueState, row: Row, rating: Rating | None, season: Season | None = None) -> str:
    """A row of the standings of a season, or of all time."""
    account = row.account
    parts = [text.counted(row.points), _record(account.wins, account.losses, account.draws, account.byes)]
    carried = sum(one.points for one in season.carried if one.player == row.player) if season else 0
    if carried:
        parts.append(tr("{points} carried over", points=text.points(Fraction(carried))))
    parts += [_tiebreaker(one, value) for one, value in row.ties.items() if one is not Tiebreaker.RATING]
    if rating is not None and state.rules.ratings.on:
        parts.append(rated(state.rules, rating))
    return f"{_place(row.place)} {text.bold(state, row.player)} {' · '.join(parts)}"


def ranked(state: LeagueState, place: int | None, player: PlayerNumber, rating: Rating) -> str:
    """A row of the ratings."""
    parts = [rated(state.rules, rating), trn("{n} game", "{n} games", rating.games)]
    return f"{_place(place)} {text.bold(state, player)} {' · '.join(parts)}"


def _record(wins: int, losses: int, draws: int, byes: int) -> str:
    """Matches won, lost and drawn, and the byes, which are none of these."""
    parts = [f"{wins}–{losses}–{draws}"]
    if byes:
        parts.append(trn("{n} bye", "{n} byes", byes))
    return " + ".join(parts)


def _place(place: int | None) -> str:
    return "–" if place is None else f"**{place}.**"


def _tiebreaker(one: Tiebreaker, value: Fraction) -> str:
    shown = text.share(value) if one in SHARES else text.points(value)
    return f"{tr(TIEBREAKERS[one])} {shown}"


def rated(rules: League, rating: Rating) -> str:
    """A rating, marked while it is provisional."""
    shown = tr("rating {rating}", rating=text.rating(rating.ordinal))
    return tr("{rating} (provisional)", rating=shown) if rating.provisional(rules.ratings) else shown


def reckoned(rating: Rating) -> str:
    """How a rating comes about: three decimals are enough for a whole number."""
    return tr(
        "rating {rating} = {base} + {stretch} × (mu {mu} − 3 × sigma {sigma})",
        rating=text.rating(rating.ordinal),
        base=text.BASE,
        stretch=text.STRETCH,
        mu=f"{rating.mu:.3f}",
        sigma=f"{rating.sigma:.3f}",
    )


def legend(state: LeagueState, total: int) -> list[str]:
    """What the numbers of the standings are."""
    rules = state.rules
    order = ", ".join(tr(TIEBREAKERS[one]) for one in rules.ties.order)
    lines = [trn("{n} player", "{n} players", total), tr("wins–losses–draws")]
    if order:
        lines.append(tr("tie-breakers: {order}", order=order))
    if rules.minimum:
        lines.append(trn("{n} match needed to be ranked", "{n} matches needed to be ranked", rules.minimum))
    if rules.drop_worst:
        lines.append(trn("worst match dropped", "worst {n} matches dropped", rules.drop_worst))
    return [f"-# {' · '.join(lines)}"]


def final(state: LeagueState, table: Sequence[FinalStanding]) -> list[str]:
    """The rows of a closed season's table; seasons closed long ago have points alone."""
    lines: list[str] = []
    for one in table:
        parts = [text.counted(one.points)]
        if one.score:
            parts.append(_record(*one.score))
        parts += [_tiebreaker(tie.by, tie.value) for tie in one.ties if tie.by is not Tiebreaker.RATING]
        lines.append(f"{_place(one.place)} {text.bold(state, one.player)} {' · '.join(parts)}")
    return lines
