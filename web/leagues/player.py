"""A league's page about one player."""

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from cogs.text.formatting import unmarked
from cogs.text.language import tr, trn
from cogs.text.leagues import tables
from rules.leagues import statistics
from rules.leagues.replays.ratings import CommanderNames
from rules.leagues.result import Ending, PlayerNumber, Time
from rules.leagues.state import LeagueState, Season
from storage.leagues.leagues import Leagues

FAVORITES_ON_PAGE = 5
"""Displayed commanders."""


class PlayerStatistics(Struct, frozen=True):
    """The totals of a player's results, without anyone's name."""

    streak: tuple[Ending, int] | None
    seats: Mapping[int, Mapping[int, statistics.Score]]
    mulligans: Mapping[int, statistics.Score]
    brackets: Mapping[int, statistics.Score]
    commanders: Mapping[CommanderNames, statistics.CommanderRecord]


async def standing_lines(
    leagues: Leagues, state: LeagueState, season: Season | None, player: PlayerNumber, now: Time
) -> list[str]:
    """Return a player's standing and rating, in lines."""
    scope = None if season is None else season.number
    rated = state.rules.ratings.on
    rating = (await leagues.projections.ratings(state.league, scope)).at(now).get(player) if rated else None
    table = await leagues.projections.standings(
        state.league, scope, lambda found: found.breaking_ties_of(player)
    )
    row = table.row(player)
    if row is None:
        return [tr("No confirmed results yet.")]
    lines = [
        tables.standing_row(state, row, rating, season),
        trn("{n} match", "{n} matches", row.account.matches),
    ]
    lines += [tables.kill_count(row.account.kills)] if row.account.kills else []
    return [unmarked(line) for line in lines]


async def statistics_of(
    leagues: Leagues, state: LeagueState, season: Season | None, player: PlayerNumber
) -> PlayerStatistics:
    """Return the totals of a player's results."""
    scope, player = None if season is None else season.number, state.resolved(player)
    look = partial(leagues.projections.look, state.league, season=scope)
    return PlayerStatistics(
        await look(partial(statistics.streak_of, player=player)),
        await look(partial(statistics.scores_by_seat, player=player)),
        await look(partial(statistics.by_mulligans, player=player)),
        await look(partial(statistics.by_bracket, player=player)),
        await look(partial(statistics.commanders, player=player)),
    )


def career_lines(state: LeagueState, found: PlayerStatistics) -> list[str]:
    """Return a player's streak, seats and most played commanders, in lines."""
    lines = [tables.streak(found.streak), *tables.seat_scores(found.seats)]
    lines += [*tables.mulligans(found.mulligans), *tables.bracket_scores(found.brackets)]
    favorites = [*found.commanders.items()][:FAVORITES_ON_PAGE]
    lines += [tables.commander_row(one, state.rules, {}, lambda names: None) for one in favorites]
    return [unmarked(line) for line in lines if line]
