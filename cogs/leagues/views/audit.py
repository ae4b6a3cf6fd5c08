"""A league's ledger in words: who did what, when and why."""

from collections.abc import Mapping

from cogs.leagues.core import text
from cogs.leagues.views import forms
from cogs.leagues.views.panel import CONFIRMERS
from cogs.text.formatting import escape
from cogs.text.language import mark, tr, trn
from rules.leagues import acts
from rules.leagues.acts import LeagueAct, Verdict
from rules.leagues.league import League
from rules.leagues.ledger import LedgerEntry
from rules.leagues.state import LeagueState

TEXTS: Mapping[type[LeagueAct], str] = {
    acts.CreateLeague: mark("league created"),
    acts.EditLeague: mark("rules changed"),
    acts.ArchiveLeague: mark("league archived"),
    acts.ReviveLeague: mark("league unarchived"),
    acts.AddChannel: mark("games in <#{channel}> count"),
    acts.RemoveChannel: mark("games in <#{channel}> no longer count"),
    acts.AddPlayer: mark("player {number} added: {who}"),
    acts.ClaimGuest: mark("guest {guest} merged into {who}"),
    acts.ReleaseGuest: mark("guest {who} is a separate player again"),
    acts.OpenSeason: mark("season {name} opened"),
    acts.CloseSeason: mark("season {name} closed"),
    acts.ReopenSeason: mark("season {name} reopened"),
    acts.RecordResult: mark("result {number} recorded from a game: {what}"),
    acts.ReportResult: mark("result {number} reported: {what}"),
    acts.WithdrawResult: mark("result {number} withdrawn by undo"),
    acts.RestoreResult: mark("result {number} brought back by redo"),
    acts.EditResult: mark("result {number} edited: {what}"),
    acts.Confirm: mark("result {number} confirmed by {who}"),
    acts.Dispute: mark("result {number} disputed by {who}"),
    acts.Settle: mark("result {number} settled: no response in time"),
    acts.VoidResult: mark("result {number} voided"),
    acts.RestoreVoided: mark("result {number} restored"),
}
RULINGS: Mapping[Verdict, str] = {
    Verdict.ACCEPT: mark("ruling: result {number} accepted"),
    Verdict.VOID: mark("result {number} voided"),
    Verdict.REPLACE: mark("ruling: result {number} changed to {what}"),
}


def line(state: LeagueState, entry: LedgerEntry, before: League | None = None) -> str:
    """An entry: number, when, who, what, why. ``before``: the rules that it changed."""
    who = tr("automatic") if entry.user is None else f"<@{entry.user}>"
    reason = entry.act.result.note if isinstance(entry.act, acts.ReportResult) else _reason(entry.act)
    what = description(state, entry.act)
    if isinstance(entry.act, acts.EditLeague) and before is not None:
        what = " · ".join([what, *changes(before, entry.act.league)])
    shown = f"`{entry.number}` {text.moment(entry.when, 'f')} {who}: {what}"
    return f"{shown} – {escape(reason)}" if reason else shown


def _reason(act: LeagueAct) -> str:
    reason = getattr(act, "reason", "")
    return reason if isinstance(reason, str) else ""


def changes(before: League, after: League) -> list[str]:
    """What of a league's rules is another now, as it is now."""
    was = forms.values(before)
    found = [
        f"{label}: {escape(value)}" for label, value in forms.values(after).items() if value != was.get(label)
    ]
    by = after.confirmation.by
    return found if by is before.confirmation.by else [tr(CONFIRMERS[by]), *found]


def description(state: LeagueState, act: LeagueAct) -> str:
    """What an act did."""
    match act:
        case acts.ImportResults(number=number, results=results):
            return trn(
                "{n} result imported: number {first}",
                "{n} results imported, starting at number {first}",
                len(results),
                first=number,
            )
        case acts.Rule(verdict=verdict):
            return tr(RULINGS[verdict], **_values(state, act))
        case _:
            return tr(TEXTS[type(act)], **_values(state, act))


def _values(state: LeagueState, act: LeagueAct) -> dict[str, object]:
    """What an act's text is filled in with."""
    match act:
        case acts.AddPlayer(player=player):
            return {"number": player, "who": text.name(state, player)}
        case acts.ClaimGuest(guest=guest, player=player):
            claimed = state.players.get(guest)
            shown = escape((claimed.name if claimed is not None else None) or str(guest))
            return {"guest": shown, "who": text.name(state, player)}
        case acts.ReleaseGuest(guest=guest):
            return {"who": text.name(state, guest)}
        case acts.AddChannel(channel=channel) | acts.RemoveChannel(channel=channel):
            return {"channel": channel}
        case (
            acts.OpenSeason(season=season)
            | acts.CloseSeason(season=season)
            | acts.ReopenSeason(season=season)
        ):
            known = (escape(one.name) for one in state.seasons if one.number == season)
            return {"name": next(known, season)}
        case acts.Confirm(number=number, player=player) | acts.Dispute(number=number, player=player):
            return {"number": number, "who": text.name(state, player)}
        case acts.RecordResult(number=number, result=result) | acts.Rule(number=number, result=result):
            return {"number": number, "what": "" if result is None else text.outcome(state, result)}
        case acts.ReportResult(number=number, result=result) | acts.EditResult(number=number, result=result):
            return {"number": number, "what": f"{text.outcome(state, result)} · {text.moment(result.played)}"}
        case _:
            return {"number": act.about}
