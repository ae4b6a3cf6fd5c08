"""Leagues in words: players, points, moments, results."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from cogs.text.formatting import comma_separated, decimal, escape, listed, strong
from cogs.text.language import mark, numeral, tr, trn
from cogs.text.typed import new_name, signs
from rules.leagues.matches import Match
from rules.leagues.result import Draw, Entrant, PlayerNumber, PlayerResult, Result, ResultSource, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState

BASE, STRETCH = 1000, 25
"""The displayed rating is 1000 + 25 · (mu − 3 sigma): a new player has 1000."""
SEPARATORS = ',;>=+()"“”„«»「」'
"""Separators of typed names, which names therefore don't contain."""
BEGINNINGS = ("#", "@", "<")
"""Beginnings of typed texts that aren't names."""
DRAW_NAMES: Mapping[Draw, str] = {
    Draw.SIMULTANEOUS: mark("all remaining players lost at once"),
    Draw.TIME: mark("time ran out"),
    Draw.AGREED: mark("by agreement"),
    Draw.EFFECT: mark("effect or loop"),
}
RESULT_STATE_NAMES: Mapping[ResultState, str] = {
    ResultState.PENDING: mark("awaiting confirmation"),
    ResultState.CONFIRMED: mark("confirmed"),
    ResultState.DISPUTED: mark("disputed"),
    ResultState.VOID: mark("void"),
    ResultState.WITHDRAWN: mark("withdrawn"),
}
SOURCES: Mapping[ResultSource, str] = {
    ResultSource.TABLE: mark("tracked"),
    ResultSource.REPORT: mark("reported"),
    ResultSource.IMPORT: mark("imported"),
}


def plain_name(state: LeagueState, number: PlayerNumber) -> str:
    """Return a player's plain name; a claimed guest's is that of the claimant."""
    player = state.players.get(state.resolved(number))
    known = player.name if player is not None else None
    return tr("Player {number}", number=number) if known is None else known


def name(state: LeagueState, number: PlayerNumber) -> str:
    """Return a player's name as safe Markdown."""
    return escape(plain_name(state, number))


def bold_player(state: LeagueState, number: PlayerNumber) -> str:
    """Return a player's name in bold."""
    return strong(name(state, number))


def player_mention(state: LeagueState, number: PlayerNumber) -> str:
    """Return a mention of a player; the name without an account."""
    player = state.players.get(state.resolved(number))
    return bold_player(state, number) if player is None or player.user is None else f"<@{player.user}>"


def league_title(state: LeagueState) -> str:
    """Return a league's name as safe Markdown."""
    return escape(state.rules.name)


def points(value: Fraction) -> str:
    """Return points: whole ones as they are, others to two decimals, as the language writes them."""
    decimals = f"{float(value):.2f}".rstrip("0").partition(".")[2]
    return decimal(value, 0 if value.denominator == 1 else len(decimals))


def signed_points(value: Fraction) -> str:
    """Return points with a sign."""
    return f"+{points(value)}" if value > 0 else points(value)


def points_with_unit(value: Fraction) -> str:
    """Return points with their unit."""
    number = abs(int(value)) if value.denominator == 1 else 2
    return trn("{points} point", "{points} points", number, points=points(value))


def rating(ordinal: float) -> str:
    """Return a rating as people see it."""
    return numeral(round(BASE + STRETCH * ordinal))


def moment(when: Time, style: str = "f") -> str:
    """Return a time in Discord's format, displayed in each reader's time zone."""
    return f"<t:{when}:{style}>"


def duration(seconds: int) -> str:
    """Return a duration in words."""
    hours, minutes = divmod(seconds // 60, 60)
    if not hours:
        return trn("{n} minute", "{n} minutes", minutes)
    return tr("{hours} h {minutes} min", hours=hours, minutes=minutes)


def draw_reason(result: Result) -> str:
    """Return the reason of a draw."""
    return "" if result.draw is None else tr(DRAW_NAMES[result.draw])


def match_score(result: Result) -> str:
    """Return the games of a match that was reported as a whole, such as 2–1, the better side's first."""
    games = [str(entrant.games) for entrant in _ordered(result) if entrant.games is not None]
    drawn = [str(result.drawn_games)] if result.drawn_games else []
    return "–".join((*games, *drawn))


def games_score(match: Match) -> str:
    """Return a match's score such as 1–0, the better side's games first."""
    ordered = sorted(match.showings, key=lambda showing: showing.place)
    return "–".join(str(showing.won) for showing in ordered)


def outcome_line(state: LeagueState, result: Result) -> str:
    """Return a result in one line: the winners and losers, or the draw."""
    if result.is_bye:
        return tr("{who} has a bye", who=_sides(state, result.entrants))
    ordered = _ordered(result)
    first = [one for one in ordered if one.place == 1]
    others = ordered[len(first) :]
    if not first:
        return ": ".join((_sides(state, ordered), tr("everyone loses")))
    who = _sides(state, first)
    if result.draw is not None:
        text = tr("draw between {who} ({why})", who=who, why=draw_reason(result))
        return " · ".join(filter(None, (text, _places(state, others), match_score(result))))
    if len({one.place for one in others}) == 1:
        text = tr("{who} beat {others}", who=who, others=_sides(state, others))
        return " · ".join(filter(None, (text, match_score(result))))
    return _places(state, ordered)


def _ordered(result: Result) -> list[Entrant]:
    return sorted(result.entrants, key=lambda entrant: entrant.place)


def _sides(state: LeagueState, entrants: Iterable[Entrant]) -> str:
    return listed(listed(name(state, player) for player in one.players) for one in entrants)


def _places(state: LeagueState, ordered: Iterable[Entrant]) -> str:
    return " · ".join(f"{one.place}. {_sides(state, [one])}" for one in ordered)


def sides_in_seat_order(state: LeagueState, result: Result) -> list[str]:
    """Return every side in the order of its place, with commanders and decks."""
    lines: list[str] = []
    for entrant in _ordered(result):
        members = " + ".join(_member(state, line) for line in entrant.lines)
        lines.append(f"**{entrant.place}.** {members}")  # a list of Discord's would count shared places on
    return lines


def _member(state: LeagueState, line: PlayerResult) -> str:
    what = comma_separated(filter(None, (" / ".join(map(escape, line.commanders)), escape(line.deck))))
    shown = bold_player(state, line.player)
    return f"{shown} ({what})" if what else shown


def report_text(state: LeagueState, result: Result) -> str:
    """Return the sides of a result as report text: "Ana (Tymna), Ben = Cy, Dee + Eve"."""
    text = ""
    ordered = _ordered(result)
    for index, entrant in enumerate(ordered):
        if index:
            text += " = " if entrant.place == ordered[index - 1].place else ", "
        text += " + ".join(_typed(state, line) for line in entrant.lines)
    return text


def _typed(state: LeagueState, line: PlayerResult) -> str:
    player = state.players.get(line.player)
    shown = (player.name if player is not None else None) or ""
    known = [one for one in state.players.values() if (one.name or "").casefold() == shown.casefold()]
    means_more = (
        set(signs(shown)) & set(SEPARATORS) or shown.startswith(BEGINNINGS) or new_name(shown) is not None
    )
    if not shown or len(known) != 1 or means_more:
        shown = f"#{line.player}"
    return f"{shown} ({' / '.join(line.commanders)})" if line.commanders else shown


def state_name(record: ResultRecord) -> str:
    """Return a result's state."""
    return tr(RESULT_STATE_NAMES[record.state])


def result_line(state: LeagueState, record: ResultRecord) -> str:
    """Return a result as a list entry."""
    what = outcome_line(state, record.result)
    shown = f"`{record.number}` {moment(record.result.played, 'd')} {what}"
    return shown if record.counts else f"{shown} – *{state_name(record)}*"
