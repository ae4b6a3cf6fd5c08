"""Details of a result: who went first, how long it took, how players left, its match and its points."""

from functools import partial

from cogs.text import announcements
from cogs.text.facts import decks
from cogs.text.formatting import comma_separated, escape, listed, signed
from cogs.text.language import tr, trn
from cogs.text.leagues import tables, text, typed
from rules.leagues import matches
from rules.leagues.matches import MatchProgress, NumberedResult, Worth, alone, match_containing, pairing_key
from rules.leagues.replays import stakes
from rules.leagues.result import HOUR, Elimination, PlayerNumber, PlayerResult, Result
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter

MAX_RESULTS_BACK = 50
"""Results of a player among which the games of a match are searched."""


def detail_lines(state: LeagueState, result: Result) -> list[str]:
    """Return the game's details besides places, in lines."""
    about: list[str] = []
    if result.first:
        about.append(
            tr("First turn: {taker}", taker=listed(text.bold_player(state, one) for one in result.first))
        )
    if result.turns is not None:
        about.append(tables.turns(result.turns))
    if result.seconds is not None:
        about.append(text.duration(result.seconds))
    if result.ends_match:
        about.append(tr("final game of the match"))
    found = [f"-# {' · '.join(about)}"] if about else []
    outs = [(line.out, line) for line in result.lines if line.out is not None]
    found += [f"-# {_left(state, out, line)}" for out, line in sorted(outs, key=lambda one: one[0].order)]
    found += [f"-# {_deck(state, line)}" for line in result.lines if line.deck_info or line.mulligans]
    return [*found, *(f"-# {_awarded(state, line)}" for line in result.lines if line.awards)]


async def match_of(leagues: Leagues, state: LeagueState, record: ResultRecord) -> MatchProgress | None:
    """Return the match of a counting result; None if it isn't found."""
    rules, result = state.rules, record.result
    wanted = pairing_key(rules, result)
    if wanted is None:
        return MatchProgress(alone(rules, record.number, result), over=True)
    known = await leagues.results.newest(
        state.league,
        ResultFilter(
            states=(ResultState.CONFIRMED,),
            player=state.resolved(result.players[0]),
            until=result.played + rules.match_hours * rules.best_of * HOUR + 1,
        ),
        limit=MAX_RESULTS_BACK,
    )
    games = [NumberedResult(one.result.played, one.number, one.result) for one in known]
    return match_containing(
        rules, [one for one in games if pairing_key(rules, one.result) == wanted], record.number
    )


async def worth_of(leagues: Leagues, state: LeagueState, record: ResultRecord) -> list[str]:
    """Return lines about a counting result's points, or its match's score, and about ratings; empty for a
    result that doesn't count."""
    return [*await _points(leagues, state, record), *await _ratings(leagues, state, record)]


async def _ratings(leagues: Leagues, state: LeagueState, record: ResultRecord) -> list[str]:
    """Return a result's changes of ratings, if the league has any and they are known."""
    if not record.counts or not state.rules.ratings.on:
        return []
    season = next((one.number for one in state.seasons if one.includes(record.result.played)), None)
    changes = (await leagues.projections.ratings(state.league, season)).changes(record.number)
    shown = [_rating(state, player, *change) for player, change in changes.items()]
    return [tr("-# Ratings: {ratings}", ratings=" · ".join(shown))] if shown else []


def _rating(state: LeagueState, player: PlayerNumber, before: float, after: float) -> str:
    """Return a player's rating after a result, and its change."""
    change = int(text.rating(after).replace("−", "-")) - int(text.rating(before).replace("−", "-"))
    return f"{text.name(state, player)} {text.rating(after)} ({signed(change)})"


async def _points(leagues: Leagues, state: LeagueState, record: ResultRecord) -> list[str]:
    if not record.counts:
        return []
    if state.rules.scoring.stake is not None:
        gained = partial(stakes.gained, league=state.rules, number=record.number)
        season = next((one.number for one in state.seasons if one.includes(record.result.played)), None)
        changes = await leagues.projections.look(state.league, gained, season)
        shown = [
            f"{text.name(state, player)} {'+' if change > 0 else ''}{text.points(change)}"
            for player, change in changes.items()
        ]
    else:
        found = await match_of(leagues, state, record)
        if found is None:
            return []
        if not found.over:
            return [tr("-# The match stands at {score}.", score=text.games_score(found.match))]
        worth = matches.worth(found.match, state.rules.scoring)
        shown = [_worth(state, player, one) for player, one in worth.items()]
    return [tr("-# Points: {points}", points=" · ".join(shown))] if shown else []


def _worth(state: LeagueState, player: PlayerNumber, worth: Worth) -> str:
    who, points, extras = text.name(state, player), text.points(worth.points), text.points(worth.extras)
    if not worth.extras:
        return f"{who} {points}"
    return tr("{who} {points} (including {extras} bonus)", who=who, points=points, extras=extras)


def _left(state: LeagueState, out: Elimination, line: PlayerResult) -> str:
    parts = [tr("{who} is out", who=text.bold_player(state, line.player))]
    brief = announcements.in_brief(out.cause)
    if out.cause == "lose_life" and line.life is not None:
        parts.append(tr("{life} life", life=line.life))
    elif brief:
        parts.append(brief)
    if out.by is not None:
        parts.append(tr("by {who}", who=text.name(state, out.by)))
    if out.turn is not None:
        parts.append(tr("Turn {number}", number=out.turn))
    return " · ".join(parts)


def _deck(state: LeagueState, line: PlayerResult) -> str:
    """Return what a player said about their deck before the game, and the mulligans they took."""
    parts = decks.words(line.deck_info)
    parts += [trn("{n} mulligan", "{n} mulligans", line.mulligans)] if line.mulligans else []
    return f"{text.bold_player(state, line.player)}: {' · '.join(parts)}"


def _awarded(state: LeagueState, line: PlayerResult) -> str:
    shown = ((escape(typed.awarded(name)), times) for name, times in line.awards.items())
    awards = (name if times == 1 else f"{name} ×{times}" for name, times in shown)
    return f"{text.bold_player(state, line.player)}: {comma_separated(awards)}"
