"""An event on its league's page: a round with its tables, seats, results and clocks, and the standings."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby

from msgspec import Struct

from cogs.text.formatting import percentage
from cogs.text.language import tr, trn
from cogs.text.leagues import brackets
from cogs.text.leagues.outcomes import outcome
from cogs.text.leagues.pairings import NamedSeat, seats_by_name
from cogs.text.leagues.tables import TIEBREAKERS
from rules.leagues.standings import StandingsLine
from rules.pairings.pairings import Participant
from rules.tournaments.standings import champion, current_places, shown_ties
from rules.tournaments.state import SignUpStage, TournamentRound, TournamentState
from storage.events.publisher import Follower
from storage.workers.threads import in_thread
from web.leagues.events import PublicEvents
from web.leagues.navigation import PageLinks
from web.leagues.view import LeagueQuery
from web.pages.rendering import rendered
from web.watch.clocks import RunningClock

TABLES, ROWS, SEATS = 40, 50, 160
"""Tables, rows of the standings, and players in the pairings by name, on a page."""


class ShownTable(Struct, frozen=True):
    """A table: its players in the order of seats, and its result, or the clock while it is played."""

    title: str
    seats: tuple[str, ...]
    outcome: str = ""
    clock: RunningClock | None = None


class LiveEvent:
    """An event on a page, live in all that its tables do."""

    def __init__(self, events: PublicEvents, guild: int, view: LeagueQuery, ways: PageLinks) -> None:
        self._events = events
        self._guild = guild
        self._view = view
        self._ways = ways
        self._tables = ExitStack()
        """Subscriptions to the clocks of the tables shown."""
        self._note: Follower | None = None

    @contextmanager
    def following(self, note: Follower) -> Generator[None]:
        """Call ``note`` during the block after each commit to the displayed event."""
        self._note = note
        with self._events.following(self._guild, note), self._tables:
            try:
                yield
            finally:
                self._note = None  # else each would keep the other until garbage is collected

    async def parts(self, state: TournamentState) -> tuple[str, str]:
        """Return an event with publishable names, and its latest result."""
        number = number_shown(state, self._view)
        self._tables.close()
        if self._note is not None:
            await self._events.follow_clocks(state, number, self._note, self._tables)
        clocks = await self._events.clocks(state, number)
        return await public_event(state, self._view, self._ways, clocks), latest_result(state)


def requested_event(found: Sequence[TournamentState], view: LeagueQuery) -> TournamentState | None:
    """Return the requested event (default: the first); None if it doesn't exist."""
    wanted = view.event or (found[0].tournament if found else 0)
    return next((one for one in found if one.tournament == wanted), None)


def number_shown(state: TournamentState, view: LeagueQuery) -> int:
    """Return the number of the requested round (default: the last), from 1; 0 before the first."""
    last = len(state.rounds)
    return view.round if 0 < view.round <= last else last


async def public_event(
    state: TournamentState, view: LeagueQuery, ways: PageLinks, clocks: Mapping[int, RunningClock]
) -> str:
    """Return an event with publishable names and the clocks of its tables."""
    number = number_shown(state, view)
    if not number:
        playing = len(state.at(SignUpStage.IN))
        lines = [
            trn("{n} player", "{n} players", playing),
            tr("There are no standings before the first round."),
        ]
        return rendered("league_lines.html", title=state.rules.name, lines=lines)
    rows = await in_thread(state.tournament, current_places, state)
    won = await in_thread(state.tournament, champion, state) if state.over else None
    tables, seats = _tables(state, number, clocks), _by_name(state, state.rounds[number - 1])
    pages = max(1, -(-len(tables) // TABLES), -(-len(rows) // ROWS), -(-len(seats) // SEATS))
    page = min(view.page, pages)
    return rendered(
        "league_event.html",
        title=_title(state, number),
        about=_about(state, number, won),
        clock=max(clocks.values(), key=lambda one: one.until or 0, default=None),
        rounds=ways.rounds(state, number),
        tables=tables[(page - 1) * TABLES : page * TABLES],
        bracket=[
            (title, [*found])
            for title, found in groupby(
                brackets.matches(state, lambda one: str(state.players[one].name)), lambda one: one.title
            )
        ],
        seats=seats[(page - 1) * SEATS : page * SEATS],
        columns=(tr("Points"), tr("W–L–D"), *(tr(TIEBREAKERS[one]) for one in shown_ties(state.rules))),
        rows=[
            (f"{place}", _name(state, row), _cells(state, row))
            for place, row in rows[(page - 1) * ROWS : page * ROWS]
        ],
        pages=ways.pages(page, pages),
        words={
            "rounds": tr("Rounds"),
            "bracket": tr("Bracket"),
            "by_name": tr("Pairings by name"),
            "standings": tr("Final places") if state.over else tr("Standings"),
            "place": tr("Place"),
            "player": tr("Player"),
        },
    )


def latest_result(state: TournamentState) -> str:
    """Return the latest result of the last round; empty before there is one."""
    if not state.rounds or not state.rounds[-1].outcomes:
        return ""
    table = list(state.rounds[-1].outcomes)[-1]
    title = tr("Table {n}", n=table)
    return f"{title}: {_outcome(state, state.rounds[-1], table)}"


def _title(state: TournamentState, number: int) -> str:
    if state.seeds and number > state.before_cut:
        return tr("{event}: top cut, round {n}", event=state.rules.name, n=number - state.before_cut)
    return tr("{event}: round {n}", event=state.rules.name, n=number)


def _about(state: TournamentState, number: int, won: Participant | None) -> Sequence[str]:
    shown = state.rounds[number - 1]
    lines = [tr("{n} of {all} tables have a result.", n=len(shown.outcomes), all=len(shown.tables))]
    lines += [tr("This event is over.")] if state.over else []
    lines += [tr("{who} won the event.", who=state.players[won].name)] if won is not None else []
    return lines


def _table_title(state: TournamentState, number: int, table: int) -> str:
    title, stage = tr("Table {n}", n=table), brackets.stage(state, number, table)
    return f"{title} · {stage}" if stage else title


def _tables(state: TournamentState, number: int, clocks: Mapping[int, RunningClock]) -> Sequence[ShownTable]:
    shown = state.rounds[number - 1]
    tables = [
        ShownTable(
            _table_title(state, number, table),
            tuple(str(state.players[one].name) for one in players),
            _outcome(state, shown, table),
            clocks.get(table),
        )
        for table, players in shown.tables.items()
    ]
    byes = tuple(str(state.players[one].name) for one in shown.pairings.byes)
    return [*tables, *(ShownTable(tr("Bye"), (one,)) for one in byes)]


def _by_name(state: TournamentState, shown: TournamentRound) -> Sequence[NamedSeat]:
    """Return everyone in a round in alphabetical order; the members of a team share its name here."""
    seated = state.rules.team_size == 1
    return seats_by_name(shown, lambda one: [str(state.players[one].name)], seated=seated)


def _outcome(state: TournamentState, shown: TournamentRound, table: int) -> str:
    if table not in shown.outcomes:
        return ""
    return outcome(shown.tables[table], shown.outcomes[table], lambda one: str(state.players[one].name))


def _name(state: TournamentState, row: StandingsLine) -> str:
    player = state.players[Participant(row.player)]
    who = str(player.name)
    return tr("{player} (dropped)", player=who) if player.stage is SignUpStage.OUT else who


def _cells(state: TournamentState, row: StandingsLine) -> Sequence[str]:
    account = row.account
    record = f"{account.wins}–{account.losses}–{account.draws}"
    ties = (row.ties[one] for one in shown_ties(state.rules))
    return str(row.points), record, *(percentage(one) for one in ties)
