"""A season's story: points by week, who led when, and its awards."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult, kills_in
from rules.leagues.replays.ratings import CommanderNames
from rules.leagues.replays.stakes import Stakes
from rules.leagues.result import Ending, PlayerNumber, ResultNumber, Time
from rules.leagues.standings import Standings
from rules.leagues.statistics import WEEK, commanders, parts_of_players
from rules.leagues.tally import Claims, Tally

_Key = TypeVar("_Key", bound=Hashable)


class StoryWeek(Struct, frozen=True, kw_only=True):
    """The standings at the end of a week. ``leaders`` have the most points and enough matches to be ranked.

    ``watched`` are the points of the requested players, in the same order.
    """

    starts: Time
    ends: Time
    games: int
    leaders: Sequence[PlayerNumber]
    points: Fraction
    watched: Sequence[Fraction]


def story(
    results: Sequence[NumberedResult],
    claims: Claims,
    league: League,
    carried: Mapping[PlayerNumber, Fraction],
    watched: Sequence[PlayerNumber],
) -> list[StoryWeek]:
    """Return the weeks of a season, from that of its first result to that of its last; weeks without a game
    are left out.

    Weeks end every seven days after the first result. ``carried``: points from the season before and from
    judges.
    """
    tally, weeks = Tally(league, claims), list[StoryWeek]()
    stakes = None if league.scoring.stake is None else Stakes(league, claims)
    starts, games = results[0].played if results else 0, 0

    def close() -> None:
        standings = Standings(tally, carried=carried, stakes=None if stakes is None else stakes.points())
        leaders = standings.leaders()
        weeks.append(
            StoryWeek(
                starts=starts,
                ends=starts + WEEK,
                games=games,
                leaders=leaders,
                points=standings.points(leaders[0]) if leaders else Fraction(0),
                watched=tuple(standings.points(player) for player in watched),
            )
        )

    for one in results:
        if one.played >= starts + WEEK:
            close()
            starts, games = starts + (one.played - starts) // WEEK * WEEK, 0
        tally.add(one)
        if stakes is not None:
            stakes.add(one)
        games += not one.result.is_bye
    if results:
        close()
    return weeks


MIN_SEASON_GAMES = 3
"""Games without which a season has no awards."""


class AwardKind(StrEnum):
    """What an award is for."""

    WINS = "wins"
    """Most games won."""
    STREAK = "streak"
    """Most games won in a row."""
    KILLS = "kills"
    """Most opponents knocked out."""
    ARCHENEMY = "archenemy"
    """Knocked out by others most often."""
    COMMANDER = "commander"
    """The commander, or the pair of partners, whose player knocked out most opponents."""
    TURNS = "turns"
    """The game of most turns; the number is these."""
    TIME = "time"
    """The longest game; the number is its seconds."""
    GAMES = "games"
    """Most games played."""


class Award(Struct, frozen=True, kw_only=True):
    """An award with its figure; everyone who shares it is in it.

    ``by`` and ``times``: for a single archenemy, who knocked them out most often, and how often.
    """

    kind: AwardKind
    number: int
    players: tuple[PlayerNumber, ...] = ()
    commanders: tuple[CommanderNames, ...] = ()
    results: tuple[ResultNumber, ...] = ()
    by: tuple[PlayerNumber, ...] = ()
    times: int = 0


class Awards(Struct, frozen=True, kw_only=True):
    """The awards of a season, with the number of its games and players; none if there were few games."""

    games: int
    players: int
    awards: tuple[Award, ...] = ()


def awards(results: Sequence[NumberedResult], claims: Claims) -> Awards:
    """Return the awards for these results, in the order of play. Byes aren't games."""
    everything = list(parts_of_players(results, claims))
    games = [one for one in results if not one.result.is_bye]
    players = len({part.player for part in everything})
    if len(games) < MIN_SEASON_GAMES:
        return Awards(games=len(games), players=players)
    wins = Counter(part.player for part in everything if part.ending is Ending.WON)
    played = Counter(part.player for part in everything)
    kills = [
        (claims.get(by, by), claims.get(line.player, line.player))
        for one in games
        for by, line in kills_in(one.result)
    ]
    feared = {names: record.kills for names, record in commanders(games, claims).items()}
    turns = {one.number: one.result.turns or 0 for one in games}
    seconds = {one.number: one.result.seconds or 0 for one in games}
    found = [
        _of_players(AwardKind.WINS, wins),
        _of_players(AwardKind.STREAK, _streaks((part.player, part.ending) for part in everything)),
        _of_players(AwardKind.KILLS, Counter(by for by, _ in kills)),
        _archenemy(kills),
        *(Award(kind=AwardKind.COMMANDER, number=n, commanders=names) for n, names in _most(feared)),
        *(Award(kind=AwardKind.TURNS, number=n, results=numbers) for n, numbers in _most(turns)),
        *(Award(kind=AwardKind.TIME, number=n, results=numbers) for n, numbers in _most(seconds)),
        _of_players(AwardKind.GAMES, played),
    ]
    return Awards(games=len(games), players=players, awards=tuple(one for one in found if one is not None))


def _most(counts: Mapping[_Key, int]) -> list[tuple[int, tuple[_Key, ...]]]:
    """Return the highest number and all keys that have it; empty if no number is above 0."""
    most = max(counts.values(), default=0)
    return [(most, tuple(key for key, n in counts.items() if n == most))] if most else []


def _of_players(kind: AwardKind, counts: Mapping[PlayerNumber, int]) -> Award | None:
    return next((Award(kind=kind, number=n, players=who) for n, who in _most(counts)), None)


def _archenemy(kills: Sequence[tuple[PlayerNumber, PlayerNumber]]) -> Award | None:
    award = _of_players(AwardKind.ARCHENEMY, Counter(who for _, who in kills))
    if award is None or len(award.players) != 1:
        return award
    most = award.players[0]
    times, by = _most(Counter(by for by, who in kills if who == most))[0]
    return Award(kind=award.kind, number=award.number, players=award.players, by=by, times=times)


def _streaks(endings: Iterable[tuple[PlayerNumber, Ending]]) -> Mapping[PlayerNumber, int]:
    """Return each player's most wins in a row; a single win isn't a streak."""
    running, longest = Counter[PlayerNumber](), Counter[PlayerNumber]()
    for player, ending in endings:
        running[player] = running[player] + 1 if ending is Ending.WON else 0
        longest[player] = max(longest[player], running[player])
    return {player: length for player, length in longest.items() if length > 1}
