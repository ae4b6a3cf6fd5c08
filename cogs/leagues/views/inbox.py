"""The organizers' inbox: a line with a button for each open task in a league."""

from collections.abc import Sequence
from itertools import islice

import discord
from msgspec import Struct

from cogs.core import components
from cogs.core.components import Component, button, link, rows, section
from cogs.leagues.core.components import NO_RESULT, PAGE_COLOR, LeagueCustomId
from cogs.leagues.views import audit
from cogs.text.formatting import escape, listed
from cogs.text.language import tr, trn
from cogs.text.leagues import tables, text
from rules.leagues import validity
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.results import RefuseWithdrawal, WithdrawResult
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, ResultNumber, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from rules.leagues.validity import Flag
from rules.tournaments.state import TournamentPlayer
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from storage.tournaments.tournaments import Tournaments

INBOX_LIFETIME: Time = 7 * 24 * HOUR
"""Seconds for which broken seals, attempts to break one and suspicious matchups stay in the inbox."""
LIVE = (ResultState.PENDING, ResultState.CONFIRMED)
MAX_INBOX_LINES = 10
"""Lines with a button each, as many as a message has room for."""
MAX_INBOX_READ = 200
"""Results of each kind, and entries of the ledger, that are read."""


class OpenTable(Struct, frozen=True):
    """An unplayed pairing of an event's round. ``url``: the thread's, if any."""

    event: str
    round: int
    table: int
    players: Sequence[TournamentPlayer]
    missing: Sequence[TournamentPlayer]
    """The absent players who were called."""
    url: str | None
    late: bool = False
    """Whether its round's deadline has passed."""


class Inbox(Struct, frozen=True):
    """The open tasks of a league's judges, by kind."""

    disputed: Sequence[ResultRecord]
    unasked: Sequence[ResultRecord]
    """Results that only a judge can confirm."""
    waiting: Sequence[ResultRecord]
    duplicates: Sequence[ResultRecord]
    """Results that may duplicate another one."""
    marked: Sequence[LedgerEntry]
    """Broken seals, and decisions of judges who played in the game."""
    tried: Sequence[LedgerEntry]
    """Undos that a seal has stopped."""
    flags: Sequence[Flag]
    unplayed: Sequence[OpenTable]
    """The open tables of the rounds in the league's channels."""
    missing: int
    """Players who have played fewer matches than the league requires."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no open task."""
        return not (
            self.is_urgent(alerted=False) or self.tried or self.waiting or self.unplayed or self.missing
        )

    def is_urgent(self, *, alerted: bool) -> bool:
        """Return whether a judge has something to do. ``alerted``: suspicious matchups are
        reported elsewhere."""
        missing = [one for one in self.unplayed if one.missing or one.late]
        urgent = (self.disputed, self.unasked, self.duplicates, self.marked, missing)
        return any(urgent) or bool(self.flags and not alerted)


async def collect(leagues: Leagues, tournaments: Tournaments, state: LeagueState, now: Time) -> Inbox:
    """Return the open tasks of a league and of events in its channels."""
    find = leagues.results.newest
    disputed = await find(state.league, ResultFilter(states=(ResultState.DISPUTED,)), limit=MAX_INBOX_READ)
    pending = await find(state.league, ResultFilter(states=(ResultState.PENDING,)), limit=MAX_INBOX_READ)
    entries = await leagues.audit(state.league, limit=MAX_INBOX_READ)
    lately = [entry for entry in entries if entry.when > now - INBOX_LIFETIME]
    recent = await find(state.league, ResultFilter(since=now - INBOX_LIFETIME), limit=MAX_INBOX_READ)
    return Inbox(
        disputed=disputed,
        unasked=[one for one in pending if not one.asked],
        waiting=[one for one in pending if one.asked],
        marked=[entry for entry in lately if _is_marked(entry)],
        tried=[entry for entry in lately if isinstance(entry.act, RefuseWithdrawal)],
        duplicates=[one for one in recent if one.duplicate_of is not None and one.state in LIVE],
        flags=_flags(state, recent),
        unplayed=[one for channel in sorted(state.channels) for one in await _unplayed(tournaments, channel)],
        missing=await _missing(leagues, state),
    )


def _is_marked(entry: LedgerEntry) -> bool:
    broken = isinstance(entry.act, WithdrawResult) and entry.act.seal is not None
    return broken or getattr(entry.act, "involved", False) is True


def _flags(state: LeagueState, recent: Sequence[ResultRecord]) -> Sequence[Flag]:
    numbered = [NumberedResult(one.result.played, one.number, one.result) for one in reversed(recent)]
    return validity.all_flags(state.rules.fairness, numbered, state.claims)


async def _unplayed(tournaments: Tournaments, channel: int) -> Sequence[OpenTable]:
    """Return the tables without an outcome in the current round of a channel's event."""
    found = await tournaments.queries.in_channels([channel])
    if found is None or not (event := await tournaments.state(found)).rounds:
        return ()
    number, last = len(event.rounds), event.rounds[-1]
    played = await tournaments.queries.tables(found, number)
    address = f"https://discord.com/channels/{event.guild}"
    return [
        OpenTable(
            event=event.rules.name,
            round=number,
            table=table,
            players=[event.players[one] for one in last.tables[table]],
            missing=[event.players[one] for one in last.missing.get(table, ())],
            url=f"{address}/{played[table].thread}" if table in played else None,
            late=last.passed,
        )
        for table in sorted(last.unfinished, key=lambda table: table not in last.missing)
    ]


async def _missing(leagues: Leagues, state: LeagueState) -> int:
    if not state.rules.minimum or state.season is None:
        return 0
    standings = await leagues.projections.standings(state.league, state.season.number)
    return standings.unranked


def inbox_message(state: LeagueState, inbox: Inbox, now: Time) -> discord.ui.LayoutView:
    """Return the inbox's message."""
    every = [*_lines(state, inbox), *map(_open_table, inbox.unplayed)]
    parts: list[str | Component] = [tr("### {league}: inbox", league=text.league_title(state))]
    parts += islice(every, MAX_INBOX_LINES)
    if len(every) > MAX_INBOX_LINES:
        parts.append(trn("-# and {n} more", "-# and {n} more", len(every) - MAX_INBOX_LINES))
    if not every:
        parts.append(tr("Nothing needs your attention."))
    if inbox.missing:
        parts.append(
            trn(
                "-# {n} player hasn't played enough matches yet to be ranked.",
                "-# {n} players haven't played enough matches yet to be ranked.",
                inbox.missing,
            )
        )
    buttons = [button(tr("Refresh"), LeagueCustomId("inbox", state.league))]
    if state.season is not None:
        buttons.append(button(tr("Close season…"), LeagueCustomId("closing", state.league)))
    parts.append(tr("-# As of {when}", when=text.moment(now, "f")))
    return components.card(*parts, *rows(*buttons), color=PAGE_COLOR)


def _lines(state: LeagueState, inbox: Inbox) -> list[Component]:
    found = [(tr("**Disputed**: {what}", what=_what(state, one)), one.number) for one in inbox.disputed]
    found += [(_unasked(state, one), one.number) for one in inbox.unasked]
    found += [(_twins(state, one), one.number) for one in inbox.duplicates]
    found += [(audit.ledger_line(state, entry), entry.act.about or NO_RESULT) for entry in inbox.marked]
    found += [(audit.ledger_line(state, entry), entry.act.about or NO_RESULT) for entry in inbox.tried]
    found += [(tables.flag(state, one), NO_RESULT) for one in inbox.flags]
    found += [(_waiting(state, one), one.number) for one in inbox.waiting]
    return [_line(state, *one, place) for place, one in enumerate(found)]


def _open_table(one: OpenTable) -> str | Component:
    """Return a line with a link to the table."""
    where: dict[str, str | int] = {
        "event": escape(one.event),
        "round": one.round,
        "table": one.table,
        "players": _players(one.players),
    }
    if one.late:
        line = tr("**Not played in time**: {event}, round {round}, table {table}: {players}", **where)
    else:
        line = tr("**Not played yet**: {event}, round {round}, table {table}: {players}", **where)
    if one.missing:
        line = tr("**Not here yet**: {missing} · {table}", missing=_players(one.missing), table=line)
    return line if one.url is None else section(line, link(tr("Open"), one.url))


def _players(players: Sequence[TournamentPlayer]) -> str:
    names = (player.name or tr("Player {number}", number=player.number) for player in players)
    return listed(map(escape, names))


def _what(state: LeagueState, record: ResultRecord) -> str:
    return f"`{record.number}` {text.outcome_line(state, record.result)}"


def _unasked(state: LeagueState, record: ResultRecord) -> str:
    return tr("**Only a judge can confirm**: {what}", what=_what(state, record))


def _twins(state: LeagueState, record: ResultRecord) -> str:
    what = _what(state, record)
    return tr("**Same game twice?** {what} · result {number}", what=what, number=record.duplicate_of)


def _waiting(state: LeagueState, record: ResultRecord) -> str:
    who = listed(text.name(state, one) for one in record.waited_for)
    line = tr("**Awaiting confirmation** from {who}: {what}", who=who, what=_what(state, record))
    return line if record.due is None else f"{line} · {text.moment(record.due, 'R')}"


def _line(state: LeagueState, line: str, number: ResultNumber, place: int) -> Component:
    """Return a line with a button that opens its result, or the suspicious matchups without one. Buttons of
    a message need different custom_ids, so these contain their place."""
    verb = "open" if number else "openflags"
    return section(line, button(tr("Open"), LeagueCustomId(verb, state.league, number, str(place))))


def closing_question(
    state: LeagueState, open_results: Sequence[ResultRecord], ends: Time | None
) -> discord.ui.LayoutView:
    """Return the question whether to close a season, with its unsettled results.

    ``ends``: the end of the season (default: when it is closed).
    """
    name = state.seasons[-1].name if state.seasons else ""
    parts: list[str | Component] = [
        tr("### {league}: close season {season}?", league=text.league_title(state), season=escape(name))
    ]
    if open_results:
        parts.append(
            trn(
                "{n} result isn't settled. It won't be in the final standings unless it is confirmed first.",
                "{n} results aren't settled. They won't be in the final standings unless they are confirmed "
                "first.",
                len(open_results),
            )
        )
    for place, one in enumerate(open_results[:MAX_INBOX_LINES]):
        disputed = tr("**Disputed**: {what}", what=_what(state, one))
        waits = _waiting(state, one) if one.asked else _unasked(state, one)
        shown = disputed if one.state is ResultState.DISPUTED else waits
        parts.append(_line(state, shown, one.number, place))
    if len(open_results) > MAX_INBOX_LINES:
        parts.append(trn("-# and {n} more", "-# and {n} more", len(open_results) - MAX_INBOX_LINES))
    close = LeagueCustomId("closeseason", state.league, ends or 0)
    label = tr("Close anyway") if open_results else tr("Close season")
    style = discord.ButtonStyle.danger
    return components.card(*parts, *rows(button(label, close, style)), color=PAGE_COLOR)
