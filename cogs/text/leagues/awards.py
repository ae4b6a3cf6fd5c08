"""A season's awards in words."""

from collections.abc import Callable, Mapping, Sequence

from cogs.drawing.facts import Fact, FactSheet
from cogs.drawing.truncate import truncate
from cogs.text.formatting import comma_separated, listed
from cogs.text.language import mark, tr, trn
from cogs.text.leagues import tables, text
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState, Season
from rules.leagues.story import Award, AwardKind, Awards

HOLDER_LENGTH, NAMED_HOLDERS = 24, 3
"""Letters of a name, and how many of those who share an award are named."""

HEADINGS: Mapping[AwardKind, str] = {
    AwardKind.WINS: mark("Most wins"),
    AwardKind.STREAK: mark("Longest winning streak"),
    AwardKind.KILLS: mark("Most players knocked out"),
    AwardKind.ARCHENEMY: mark("Archenemy of the season"),
    AwardKind.COMMANDER: mark("Most feared commander"),
    AwardKind.TURNS: mark("Longest game (turns)"),
    AwardKind.TIME: mark("Longest game (time)"),
    AwardKind.GAMES: mark("Most games"),
}


def _wins(n: int) -> str:
    return trn("{n} win", "{n} wins", n)


def _games(n: int) -> str:
    return trn("{n} game", "{n} games", n)


def _knocked_out(n: int) -> str:
    return trn("knocked out {n} time", "knocked out {n} times", n)


NUMBERS: Mapping[AwardKind, Callable[[int], str]] = {
    AwardKind.WINS: _wins,
    AwardKind.STREAK: _wins,
    AwardKind.KILLS: tables.kill_count,
    AwardKind.ARCHENEMY: _knocked_out,
    AwardKind.COMMANDER: tables.kill_count,
    AwardKind.TURNS: tables.turns,
    AwardKind.TIME: text.duration,
    AwardKind.GAMES: _games,
}


def sheet(state: LeagueState, season: Season | None, found: Awards) -> FactSheet:
    """Return the picture of a season's awards, or of those of all time."""
    when = tr("All time") if season is None else season.name
    about = (when, _games(found.games), tables.player_count(found.players))
    return FactSheet(
        heading=tr("{league}: awards", league=state.rules.name),
        about=" · ".join(about),
        facts=tuple(Fact(tr(HEADINGS[one.kind]), _said(state, one)) for one in found.awards),
    )


def _said(state: LeagueState, award: Award) -> str:
    """Return who has an award and its figure; several who share it are named as sharing it."""
    holders = [
        *(_called(state, one) for one in award.players),
        *(truncate(" / ".join(one), 2 * HOLDER_LENGTH) for one in award.commanders),
        *(tr("result {number}", number=one) for one in award.results),
    ]
    more = len(holders) - NAMED_HOLDERS
    named = holders[:NAMED_HOLDERS] + ([trn("{n} other", "{n} others", more)] if more > 0 else [])
    number = NUMBERS[award.kind](award.number)
    parts = [number, tr("shared")] if len(holders) > 1 else [number]
    parts += [_mostly(state, award.by, award.times)] if award.by else []
    return tr("{who}: {figures}", who=listed(named), figures=comma_separated(parts))


def _mostly(state: LeagueState, by: Sequence[PlayerNumber], times: int) -> str:
    named = [_called(state, one) for one in by[:NAMED_HOLDERS]]
    named += [trn("{n} other", "{n} others", len(by) - NAMED_HOLDERS)] if len(by) > NAMED_HOLDERS else []
    return trn("most often by {who} ({n} time)", "most often by {who} ({n} times)", times, who=listed(named))


def _called(state: LeagueState, player: PlayerNumber) -> str:
    return truncate(text.plain_name(state, player), HOLDER_LENGTH)
