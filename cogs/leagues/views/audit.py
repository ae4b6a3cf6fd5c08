"""A league's ledger in words: who did what, when and why."""

from collections.abc import Mapping

from cogs.leagues.views import forms
from cogs.leagues.views.panel import CONFIRMERS
from cogs.text.formatting import escape, listed
from cogs.text.language import mark, tr, trn
from cogs.text.leagues import text, typed
from rules.leagues.acts import additions, league, results, votes
from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.results import Seal, Verdict
from rules.leagues.league import League
from rules.leagues.state import LeagueState

ACT_TEXTS: Mapping[type[LeagueAct], str] = {
    league.CreateLeague: mark("league created"),
    league.EditLeague: mark("rules changed"),
    league.ArchiveLeague: mark("league archived"),
    league.ReviveLeague: mark("league unarchived"),
    league.AddChannel: mark("games in <#{channel}> count"),
    league.RemoveChannel: mark("games in <#{channel}> no longer count"),
    league.AddPlayer: mark("player {number} added: {who}"),
    league.ClaimGuest: mark("guest {guest} merged into {who}"),
    league.ReleaseGuest: mark("guest {who} is a separate player again"),
    league.OpenSeason: mark("season {name} opened"),
    league.CloseSeason: mark("season {name} closed"),
    league.ReopenSeason: mark("season {name} reopened"),
    additions.AdjustPoints: mark("points of {who} changed by {points}"),
    additions.SetTeam: mark("team {team}: {who}"),
    additions.SubmitDecklist: mark("decklist of {who} registered"),
    additions.LockDecklists: mark("decklists lock: {when}"),
    additions.SetPage: mark("public page: {page}"),
    additions.ShowName: mark("name of {who} on the public page: {shown}"),
    results.RecordResult: mark("result {number} recorded from a game: {what}"),
    results.ReportResult: mark("result {number} reported: {what}"),
    results.WithdrawResult: mark("result {number} withdrawn by undo"),
    results.RefuseWithdrawal: mark("undo of result {number} refused"),
    results.RestoreResult: mark("result {number} brought back by redo"),
    results.EditResult: mark("result {number} edited: {what}"),
    results.Confirm: mark("result {number} confirmed by {who}"),
    results.Dispute: mark("result {number} disputed by {who}"),
    results.SuspectDuplicate: mark("result {number} looks like the same game as result {other}"),
    results.MergeResult: mark("result {number} voided: same game as result {other}"),
    results.DistinguishResult: mark("result {number} is a different game"),
    results.Settle: mark("result {number} settled: no response in time"),
    results.VoidResult: mark("result {number} voided"),
    votes.CastVotes: mark("vote after result {number} by {who}"),
    votes.CloseVotes: mark("vote after result {number} closed: {what}"),
    results.RestoreVoided: mark("result {number} restored"),
}
VERDICT_TEXTS: Mapping[Verdict, str] = {
    Verdict.ACCEPT: mark("ruling: result {number} accepted"),
    Verdict.VOID: mark("result {number} voided"),
    Verdict.REPLACE: mark("ruling: result {number} changed to {what}"),
}


SEALS: Mapping[Seal, str] = {
    Seal.CONFIRMED: mark("⚠️ although it was confirmed"),
    Seal.RULING: mark("⚠️ although a judge had decided it"),
    Seal.SEASON: mark("⚠️ although its season was closed"),
}
"""Notes that a table took back a sealed result."""
SEAL_TEXTS: Mapping[Seal, str] = {
    Seal.CONFIRMED: mark("it is confirmed"),
    Seal.RULING: mark("a judge has decided it"),
    Seal.SEASON: mark("its season is closed"),
}
"""Reasons why a table could not take a result back."""


def ledger_line(state: LeagueState, entry: LedgerEntry, before: League | None = None) -> str:
    """Return an entry: number, when, who, what, why. ``before``: the rules that it changed."""
    who = tr("automatic") if entry.user is None else f"<@{entry.user}>"
    reason = entry.act.result.note if isinstance(entry.act, results.ReportResult) else _reason(entry.act)
    what = " · ".join([description(state, entry.act), *_remarks(entry.act)])
    if isinstance(entry.act, league.EditLeague) and before is not None:
        what = " · ".join([what, *changes(before, entry.act.league)])
    shown = f"`{entry.number}` {text.moment(entry.when, 'f')} {who}: {what}"
    return f"{shown} – {escape(reason)}" if reason else shown


def _remarks(act: LeagueAct) -> list[str]:
    """Return warnings for judges about an act: a seal that it broke, a judge who played in the game."""
    remarks = list[str]()
    if isinstance(act, results.WithdrawResult) and act.seal is not None:
        remarks.append(tr(SEALS[act.seal]))
        if act.reopens:
            remarks.append(tr("has to be confirmed again"))
    if isinstance(act, results.RefuseWithdrawal):
        remarks.append(tr(SEAL_TEXTS[act.seal]))
    if getattr(act, "involved", False):
        remarks.append(tr("⚠️ by a judge who played in it"))
    return remarks


def _reason(act: LeagueAct) -> str:
    reason = getattr(act, "reason", "")
    return reason if isinstance(reason, str) else ""


def changes(before: League, after: League) -> list[str]:
    """Return the changed rules of a league, with their new values."""
    was = forms.values(before)
    found = [
        f"{label}: {escape(value)}" for label, value in forms.values(after).items() if value != was.get(label)
    ]
    by = after.confirmation.by
    return found if by is before.confirmation.by else [tr(CONFIRMERS[by]), *found]


def description(state: LeagueState, act: LeagueAct) -> str:
    """Return an act in words."""
    match act:
        case results.ImportResults(number=number, results=brought):
            return trn(
                "{n} result imported: number {first}",
                "{n} results imported, starting at number {first}",
                len(brought),
                first=number,
            )
        case results.Rule(verdict=verdict):
            return tr(VERDICT_TEXTS[verdict], **_values(state, act))
        case _:
            return tr(ACT_TEXTS[type(act)], **_values(state, act))


def _values(state: LeagueState, act: LeagueAct) -> dict[str, object]:
    match act:
        case additions.AdjustPoints(player=player, points=points):
            return {"who": text.name(state, player), "points": text.signed_points(points)}
        case additions.SetTeam(team=team, members=members):
            who = listed(text.name(state, one) for one in members)
            return {"team": escape(team), "who": who or tr("disbanded")}
        case additions.SubmitDecklist(player=player):
            return {"who": text.name(state, player)}
        case additions.LockDecklists(at=at):
            return {"when": "–" if at is None else text.moment(at)}
        case additions.SetPage(on=on, guests=guests):
            shown = tr("on") if on else tr("off")
            named = tr("with guests' names") if guests else tr("without guests' names")
            return {"page": f"{shown}, {named}"}
        case additions.ShowName(player=player, shown=shown):
            return {"who": text.name(state, player), "shown": tr("shown") if shown else tr("hidden")}
        case league.AddPlayer(player=player):
            return {"number": player, "who": text.name(state, player)}
        case league.ClaimGuest(guest=guest, player=player):
            claimed = state.players.get(guest)
            shown = escape((claimed.name if claimed is not None else None) or str(guest))
            return {"guest": shown, "who": text.name(state, player)}
        case league.ReleaseGuest(guest=guest):
            return {"who": text.name(state, guest)}
        case league.AddChannel(channel=channel) | league.RemoveChannel(channel=channel):
            return {"channel": channel}
        case (
            league.OpenSeason(season=season)
            | league.CloseSeason(season=season)
            | league.ReopenSeason(season=season)
        ):
            known = (escape(one.name) for one in state.seasons if one.number == season)
            return {"name": next(known, season)}
        case votes.CastVotes(number=number, player=player):
            return {"number": number, "who": text.name(state, player)}
        case votes.CloseVotes(number=number, won=won):
            given = (
                f"{escape(typed.awarded(one.award))}: {listed(text.name(state, who) for who in one.players)}"
                for one in won
            )
            return {"number": number, "what": " · ".join(given) or tr("no votes")}
        case results.Confirm(number=number, player=player) | results.Dispute(number=number, player=player):
            return {"number": number, "who": text.name(state, player)}
        case (
            results.SuspectDuplicate(number=number, other=other)
            | results.MergeResult(number=number, other=other)
        ):
            return {"number": number, "other": other}
        case results.RecordResult(number=number, result=result) | results.Rule(number=number, result=result):
            return {"number": number, "what": "" if result is None else text.outcome_line(state, result)}
        case results.ReportResult(result=result) | results.EditResult(result=result):
            what = f"{text.outcome_line(state, result)} · {text.moment(result.played)}"
            return {"number": act.number, "what": what}
        case _:
            return {"number": act.about}
