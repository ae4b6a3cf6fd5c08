"""The pages of the panel about the event: the next steps, the questions before a step, the log."""

from collections.abc import Iterable, Sequence

import discord

from cogs.core.components import (
    TEXT_LIMIT,
    Button,
    ComponentRow,
    button,
    card,
    rows,
)
from cogs.drawing.truncate import truncate
from cogs.text.formatting import escape, listed
from cogs.text.language import tr, trn
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import (
    CLOSING,
    PEOPLE,
    TAKING_BACK,
    PagePlace,
    act_button,
    ask_button,
    back_button,
    open_button,
)
from cogs.tournaments.views.panel.people import people
from cogs.tournaments.views.panel.tables import table_list
from cogs.tournaments.views.plan import plan_lines, suggestion
from rules.pairings.pairings import PairingMethod
from rules.refusal import Refusal
from rules.tournaments.deadlines import last_extension
from rules.tournaments.decklists import lacking
from rules.tournaments.log import TournamentEntry
from rules.tournaments.standings import champion, elimination, have_all_met
from rules.tournaments.state import (
    SignUpStage,
    TournamentState,
)


def view_of(state: TournamentState, place: PagePlace, said: str = "") -> discord.ui.LayoutView:
    """Return a page of the panel; ``said``: the result of the last action."""
    title = tr("Organize {event}", event=escape(state.rules.name))
    lines, parts = [f"### {title}", said], list[ComponentRow]()
    if place.page == "tables":
        parts = table_list(state, place.start)
    elif place.page == "people":
        parts = people(state, place.start)
    elif place.page == "closing":
        lines.append(_closing(state))
        parts = rows(
            act_button(state, tr("Close event"), "close", discord.ButtonStyle.danger), back_button(state)
        )
    elif place.page == "takingback":
        lines.append(_taking_back(state))
        parts = rows(
            act_button(state, tr("Take back the round"), "takeback", discord.ButtonStyle.danger),
            back_button(state),
        )
    else:
        lines += [*_now(state), suggestion(state), *plan_lines(state), _decklists(state)]
        parts = [*rows(*_next(state)), *rows(*_further(state))]
    return card(truncate("\n".join(filter(None, lines)), TEXT_LIMIT), *parts, color=view.EVENT_COLOR)


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
        tables = listed(str(table) for table in last.unfinished[: view.MAX_SHOWN])
        return [
            f"**{view.round_title(state)}**",
            trn(
                "Table {tables} has no result yet.",
                "Tables {tables} have no result yet.",
                len(last.unfinished),
                tables=tables,
            ),
        ]
    won = champion(state) if state.knocks_out else None
    lines = [f"**{view.round_title(state)}**", tr("All tables are in.")]
    return (
        lines
        if won is None
        else [*lines, tr("{who} won the event.", who=view.entrant_name(state.players[won]))]
    )


def _decklists(state: TournamentState) -> str:
    """Return who has no decklist, if the event asks for them."""
    missing = lacking(state) if state.rules.decklists and not state.over else ()
    return (
        tr("**No decklist:** {players}", players=listed(map(view.entrant_name, missing))) if missing else ""
    )


def _next(state: TournamentState) -> Iterable[Button]:
    """Yield the next step, in green, and its alternatives."""
    first = discord.ButtonStyle.success
    if state.over:
        yield act_button(state, tr("Reopen event"), "reopen")
    elif state.checking_in:
        yield act_button(state, tr("Close check-in"), "closecheckin", first)
    elif state.rounds and state.rounds[-1].unfinished:
        yield open_button(state, tr("Enter results"), "tables", first)
    elif not _to_play(state):
        yield open_button(state, tr("Close…"), CLOSING, first)
        if not state.knocks_out:
            yield ask_button(state, tr("Top cut…"), "cut")
    elif state.seeds:
        yield act_button(state, tr("Pair top cut"), "pair", first)
    else:
        yield act_button(state, tr("Pair round {n}", n=len(state.rounds) + 1), "pair", first)
        if not state.rounds:
            yield act_button(state, tr("Call check-in"), "checkin")
        else:
            if state.rules.pairing is PairingMethod.SWISS:
                yield act_button(state, tr("Pair last round"), "pairlast")
            if not state.rules.is_bracket:
                yield ask_button(state, tr("Top cut…"), "cut")


def _further(state: TournamentState) -> Iterable[Button]:
    """Yield the buttons available at any time, in a row or two."""
    if state.over:
        return
    if state.rules.team_size == 1:
        yield ask_button(state, tr("Add players…"), "add")
    if state.players:
        yield open_button(state, tr("Players…"), PEOPLE)
    if state.rounds:
        last = state.rounds[-1]
        if not last.unfinished:
            yield open_button(state, tr("Results…"), "tables")
        if last.unfinished and last.minutes:
            yield ask_button(state, tr("More time…"), "time")
        if (given := last_extension(last)) is not None:
            yield act_button(state, tr("Take back time"), "untime", about=given + 1)
        if not last.outcomes and not state.seeds and not state.rules.is_drawn:
            yield act_button(state, tr("Pair again"), "again")
        if state.seeds and len(state.rounds) == state.before_cut:
            yield act_button(state, tr("Take back the cut"), "uncut")
        yield open_button(state, tr("Take back the round…"), TAKING_BACK)
        yield act_button(state, tr("Standings"), "standings")
        yield act_button(state, tr("Log"), "log")
    if not state.seeds and state.rules.pairing is PairingMethod.SWISS:
        yield ask_button(state, tr("Plan…"), "plan")
    if state.rules.decklists:
        yield button(tr("Decklists"), EventCustomId(view.DECKLISTS, state.tournament))
    if _to_play(state):
        yield open_button(state, tr("Close…"), CLOSING)
    yield ask_button(state, tr("Repeat…"), "repeat")
    yield ask_button(state, tr("Save as template…"), "template")


def _to_play(state: TournamentState) -> bool:
    """Return whether another round can be played: a top cut, a bracket and a round robin come to an end."""
    if state.rounds and state.rounds[-1].unfinished:
        return True
    if not state.knocks_out:
        return not have_all_met(state)
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


def log(state: TournamentState, entries: Iterable[tuple[TournamentEntry, str]]) -> discord.ui.LayoutView:
    """Return lines about the last acts of the event, latest first, each with who did it and when."""
    heading = tr("Log")
    lines = [f"### {heading}"]
    for entry, words in entries:
        who = "" if entry.user is None else f" · <@{entry.user}>"
        lines.append(f"<t:{entry.when}:t>{who} · {words}")
    return card(truncate("\n".join(lines), TEXT_LIMIT), *rows(back_button(state)), color=view.EVENT_COLOR)
