"""The message of a result: its content, its confirmations, and buttons to confirm and dispute it."""

from collections.abc import Mapping, Sequence

import discord

from cogs.core.components import (
    Button,
    ComponentRow,
    Label,
    button,
    form,
    list_field,
    options,
    rows,
    text_field,
)
from cogs.core.context import ModalFields, typed
from cogs.drawing.truncate import truncate
from cogs.leagues.core.components import REASON_LENGTH, LeagueCustomId, framed_text
from cogs.leagues.views import details
from cogs.text.formatting import escape, listed
from cogs.text.language import mark, tr
from cogs.text.leagues import text as words
from rules.leagues.acts.results import Verdict
from rules.leagues.league import Confirmers, OnTimeout
from rules.leagues.matches import needs_replay, pairing_key
from rules.leagues.result import Draw, PlayerNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from rules.refusal import Refusal

STATE_COLORS = {
    ResultState.PENDING: discord.Color(0xF59E0B),
    ResultState.CONFIRMED: discord.Color(0x22C55E),
    ResultState.DISPUTED: discord.Color(0xEF4444),
    ResultState.VOID: discord.Color(0x6B7280),
    ResultState.WITHDRAWN: discord.Color(0x6B7280),
}
CONFIRMATION_LINES: Mapping[Confirmers, str] = {
    Confirmers.ALL: mark("Awaiting confirmation from {who}."),
    Confirmers.MAJORITY: mark("Awaiting confirmation from a majority. Still to respond: {who}."),
    Confirmers.ONE: mark("Awaiting confirmation from one of these players: {who}."),
    Confirmers.NO_ONE: mark("None of the players can confirm this, but a judge can."),
}
"""The confirmation that a result waits for."""
TYPED_LENGTH = 1000
"""Maximum characters of a result's typed players."""


def result_message(
    state: LeagueState, record: ResultRecord, worth: Sequence[str] = ()
) -> discord.ui.LayoutView:
    """Return the message of a result. ``worth``: lines about its points."""
    shown = "\n".join([result_text(state, record), *worth])
    return framed_text(shown, *_buttons(state, record), color=STATE_COLORS[record.state])


def confirmation_reminder(state: LeagueState, record: ResultRecord) -> discord.ui.LayoutView:
    """Return the message for players who haven't answered."""
    who = listed(words.player_mention(state, one) for one in record.waited_for)
    asked = tr("**Reminder**: {who}, please confirm or dispute this result.", who=who)
    return framed_text(
        f"{result_text(state, record)}\n{asked}", *_buttons(state, record), color=STATE_COLORS[record.state]
    )


def result_details(
    state: LeagueState, record: ResultRecord, worth: Sequence[str], ledger: Sequence[str]
) -> discord.ui.LayoutView:
    """Return everything about a result. ``worth``: lines about its points. ``ledger``: lines about its acts,
    newest first."""
    lines = [result_text(state, record), *worth, *details.detail_lines(state, record.result), *ledger]
    return framed_text("\n".join(lines), *_buttons(state, record), color=STATE_COLORS[record.state])


def judged(
    state: LeagueState, record: ResultRecord, worth: Sequence[str], ledger: Sequence[str]
) -> discord.ui.LayoutView:
    """Return the details for judges, with buttons while a ruling is possible."""
    lines = [result_text(state, record), *worth, *details.detail_lines(state, record.result), *ledger]
    ruling = record.state in (ResultState.PENDING, ResultState.DISPUTED)
    buttons = [*(_rulings(state, record) if ruling else ()), *rows(*_merging(state, record))]
    return framed_text("\n".join(lines), *buttons, color=STATE_COLORS[record.state])


def result_text(state: LeagueState, record: ResultRecord) -> str:
    """Return a result in several lines: all places, the time, and its state."""
    result = record.result
    about = [tr(words.SOURCES[result.source]), words.moment(result.played)]
    if record.reporter is not None:
        about.append(tr("reported by {who}", who=words.name(state, record.reporter)))
    if result.draw is not None:
        about.append(tr("draw: {why}", why=words.draw_reason(result)))
    if words.match_score(result):
        about.append(tr("games {score}", score=words.match_score(result)))
    elif pairing_key(state.rules, result) is not None:
        about.append(tr("one game of a match"))
    lines = [
        tr("### {league}: result {number}", league=words.league_title(state), number=record.number),
        *words.sides_in_seat_order(state, result),
        f"-# {' · '.join(about)}",
        *([f"-# {escape(result.note)}"] if result.note else []),
        *_state(state, record),
        *_duplicate(record),
        *_season(state, record),
    ]
    return "\n".join(lines)


def _state(state: LeagueState, record: ResultRecord) -> list[str]:
    match record.state:
        case ResultState.PENDING:
            return [_waiting(state, record)]
        case ResultState.CONFIRMED if needs_replay(state.rules, record.result):
            return [tr("**Doesn't count**: this draw will be replayed.")]
        case ResultState.CONFIRMED:
            return [tr("**Confirmed.**")]
        case ResultState.DISPUTED:
            who = listed(words.bold_player(state, one) for one in record.disputed)
            return [tr("**Disputed** by {who}. It won't count until a judge rules.", who=who)]
        case ResultState.VOID:
            return [tr("**Void**: it doesn't count. A judge can restore it.")]
        case ResultState.WITHDRAWN:
            return [tr("**Withdrawn**: the game's end was undone, so it doesn't count.")]


def _duplicate(record: ResultRecord) -> list[str]:
    """Return the note that a result is, or may be, a duplicate."""
    if record.duplicate_of is None or record.withdrawn:
        return []
    if record.void:
        return [tr("Same game as result {number}.", number=record.duplicate_of)]
    return [
        tr(
            "⚠️ This looks like the same game as result {number}. Its reporter or a judge can merge them.",
            number=record.duplicate_of,
        )
    ]


def _season(state: LeagueState, record: ResultRecord) -> list[str]:
    """Return the note that a result belongs to no season, in a league with seasons."""
    played = record.result.played
    if (
        not state.seasons
        or record.state in (ResultState.VOID, ResultState.WITHDRAWN)
        or any(one.includes(played) for one in state.seasons)
    ):
        return []
    return [
        tr(
            "-# Not part of any season, so it only counts in the all-time standings: `/league "
            "standings season:0`."
        )
    ]


def frozen(state: LeagueState, record: ResultRecord) -> str:
    """Return the note that a closed season's table doesn't change; empty for other results."""
    return _of_closed_season(
        state,
        record,
        mark(
            "-# Played in {season}, which is closed: its final standings won't change, but the all-time "
            "standings will."
        ),
    )


def late_note(state: LeagueState, record: ResultRecord) -> str:
    """Return the note that a new result was too late for its season; empty otherwise."""
    return _of_closed_season(
        state, record, mark("{season} is closed, so this result only counts in the all-time standings.")
    )


def _of_closed_season(state: LeagueState, record: ResultRecord, text: str) -> str:
    """Return a text about the closed season of a result; empty without one."""
    played = record.result.played
    seasons = (one for one in state.seasons if one.ends is not None and one.includes(played))
    return next((tr(text, season=escape(one.name)) for one in seasons), "")


def _waiting(state: LeagueState, record: ResultRecord) -> str:
    left = record.waited_for
    who = listed(words.player_mention(state, one) for one in left)
    rules = state.rules.confirmation
    lines = [tr(CONFIRMATION_LINES[rules.by if left else Confirmers.NO_ONE], who=who)]
    if record.confirmed:
        done = listed(words.name(state, one) for one in record.confirmed)
        lines.append(tr("Confirmed by {who}.", who=done))
    if record.due is not None:
        due = words.moment(record.due, "R")
        if rules.silence is OnTimeout.CONFIRM:
            lines.append(tr("Confirmed automatically {when} unless disputed.", when=due))
        else:
            lines.append(tr("Voided automatically {when} unless confirmed.", when=due))
    return "\n".join(lines)


def _buttons(state: LeagueState, record: ResultRecord) -> Sequence[ComponentRow]:
    """Return a row with buttons while the result is pending, or may be a duplicate."""
    if record.state is not ResultState.PENDING:
        return rows(*_merging(state, record))
    league, number = state.league, record.number
    return rows(
        button(tr("Confirm"), LeagueCustomId("confirm", league, number), discord.ButtonStyle.success),
        button(tr("Dispute…"), LeagueCustomId("dispute", league, number), discord.ButtonStyle.danger),
        *_merging(state, record),
    )


def _merging(state: LeagueState, record: ResultRecord) -> list[Button]:
    """Return the buttons to say whether a result is a duplicate."""
    if record.duplicate_of is None or record.void or record.withdrawn:
        return []
    return [
        button(tr("Same game"), LeagueCustomId("merge", state.league, record.number)),
        button(tr("Different games"), LeagueCustomId("distinguish", state.league, record.number)),
    ]


def dispute_message(
    state: LeagueState, record: ResultRecord, reasons: Sequence[str], called: str
) -> discord.ui.LayoutView:
    """Return the message in a dispute's thread: the result, the reason, and the judges' buttons."""
    lines = [result_text(state, record), *reasons, called]
    if record.state is not ResultState.DISPUTED:
        return framed_text("\n".join(lines), color=STATE_COLORS[record.state])
    lines.append(tr("-# Judges: rule with these buttons or `/league result rule`."))
    return framed_text("\n".join(lines), *_rulings(state, record), color=STATE_COLORS[record.state])


def _rulings(state: LeagueState, record: ResultRecord) -> Sequence[ComponentRow]:
    """Return the judges' buttons."""
    labels = (
        (Verdict.ACCEPT, tr("Accept…"), discord.ButtonStyle.success),
        (Verdict.VOID, tr("Void…"), discord.ButtonStyle.danger),
        (Verdict.REPLACE, tr("Edit…"), discord.ButtonStyle.secondary),
    )
    buttons = (
        button(label, LeagueCustomId("rule", state.league, record.number, verdict), style)
        for verdict, label, style in labels
    )
    return rows(*buttons)


def reason_form(title: str, asked: LeagueCustomId) -> discord.ui.Modal:
    """Return a form for a reason."""
    return form(title, asked, _reason())


def replacement_form(state: LeagueState, record: ResultRecord, asked: LeagueCustomId) -> discord.ui.Modal:
    """Return a form for a result's replacement."""
    result = record.result
    players = truncate(words.report_text(state, result), TYPED_LENGTH)
    about = tr("Separate places with commas, ties with = and teammates with +")
    draws = options(
        [("none", tr("No draw")), *((one.value, tr(words.DRAW_NAMES[one])) for one in Draw)],
        "none" if result.draw is None else result.draw.value,
    )
    return form(
        tr("What was the result?"),
        asked,
        text_field(
            tr("Players, best first"),
            "players",
            TYPED_LENGTH,
            about=about,
            value=players,
            required=True,
            paragraph=True,
        ),
        list_field(tr("Draw"), "draw", draws),
        _reason(),
    )


def _reason() -> Label:
    return text_field(tr("Reason"), "reason", REASON_LENGTH, required=True, paragraph=True)


def claim(state: LeagueState, guest: PlayerNumber, user: int) -> discord.ui.LayoutView:
    """Return the question whether a guest was this person."""
    lines = [
        tr(
            "### {league}: who is {guest}?",
            league=words.league_title(state),
            guest=words.bold_player(state, guest),
        ),
        tr("<@{user}> says they were this guest and claims the guest's results.", user=user),
        tr("-# A judge, or anyone else who played with the guest, can answer."),
    ]
    approve, reject = (LeagueCustomId(verb, state.league, guest, str(user)) for verb in ("claim", "unclaim"))
    approval = button(tr("Approve"), approve, discord.ButtonStyle.success)
    return framed_text("\n".join(lines), *rows(approval, button(tr("Reject"), reject)))


def reason_in(fields: ModalFields) -> str:
    """Return the reason from the form."""
    return typed(fields, "reason")[:REASON_LENGTH]


def draw_in(fields: ModalFields) -> Draw | None:
    """Return the picked kind of draw; raises Refusal for an unknown one."""
    picked = typed(fields, "draw") or "none"
    if picked not in ("none", *Draw):
        raise Refusal("settings_have_changed")
    return None if picked == "none" else Draw(picked)
