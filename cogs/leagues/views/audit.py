"""A league's ledger in words: who did what, when and why."""

from cogs.leagues.core import text
from cogs.leagues.views import forms
from cogs.leagues.views.panel import CONFIRMERS
from cogs.text.formatting import escape
from cogs.text.language import tr, trn
from rules.leagues import acts
from rules.leagues.acts import LeagueAct, Verdict
from rules.leagues.league import League
from rules.leagues.ledger import LedgerEntry
from rules.leagues.result import Result
from rules.leagues.state import LeagueState


def line(state: LeagueState, entry: LedgerEntry, before: League | None = None) -> str:
    """An entry: number, when, who, what, why. ``before``: the rules that it changed."""
    who = tr("automatic") if entry.user is None else f"<@{entry.user}>"
    reason = entry.act.result.note if isinstance(entry.act, acts.ReportResult) else _reason(entry.act)
    what = told(state, entry.act)
    if isinstance(entry.act, acts.EditLeague) and before is not None:
        what = " · ".join([what, *changes(before, entry.act.league)])
    shown = f"`{entry.number}` {text.moment(entry.when, 'f')} {who}: {what}"
    return f"{shown} – {escape(reason)}" if reason else shown


def _reason(act: LeagueAct) -> str:
    reason = getattr(act, "reason", "")
    return reason if isinstance(reason, str) else ""


def changes(before: League, after: League) -> list[str]:
    """What of a league's rules is another now, as it is now."""
    was = forms.told(before)
    found = [
        f"{label}: {escape(value)}" for label, value in forms.told(after).items() if value != was.get(label)
    ]
    by = after.confirmation.by
    return found if by is before.confirmation.by else [tr(CONFIRMERS[by]), *found]


def told(state: LeagueState, act: LeagueAct) -> str:
    """What an act did."""
    match act:
        case acts.AddPlayer(player=player) | acts.ClaimGuest(player=player) | acts.ReleaseGuest(guest=player):
            return _of_people(state, act, text.name(state, player))
        case acts.OpenSeason() | acts.CloseSeason() | acts.ReopenSeason():
            return _of_seasons(state, act)
        case _:
            return _of_results(state, act) or _of_league(act)


def _of_people(state: LeagueState, act: LeagueAct, name: str) -> str:
    match act:
        case acts.AddPlayer(player=number):
            return tr("player {number} added: {who}", number=number, who=name)
        case acts.ClaimGuest(guest=guest):
            player = state.players.get(guest)
            shown = escape((player.name if player is not None else None) or str(guest))
            return tr("guest {guest} merged into {who}", guest=shown, who=name)
        case _:
            return tr("guest {who} is a separate player again", who=name)


def _of_seasons(state: LeagueState, act: acts.OpenSeason | acts.CloseSeason | acts.ReopenSeason) -> str:
    name = next((escape(one.name) for one in state.seasons if one.number == act.season), str(act.season))
    match act:
        case acts.OpenSeason():
            return tr("season {name} opened", name=name)
        case acts.CloseSeason():
            return tr("season {name} closed", name=name)
        case acts.ReopenSeason():
            return tr("season {name} reopened", name=name)


def _of_results(state: LeagueState, act: LeagueAct) -> str:
    match act:
        case acts.RecordResult(number=number, result=result):
            what = text.outcome(state, result)
            return tr("result {number} recorded from a game: {what}", number=number, what=what)
        case acts.ReportResult(number=number, result=result):
            return tr("result {number} reported: {what}", number=number, what=_dated(state, result))
        case acts.ImportResults(number=number, results=results):
            return trn(
                "{n} result imported: number {first}",
                "{n} results imported, starting at number {first}",
                len(results),
                first=number,
            )
        case acts.WithdrawResult(number=number):
            return tr("result {number} withdrawn by undo", number=number)
        case acts.RestoreResult(number=number):
            return tr("result {number} brought back by redo", number=number)
        case acts.EditResult(number=number, result=result):
            return tr("result {number} edited: {what}", number=number, what=_dated(state, result))
        case _:
            return _of_rulings(state, act)


def _dated(state: LeagueState, result: Result) -> str:
    """A result in a line, and when it was played."""
    return " · ".join((text.outcome(state, result), text.moment(result.played)))


def _of_rulings(state: LeagueState, act: LeagueAct) -> str:
    match act:
        case acts.Confirm(number=number, player=player):
            return tr("result {number} confirmed by {who}", number=number, who=text.name(state, player))
        case acts.Dispute(number=number, player=player):
            return tr("result {number} disputed by {who}", number=number, who=text.name(state, player))
        case acts.Rule(number=number, verdict=Verdict.ACCEPT):
            return tr("ruling: result {number} accepted", number=number)
        case acts.Rule(number=number, verdict=Verdict.VOID) | acts.VoidResult(number=number):
            return tr("result {number} voided", number=number)
        case acts.Rule(number=number, result=result):
            what = text.outcome(state, result) if result is not None else ""
            return tr("ruling: result {number} changed to {what}", number=number, what=what)
        case acts.Settle(number=number):
            return tr("result {number} settled: no response in time", number=number)
        case acts.RestoreVoided(number=number):
            return tr("result {number} restored", number=number)
        case _:
            return ""


def _of_league(act: LeagueAct) -> str:
    match act:
        case acts.CreateLeague():
            return tr("league created")
        case acts.EditLeague():
            return tr("rules changed")
        case acts.ArchiveLeague():
            return tr("league archived")
        case acts.ReviveLeague():
            return tr("league unarchived")
        case acts.AddChannel(channel=channel):
            return tr("games in <#{channel}> count", channel=channel)
        case acts.RemoveChannel(channel=channel):
            return tr("games in <#{channel}> no longer count", channel=channel)
        case _:
            return type(act).__name__
