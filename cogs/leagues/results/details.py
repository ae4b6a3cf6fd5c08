"""What a league knows of a game beside its places: who began, how long it took, how players left."""

from collections.abc import Mapping
from fractions import Fraction

from cogs.leagues.core import text, typed
from cogs.leagues.views import tables
from cogs.text import announcements
from cogs.text.formatting import escape, listed
from cogs.text.language import mark, tr
from rules.leagues import matches
from rules.leagues.matches import MatchProgress, Worth
from rules.leagues.result import Elimination, PlayerNumber, PlayerResult, Result
from rules.leagues.state import LeagueState

CAUSES: Mapping[str, str] = {
    **announcements.CAUSES,
    "lose_poison": mark("poison"),
    "lose_commander": mark("commander damage"),
}


def lines(state: LeagueState, result: Result) -> list[str]:
    """What is known, in lines; none where nothing is."""
    about: list[str] = []
    if result.first:
        about.append(tr("First turn: {taker}", taker=listed(text.bold(state, one) for one in result.first)))
    if result.turns is not None:
        about.append(tables.turns(result.turns))
    if result.seconds is not None:
        about.append(text.duration(result.seconds))
    if result.ends_match:
        about.append(tr("final game of the match"))
    found = [f"-# {' · '.join(about)}"] if about else []
    outs = [(line.out, line) for line in result.lines if line.out is not None]
    found += [f"-# {_left(state, out, line)}" for out, line in sorted(outs, key=lambda one: one[0].order)]
    return [*found, *(f"-# {_awarded(state, line)}" for line in result.lines if line.awards)]


def worth(state: LeagueState, found: MatchProgress) -> list[str]:
    """How a match goes on, or the points that everybody has of it; none where there are none."""
    if not found.over:
        return [tr("-# The match stands at {score}.", score=text.games_won(found.match))]
    known = matches.worth(found.match, state.rules.scoring)
    shown = [_worth(state, player, one) for player, one in known.items()]
    return [tr("-# Points: {points}", points=" · ".join(shown))] if shown else []


def staked(state: LeagueState, gained: Mapping[PlayerNumber, Fraction]) -> list[str]:
    """What everybody has won or lost where points are staked."""
    shown = [
        f"{text.name(state, player)} {'+' if change > 0 else ''}{text.points(change)}"
        for player, change in gained.items()
    ]
    return [tr("-# Points: {points}", points=" · ".join(shown))] if shown else []


def _worth(state: LeagueState, player: PlayerNumber, worth: Worth) -> str:
    who, all_points = text.name(state, player), text.points(worth.points)
    if not worth.extras:
        return f"{who} {all_points}"
    return tr(
        "{who} {points} (including {extras} bonus)",
        who=who,
        points=all_points,
        extras=text.points(worth.extras),
    )


def _left(state: LeagueState, out: Elimination, line: PlayerResult) -> str:
    parts = [tr("{who} is out", who=text.bold(state, line.player))]
    if out.cause == "lose_life" and line.life is not None:
        parts.append(tr("{life} life", life=line.life))
    elif out.cause in CAUSES:
        parts.append(tr(CAUSES[out.cause]))
    if out.by is not None:
        parts.append(tr("by {who}", who=text.name(state, out.by)))
    if out.turn is not None:
        parts.append(tr("Turn {number}", number=out.turn))
    return " · ".join(parts)


def _awarded(state: LeagueState, line: PlayerResult) -> str:
    shown = ((escape(typed.awarded(name)), times) for name, times in line.awards.items())
    awards = [name if times == 1 else f"{name} ×{times}" for name, times in shown]
    return f"{text.bold(state, line.player)}: {', '.join(awards)}"
