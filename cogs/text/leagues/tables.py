"""Rows of a league's pages: standings, ratings, seats, commanders, records, and the meaning of
their numbers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from fractions import Fraction

from cogs.text.facts import decks
from cogs.text.formatting import comma_separated, day, decimal, escape, listed, percentage, strong
from cogs.text.language import mark, tr, trn
from cogs.text.leagues import text
from rules.leagues.bests import Best, Bests, Feats
from rules.leagues.league import League, Tiebreaker
from rules.leagues.replays.ratings import CommanderNames, Rating, commander_key
from rules.leagues.result import Ending, PlayerNumber
from rules.leagues.standings import StandingsLine
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.leagues.statistics import CommanderRecord, HeadToHead, Score
from rules.leagues.validity import Flag

COLORLESS = "C"
"""How a color identity without colors is written, as in mana costs."""
PERCENTAGE_TIEBREAKERS = frozenset(
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


def page_heading(state: LeagueState, what: str, season: Season | None = None) -> str:
    """Return the first line of a page."""
    if season is None:
        return tr("### {league}: {what}", league=text.league_title(state), what=what)
    return tr(
        "### {league}: {what}, {season}",
        league=text.league_title(state),
        what=what,
        season=escape(season.name),
    )


def standing_row(
    state: LeagueState, row: StandingsLine, rating: Rating | None, season: Season | None = None
) -> str:
    """Return a row of the standings of a season, or of all time."""
    account = row.account
    parts = [
        text.points_with_unit(row.points),
        match_record(account.wins, account.losses, account.draws, account.byes),
    ]
    carried = sum(one.points for one in season.carried if one.player == row.player) if season else 0
    if carried:
        parts.append(tr("{points} carried over", points=text.points(Fraction(carried))))
    if adjusted := state.adjusted(season).get(row.player):
        parts.append(tr("{points} by a judge", points=text.signed_points(adjusted)))
    parts += [tie_in_words(one, value) for one, value in row.ties.items() if one is not Tiebreaker.RATING]
    if rating is not None and state.rules.ratings.on:
        parts.append(rated(state.rules, rating))
    return _row(state, row.place, row.player, parts)


def ranked(state: LeagueState, place: int | None, player: PlayerNumber, rating: Rating) -> str:
    """Return a row of the ratings."""
    parts = (rated(state.rules, rating), trn("{n} game", "{n} games", rating.games))
    return _row(state, place, player, parts)


def match_record(wins: int, losses: int, draws: int, byes: int) -> str:
    """Return matches won, lost and drawn, and the byes, which aren't among these."""
    shown = (f"{wins}–{losses}–{draws}", trn("{n} bye", "{n} byes", byes) if byes else "")
    return " + ".join(filter(None, shown))


def tie_value(by: Tiebreaker, value: Fraction | None) -> str:
    """Return a player's value of a tie-breaker: a percentage, points, or empty."""
    if value is None:
        return ""
    return percentage(value) if by in PERCENTAGE_TIEBREAKERS else text.points(value)


def tie_in_words(one: Tiebreaker, value: Fraction) -> str:
    """Return a tie-breaker with a player's value."""
    return f"{tr(TIEBREAKERS[one])} {tie_value(one, value)}"


def rated(rules: League, rating: Rating) -> str:
    """Return a rating, marked while it is provisional."""
    shown = tr("rating {rating}", rating=text.rating(rating.ordinal))
    return tr("{rating} (provisional)", rating=shown) if rating.provisional(rules.ratings) else shown


def reckoned(rating: Rating) -> str:
    """Return how a rating is calculated: three decimals are enough for a whole number."""
    return tr(
        "rating {rating} = {base} + {stretch} × (mu {mu} − 3 × sigma {sigma})",
        rating=text.rating(rating.ordinal),
        base=text.BASE,
        stretch=text.STRETCH,
        mu=decimal(rating.mu, 3),
        sigma=decimal(rating.sigma, 3),
    )


def legend(state: LeagueState, total: int) -> list[str]:
    """Return the legend of the standings."""
    rules = state.rules
    order = comma_separated(tr(TIEBREAKERS[one]) for one in rules.ties.order)
    lines = [player_count(total), tr("wins–losses–draws")]
    if order:
        lines.append(tr("tie-breakers: {order}", order=order))
    if rules.minimum:
        lines.append(trn("{n} match needed to be ranked", "{n} matches needed to be ranked", rules.minimum))
    if rules.drop_worst:
        lines.append(trn("worst match dropped", "worst {n} matches dropped", rules.drop_worst))
    return [f"-# {' · '.join(lines)}"]


def final_row(state: LeagueState, one: FinalStanding) -> str:
    """Return a row of a closed season's table; old seasons have points only."""
    parts = [text.points_with_unit(one.points), *([match_record(*one.score)] if one.score else [])]
    parts += [tie_in_words(tie.by, tie.value) for tie in one.ties if tie.by is not Tiebreaker.RATING]
    return _row(state, one.place, one.player, parts)


def _row(state: LeagueState, place: int | None, player: PlayerNumber, parts: Iterable[str]) -> str:
    shown = "–" if place is None else f"**{place}.**"
    return f"{shown} {text.bold_player(state, player)} {' · '.join(parts)}"


def score_row(score: Score) -> str:
    """Return games won, lost and drawn, with the share of wins and its confidence."""
    low, high = map(percentage, score.interval())
    share = percentage(score.won / score.games if score.games else 0.0)
    return tr(
        "{record}, {share} win rate (95% confidence: {low} to {high})",
        record=f"{score.won}–{score.lost}–{score.drawn}",
        share=share,
        low=low,
        high=high,
    )


def seat_scores(found: Mapping[int, Mapping[int, Score]]) -> list[str]:
    """Return the score of a player's every seat, by number of seats."""
    lines: list[str] = []
    for size, scores in found.items():
        taken = {seat: one for seat, one in sorted(scores.items()) if one.games}
        if taken:
            lines.append(strong(trn("{n} seat", "{n} seats", size)))
        lines += [tr("Seat {seat}: {score}", seat=seat, score=score_row(one)) for seat, one in taken.items()]
    return lines


def mulligans(found: Mapping[int, Score]) -> list[str]:
    """Return how many mulligans were taken on average, and the score by their number."""
    games = sum(one.games for one in found.values())
    if not games:
        return []
    taken = sum(number * one.games for number, one in found.items())
    lines = [tr("**Mulligans**: {average} per game on average", average=decimal(taken / games, 2))]
    for number, one in found.items():
        lines.append(trn("{n} mulligan: {score}", "{n} mulligans: {score}", number, score=score_row(one)))
    return lines


def bracket_scores(found: Mapping[int, Score]) -> list[str]:
    """Return the score by bracket."""
    return [f"{strong(decks.bracket_title(number))} {score_row(one)}" for number, one in found.items()]


def commander_row(
    found: tuple[CommanderNames, CommanderRecord],
    rules: League,
    ratings: Mapping[CommanderNames, Rating],
    identity: Callable[[CommanderNames], str | None],
) -> str:
    """Return a row for one commander, or for partners, with their color identity if known."""
    names, played = found
    colors = identity(names)
    parts = [] if colors is None else [colors or COLORLESS]
    parts += [score_row(played.score), player_count(len(played.players)), kill_count(played.kills)]
    rating = ratings.get(commander_key(names))
    if rating is not None and rules.ratings.on:
        parts.append(rated(rules, rating))
    return f"{strong(' / '.join(map(escape, names)))} {' · '.join(parts)}"


def color_row(found: tuple[str, CommanderRecord]) -> str:
    """Return a row for one color identity."""
    identity, played = found
    parts = (score_row(played.score), player_count(len(played.players)), kill_count(played.kills))
    return f"{strong(identity or COLORLESS)} {' · '.join(parts)}"


def head_to_head_lines(
    state: LeagueState, one: PlayerNumber, other: PlayerNumber, found: HeadToHead
) -> list[str]:
    """Return two players' games against each other."""
    values = {"one": text.bold_player(state, one), "other": text.bold_player(state, other), **asdict(found)}
    lines = [
        tr("### {league}: {one} vs. {other}", league=text.league_title(state), **values),
        trn("{n} game against each other", "{n} games against each other", found.games),
        tr("Wins: {one} {won}, {other} {lost}, neither {neither}", **values),
        tr("Finished higher: {one} {ahead}, {other} {behind}", **values),
    ]
    if found.kills or found.killed:
        lines.append(tr("Kills: {one} {kills}, {other} {killed}", **values))
    if found.together:
        lines.append(tr("As teammates: won {won} of {games}", games=found.together, won=found.together_won))
    return lines


def streak(found: tuple[Ending, int] | None) -> str:
    """Return a player's streak."""
    match found:
        case (Ending.WON, length):
            return trn("{n} win in a row", "{n} wins in a row", length)
        case (Ending.DREW, length):
            return trn("{n} draw in a row", "{n} draws in a row", length)
        case (Ending.LOST, length):
            return trn("{n} loss in a row", "{n} losses in a row", length)
        case _:
            return ""


def bests(state: LeagueState, found: Bests) -> list[str]:
    """Return the record's details."""
    lines = [_best(state, *one) for one in _bests(found)]
    return lines or [tr("No records yet.")]


def _bests(found: Bests) -> list[tuple[str, Best, str]]:
    """Return each existing record: its name, the record, and its figure as text."""
    won, unbeaten = found.longest_streak, found.longest_unbeaten
    every: tuple[tuple[str, Best | None, Callable[[int], str]], ...] = (
        (tr("Longest winning streak"), won, lambda n: trn("{n} win", "{n} wins", n)),
        (tr("Longest unbeaten streak"), unbeaten, lambda n: trn("{n} game", "{n} games", n)),
        (tr("Quickest win"), found.quickest_win, turns),
        (tr("Longest game (turns)"), found.longest_game, turns),
        (tr("Longest game (time)"), found.longest_time, text.duration),
        (tr("Highest final life total"), found.highest_life, lambda n: tr("{n} life", n=n)),
        (tr("Most kills in a game"), found.most_kills, kill_count),
        (tr("Biggest game"), found.biggest_game, player_count),
    )
    return [(what, best, unit(best.number)) for what, best, unit in every if best is not None]


def feat_sentences(state: LeagueState, found: Feats) -> list[str]:
    """Return a result's significance for its league, in plain sentences."""
    wins = [
        tr("{who}: first win", who=text.plain_name(state, one.player))
        if one.since is None
        else tr(
            "{who}: first win since {day}",
            who=text.plain_name(state, one.player),
            day=day(datetime.fromtimestamp(one.since, UTC).date()),
        )
        for one in found.wins
    ]
    broken = _bests(found.broken)
    return [*wins, *(tr("New record: {what}, {number}", what=what, number=n) for what, _, n in broken)]


def _best(state: LeagueState, what: str, found: Best, number: str) -> str:
    values = {"what": what, "number": number, "result": found.result}
    if found.player is None:
        return tr("**{what}**: {number} (result {result})", **values)
    return tr("**{what}**: {number}, {who} (result {result})", who=text.name(state, found.player), **values)


def turns(number: int) -> str:
    """Return a number of turns."""
    return trn("{n} turn", "{n} turns", number)


def kill_count(number: int) -> str:
    """Return a number of opponents put out."""
    return trn("{n} kill", "{n} kills", number)


def player_count(number: int) -> str:
    """Return a number of players."""
    return trn("{n} player", "{n} players", number)


def flag(state: LeagueState, found: Flag) -> str:
    """Return a line about a suspicious matchup for judges."""
    return tr(
        "{players} faced each other {times} times within {hours} hours: results {results}.",
        players=listed(text.bold_player(state, one) for one in found.players),
        times=len(found.results),
        hours=state.rules.fairness.hours,
        results=comma_separated(map(str, found.results)),
    )
