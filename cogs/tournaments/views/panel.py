"""The panel with which judges run an event from its message: what is next, tables, people, questions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import discord

from cogs.core.components import (
    MOST_OPTIONS,
    OPTION_LENGTH,
    TEXT_LIMIT,
    Button,
    Choice,
    Row,
    button,
    card,
    form,
    list_field,
    options,
    rows,
    select,
    text_field,
)
from cogs.core.custom_ids import Number, ShortValue
from cogs.drawing.cutting import shortened
from cogs.text.formatting import escape, listed, visible
from cogs.text.language import mark, tr, trn
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.outcomes import at_table
from rules.pairings.brackets import cut_sizes
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.absences import is_last_at
from rules.tournaments.log import TournamentEntry
from rules.tournaments.standings import champion, elimination
from rules.tournaments.state import (
    Infraction,
    PenaltyKind,
    Ruling,
    SignUpStage,
    TournamentPlayer,
    TournamentState,
)

OPEN, ACT, ASK, FILL = view.ORGANIZE, "orgact", "orgask", "orgfill"
"""Verbs: open a page, do something, open a form, send it off."""
TABLE, PLAYER, ENTER = "orgtable", "orgplayer", "orgenter"
"""Verbs: a table or player picked from a list, a result entered."""
PEOPLE, CLOSING, TAKING_BACK = "people", "closing", "takingback"
Page: TypeAlias = Literal["", "tables", "people", "closing", "takingback"]
NAMES, CUT, MINUTES, WHERE, SWAP = "players", "cut", "minutes", "table", "swap"
KIND, INFRACTION, POINTS = "kind", "infraction", "points"
"""Fields of forms."""
KINDS: Mapping[PenaltyKind, str] = {
    PenaltyKind.GAME_LOSS: mark("Game loss"),
    PenaltyKind.MATCH_LOSS: mark("Match loss"),
    PenaltyKind.DISQUALIFICATION: mark("Disqualification"),
    PenaltyKind.POINTS: mark("Points"),
}
INFRACTIONS: Mapping[Infraction, str] = {
    Infraction.OTHER: mark("Other"),
    Infraction.TARDINESS: mark("Tardiness"),
    Infraction.SLOW_PLAY: mark("Slow play"),
    Infraction.DECK: mark("Deck or decklist problem"),
    Infraction.RULES: mark("Game play error"),
    Infraction.ASSISTANCE: mark("Outside assistance"),
    Infraction.CONDUCT: mark("Unsporting conduct"),
    Infraction.COLLUSION: mark("Improperly determining a winner"),
    Infraction.CHEATING: mark("Cheating"),
}


class PagePlace(ShortValue, frozen=True):
    """A page of the panel, and the first player that it lists."""

    page: Page = ""
    start: Number = 0


class Task(ShortValue, frozen=True):
    """What a button of the panel does or asks for, and whom or which table that is about."""

    task: str
    about: Number = 0


def view_of(state: TournamentState, place: PagePlace, said: str = "") -> discord.ui.LayoutView:
    """Return a page of the panel; ``said``: what was just done."""
    title = tr("Organize {event}", event=escape(state.rules.name))
    lines, parts = [f"### {title}", said], list[Row]()
    if place.page == "tables":
        parts = [_table_list(state), *rows(_back(state))]
    elif place.page == "people":
        parts = _people(state, place.start)
    elif place.page == "closing":
        lines.append(_closing(state))
        parts = rows(_act(state, tr("Close event"), "close", discord.ButtonStyle.danger), _back(state))
    elif place.page == "takingback":
        lines.append(_taking_back(state))
        parts = rows(
            _act(state, tr("Take back the round"), "takeback", discord.ButtonStyle.danger), _back(state)
        )
    else:
        lines += _now(state)
        parts = [*rows(*_next(state)), *rows(*_further(state))]
    return card(shortened("\n".join(filter(None, lines)), TEXT_LIMIT), *parts, color=view.COLOR)


def _now(state: TournamentState) -> Sequence[str]:
    """Return how far the event is."""
    playing = state.at(SignUpStage.IN)
    if state.over:
        return [tr("This event is over.")]
    if state.checking_in:
        here = sum(one.here for one in playing)
        return [tr("Check-in is open: {here} of {all} are here.", here=here, all=len(playing))]
    if not state.rounds:
        return [trn("{n} player is signed up.", "{n} players are signed up.", len(playing))]
    last = state.rounds[-1]
    if last.unfinished:
        tables = listed(str(table) for table in last.unfinished[: view.MOST_SHOWN])
        return [
            f"**{view.round_title(state)}**",
            trn(
                "Table {tables} has no result yet.",
                "Tables {tables} have no result yet.",
                len(last.unfinished),
                tables=tables,
            ),
        ]
    won = champion(state) if state.seeds else None
    lines = [f"**{view.round_title(state)}**", tr("All tables are in.")]
    return lines if won is None else [*lines, tr("{who} won the event.", who=view.name(state.players[won]))]


def _next(state: TournamentState) -> Iterable[Button]:
    """Yield what comes next, in green, and what else can."""
    first = discord.ButtonStyle.success
    if state.over:
        yield _act(state, tr("Reopen event"), "reopen")
    elif state.checking_in:
        yield _act(state, tr("Close check-in"), "closecheckin", first)
    elif state.rounds and state.rounds[-1].unfinished:
        yield _open(state, tr("Enter results"), "tables", first)
    elif state.seeds and not _to_play(state):
        yield _open(state, tr("Close…"), CLOSING, first)
    elif state.seeds:
        yield _act(state, tr("Pair top cut"), "pair", first)
    else:
        yield _act(state, tr("Pair round {n}", n=len(state.rounds) + 1), "pair", first)
        if not state.rounds:
            yield _act(state, tr("Call check-in"), "checkin")
        else:
            yield _act(state, tr("Pair last round"), "pairlast")
            yield _ask(state, tr("Top cut…"), "cut")


def _further(state: TournamentState) -> Iterable[Button]:
    """Yield what can be done at any time, a row or two."""
    if state.over:
        return
    if state.rules.team_size == 1:
        yield _ask(state, tr("Add players…"), "add")
    if state.players:
        yield _open(state, tr("Players…"), PEOPLE)
    if state.rounds:
        last = state.rounds[-1]
        if not last.unfinished:
            yield _open(state, tr("Results…"), "tables")
        if last.unfinished and last.minutes:
            yield _ask(state, tr("More time…"), "time")
        if not last.outcomes and not state.seeds:
            yield _act(state, tr("Pair again"), "again")
        if state.seeds and len(state.rounds) == state.before_cut:
            yield _act(state, tr("Take back the cut"), "uncut")
        yield _open(state, tr("Take back the round…"), TAKING_BACK)
        yield _act(state, tr("Standings"), "standings")
        yield _act(state, tr("Log"), "log")
    if not state.seeds or _to_play(state):
        yield _open(state, tr("Close…"), CLOSING)


def _to_play(state: TournamentState) -> bool:
    """Return whether the top cut has a round that isn't played yet."""
    if state.rounds and state.rounds[-1].unfinished:
        return True
    try:
        return elimination(state) is not None
    except Refusal:
        return True


def _closing(state: TournamentState) -> str:
    open_tables = state.rounds[-1].unfinished if state.rounds else ()
    if not open_tables:
        return tr("Close the event? **Reopen event** takes that back.")
    return trn(
        "Table {tables} has no result. Close the event? **Reopen event** takes that back.",
        "Tables {tables} have no result. Close the event? **Reopen event** takes that back.",
        len(open_tables),
        tables=listed(map(str, open_tables)),
    )


def _taking_back(state: TournamentState) -> str:
    return trn(
        "Take back round {round}? {n} result of it no longer counts, and its games end.",
        "Take back round {round}? {n} results of it no longer count, and its games end.",
        len(state.rounds[-1].outcomes) if state.rounds else 0,
        round=len(state.rounds),
    )


def _table_list(state: TournamentState) -> Row:
    """Return the tables of the last round, those without a result first."""
    last = state.rounds[-1]
    ordered = [*last.unfinished, *(table for table in last.tables if table in last.outcomes)]
    choices: list[Choice] = [
        (
            str(table),
            shortened(tr("Table {n}: {players}", n=table, players=_seats(state, table)), OPTION_LENGTH),
            visible(at_table(state, len(state.rounds), table, last.outcomes[table]))
            if table in last.outcomes
            else "",
        )
        for table in ordered[:MOST_OPTIONS]
    ]
    return select(EventCustomId(TABLE, state.tournament), options(choices), tr("Choose a table"))


def _seats(state: TournamentState, table: int) -> str:
    there = state.rounds[-1].tables[table]
    return ", ".join(view.plain_name(state.players[one]) for one in there)


def table(state: TournamentState, round: int, table: int, said: str = "") -> discord.ui.LayoutView:
    """Return a table with a button for everything that its result can be."""
    shown = state.rounds[round - 1]
    there, found = shown.tables[table], shown.outcomes.get(table)
    names = ", ".join(view.name(state.players[one]) for one in there)
    lines = [
        said,
        "### " + tr("Round {round}, table {n}", round=round, n=table),
        names,
        "" if found is None else tr("So far: {outcome}", outcome=at_table(state, round, table, found)),
    ]

    def enter(label: str, winner: int, ruling: str = "") -> Button:
        detail = f"{round}.{table}.{winner}" + (f"..{ruling}" if ruling else "")
        return button(label, EventCustomId(ENTER, state.tournament, detail))

    seats = [
        enter(
            shortened(tr("{player} wins", player=view.plain_name(state.players[one])), view.LABEL_LENGTH), one
        )
        for one in there
    ]
    others = [
        enter(tr("Draw"), 0),
        enter(tr("Intentional draw"), 0, Ruling.INTENTIONAL_DRAW),
        enter(tr("Double loss"), 0, Ruling.DOUBLE_LOSS),
    ]
    if round == len(state.rounds) and {*shown.absent} != {*there}:
        others.append(_act(state, tr("No one came"), "nobody", about=table))
    others.append(_back(state))
    text = shortened("\n".join(filter(None, lines)), TEXT_LIMIT)
    return card(text, *rows(*seats), *rows(*others), color=view.COLOR)


def _people(state: TournamentState, start: int) -> list[Row]:
    """Return the players of the event from one on, and the way to the others."""
    entrants = [one for one in state.players.values() if one.stage is not SignUpStage.MEMBER]
    shown = entrants[start : start + MOST_OPTIONS]
    choices: list[Choice] = [(str(one.number), _label(one), _stage(state, one)) for one in shown]
    custom_id = EventCustomId(PLAYER, state.tournament)
    buttons = [_back(state)]
    if start + MOST_OPTIONS < len(entrants):
        place = PagePlace(PEOPLE, start + MOST_OPTIONS)
        buttons.insert(0, button(tr("More players"), EventCustomId(OPEN, state.tournament, str(place))))
    return [select(custom_id, options(choices), tr("Choose a player")), *rows(*buttons)]


def _label(player: TournamentPlayer) -> str:
    name = view.plain_name(player)
    return name if player.name is None else f"{name} #{player.number}"


def _stage(state: TournamentState, player: TournamentPlayer) -> str:
    """Return where a player is in the event, in a word or two."""
    if player.number in state.disqualified:
        return tr("Disqualified")
    if player.stage is SignUpStage.OUT:
        return tr("Dropped")
    if player.stage is SignUpStage.WAITING:
        return tr("On the waiting list")
    at = state.rounds[-1].table_of(player.number) if state.rounds else None
    return "" if at is None else tr("Table {n}", n=at)


def player(state: TournamentState, number: Participant, said: str = "") -> discord.ui.LayoutView:
    """Return a player with what a judge can do about them."""
    one, last = state.players[number], state.rounds[-1] if state.rounds else None
    at = None if last is None else last.table_of(number)
    lines = [said, f"### {view.name(one)} #{number}", _stage(state, one)]
    buttons = list[Button]()
    if number in state.disqualified:
        pass
    elif one.stage is SignUpStage.OUT:
        if not one.members:
            buttons.append(_act(state, tr("Sign up again"), "undrop", about=number))
    else:
        buttons.append(_act(state, tr("Drop"), "drop", discord.ButtonStyle.danger, number))
    if last is not None and at is not None and number not in last.absent:
        ended = at in last.outcomes
        if not ended or is_last_at(last, at, number):
            buttons.append(_act(state, tr("No-show"), "noshow", about=number))
    if last is not None and not state.seeds and (at is None or at not in last.outcomes):
        buttons.append(_ask(state, tr("Move…"), "move", number))
    if not state.over and number not in state.disqualified:
        buttons.append(_ask(state, tr("Penalty…"), "penalty", number))
    buttons.append(_open(state, tr("Players…"), PEOPLE))
    buttons.append(_back(state))
    text = shortened("\n".join(filter(None, lines)), TEXT_LIMIT)
    return card(text, *rows(*buttons), color=view.COLOR)


def form_of(state: TournamentState, task: Task) -> discord.ui.Modal:
    """Return the form for a task; raises Refusal "outdated", and "too_few_to_pair" for a cut of too few."""
    custom_id = EventCustomId(FILL, state.tournament, str(task))
    match task.task:
        case "add":
            field = text_field(
                tr("Players"),
                NAMES,
                1000,
                about=tr("Names or mentions, separated by commas (new guests: new Grandma)"),
                required=True,
                paragraph=True,
            )
            return form(tr("Add players"), custom_id, field)
        case "cut":
            size, most = state.rules.size, len(state.at(SignUpStage.IN))
            sizes = cut_sizes(size, most)
            if not sizes:
                raise Refusal("too_few_to_pair", least=size)
            choices = options([(str(one), str(one)) for one in sizes], str(_usual(sizes)))
            return form(tr("Top cut"), custom_id, list_field(tr("Size of the top cut"), CUT, choices))
        case "time":
            field = text_field(tr("Minutes"), MINUTES, 3, value=5, required=True)
            return form(tr("More time for all tables"), custom_id, field)
        case "move":
            return form(
                tr("Move"),
                custom_id,
                text_field(tr("Table to move to, 0 for a bye"), WHERE, 3),
                text_field(tr("Player to change places with"), SWAP, 80),
            )
        case "penalty":
            kinds = options([(one.value, tr(text)) for one, text in KINDS.items()])
            reasons = options([(one.value, tr(text)) for one, text in INFRACTIONS.items()])
            return form(
                tr("Penalty"),
                custom_id,
                list_field(tr("Penalty"), KIND, kinds),
                list_field(tr("Reason"), INFRACTION, reasons),
                text_field(tr("Points taken, if any"), POINTS, 4),
            )
        case _:
            raise Refusal("outdated")


def _usual(sizes: Sequence[int]) -> int:
    """Return the cut that most events of this size play: of the sizes up to eight the largest."""
    return [one for one in sizes if one <= 8][-1]


def penalty(
    state: TournamentState, number: Participant, kind: PenaltyKind, why: Infraction, points: int
) -> str:
    """Say which penalty a player has."""
    who, reason = view.name(state.players[number]), tr(INFRACTIONS[why])
    if kind is PenaltyKind.POINTS:
        return tr("{player}: {points} points ({reason}).", player=who, points=f"{-points:+}", reason=reason)
    return tr("{player}: {penalty} ({reason}).", player=who, penalty=tr(KINDS[kind]), reason=reason)


def log(state: TournamentState, entries: Iterable[tuple[TournamentEntry, str]]) -> discord.ui.LayoutView:
    """Return the last acts of the event in words, the last one first, each with who did it and when."""
    heading = tr("Log")
    lines = [f"### {heading}"]
    for entry, words in entries:
        who = "" if entry.user is None else f" · <@{entry.user}>"
        lines.append(f"<t:{entry.when}:t>{who} · {words}")
    return card(shortened("\n".join(lines), TEXT_LIMIT), *rows(_back(state)), color=view.COLOR)


def _open(
    state: TournamentState,
    label: str,
    page: Page,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return button(label, EventCustomId(OPEN, state.tournament, str(PagePlace(page))), style)


def _back(state: TournamentState) -> Button:
    return button(tr("Back"), EventCustomId(OPEN, state.tournament))


def _act(
    state: TournamentState,
    label: str,
    task: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    about: int = 0,
) -> Button:
    return button(label, EventCustomId(ACT, state.tournament, str(Task(task, about))), style)


def _ask(state: TournamentState, label: str, task: str, about: int = 0) -> Button:
    return button(label, EventCustomId(ASK, state.tournament, str(Task(task, about))))
