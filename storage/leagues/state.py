"""What a league is, as the fold of its ledger: its head here, its results in `rules.leagues.confirmation`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeAlias

from rules.leagues.acts import (
    AddChannel,
    AddPlayer,
    ArchiveLeague,
    ClaimGuest,
    CloseSeason,
    CreateLeague,
    EditLeague,
    ImportResults,
    LeagueAct,
    OpenSeason,
    RecordResult,
    ReleaseGuest,
    RemoveChannel,
    ReopenSeason,
    ReportResult,
    ReviveLeague,
)
from rules.leagues.confirmation import ReviewContext, after, enter
from rules.leagues.result import PlayerNumber, Result, ResultNumber, Time
from rules.leagues.review import ResultRecord
from rules.refusal import Refusal
from storage.leagues.values import LeaguePlayer, LeagueState, Season

Entered: TypeAlias = RecordResult | ReportResult | ImportResults
"""Acts by which results come to a league."""


def evolve(head: LeagueState, act: LeagueAct) -> LeagueState:
    """The head after an act that is about the league; acts on results leave it as it is. Raises Refusal."""
    change = _CHANGES.get(type(act))
    return head if change is None else change(head, act)


def entered(head: LeagueState, act: Entered, when: Time) -> tuple[ResultRecord, ...]:
    """The records of the results that an act brings; raises Refusal."""
    if head.archived:
        raise Refusal("league_archived")
    reporter = act.reporter if isinstance(act, ReportResult) else None
    results = act.results if isinstance(act, ImportResults) else (act.result,)
    return tuple(
        enter(number, result, reporter, _circumstances(head, result, when))
        for number, result in enumerate(results, start=act.number)
    )


def changed(head: LeagueState, record: ResultRecord, act: LeagueAct, when: Time) -> ResultRecord:
    """A record after an act on it; raises Refusal."""
    result = getattr(act, "result", None) or record.result
    return after(record, act, _circumstances(head, result, when))


def result_of(act: LeagueAct) -> ResultNumber | None:
    """The result that an act is about, the first one of an import; None where it is about the league."""
    return getattr(act, "number", None)


def _circumstances(head: LeagueState, result: Result, when: Time) -> ReviewContext:
    """What has to be known beside a record of this result."""
    guests = [
        number
        for number in result.players
        if (player := head.players[number]).guest and player.merged_into is None
    ]
    return ReviewContext(league=head.rules, when=when, guests=guests)


def _edit(head: LeagueState, act: CreateLeague | EditLeague) -> LeagueState:
    return replace(head, rules=act.league)


def _archive(head: LeagueState, _act: ArchiveLeague) -> LeagueState:
    if head.archived:
        raise Refusal("league_archived")
    return replace(head, archived=True)


def _revive(head: LeagueState, _act: ReviveLeague) -> LeagueState:
    if not head.archived:
        raise Refusal("league_not_archived")
    return replace(head, archived=False)


def _add_channel(head: LeagueState, act: AddChannel) -> LeagueState:
    if act.channel in head.channels:
        raise Refusal("league_file_broken")
    return replace(head, channels=head.channels | {act.channel})


def _remove_channel(head: LeagueState, act: RemoveChannel) -> LeagueState:
    if act.channel not in head.channels:
        raise Refusal("league_file_broken")
    return replace(head, channels=head.channels - {act.channel})


def _add_player(head: LeagueState, act: AddPlayer) -> LeagueState:
    if act.player != len(head.players) + 1:
        raise Refusal("league_file_broken")
    return _with(head, LeaguePlayer(number=act.player, name=None, guest=act.guest))


def _claim(head: LeagueState, act: ClaimGuest) -> LeagueState:
    guest, player = _player(head, act.guest), _player(head, act.player)
    if guest.merged_into is not None or head.resolved(player.number) == guest.number:
        raise Refusal("claim_no_guest")
    if player.guest:
        raise Refusal("claim_by_guest")
    return _with(head, replace(guest, merged_into=player.number))


def _release(head: LeagueState, act: ReleaseGuest) -> LeagueState:
    guest = _player(head, act.guest)
    if guest.merged_into is None:
        raise Refusal("release_not_claimed")
    return _with(head, replace(guest, merged_into=None))


def _open_season(head: LeagueState, act: OpenSeason) -> LeagueState:
    if head.archived:
        raise Refusal("league_archived")
    if head.season is not None:
        raise Refusal("season_is_open")
    last = head.seasons[-1].ends if head.seasons else None
    if last is not None and act.starts < last:
        raise Refusal("season_overlaps")
    season = Season(number=act.season, name=act.name, starts=act.starts, carried=act.carried)
    return replace(head, seasons=(*head.seasons, season))


def _close_season(head: LeagueState, act: CloseSeason) -> LeagueState:
    season = head.season
    if season is None or season.number != act.season:
        raise Refusal("season_not_open")
    if act.ends < season.starts:
        raise Refusal("season_ends_early")
    return _with_last(head, replace(season, ends=act.ends, table=act.table))


def _reopen_season(head: LeagueState, act: ReopenSeason) -> LeagueState:
    if not head.seasons or head.seasons[-1].number != act.season:
        raise Refusal("league_file_broken")
    if head.season is not None:
        raise Refusal("season_is_open")
    return _with_last(head, replace(head.seasons[-1], ends=None, table=()))


def _enter(head: LeagueState, act: Entered) -> LeagueState:
    if act.number != head.results + 1:
        raise Refusal("league_file_broken")
    new = len(act.results) if isinstance(act, ImportResults) else 1
    return replace(head, results=head.results + new)


def _player(head: LeagueState, number: PlayerNumber) -> LeaguePlayer:
    player = head.players.get(number)
    if player is None:
        raise Refusal("claim_no_guest")
    return player


def _with(head: LeagueState, player: LeaguePlayer) -> LeagueState:
    return replace(head, players=head.players.having(player))


def _with_last(head: LeagueState, season: Season) -> LeagueState:
    return replace(head, seasons=(*head.seasons[:-1], season))


# Each takes its own kind of act, which no annotation can follow through a table.
_CHANGES: Mapping[type[LeagueAct], Callable[[LeagueState, Any], LeagueState]] = MappingProxyType(
    {
        CreateLeague: _edit,
        EditLeague: _edit,
        ArchiveLeague: _archive,
        ReviveLeague: _revive,
        AddChannel: _add_channel,
        RemoveChannel: _remove_channel,
        AddPlayer: _add_player,
        ClaimGuest: _claim,
        ReleaseGuest: _release,
        OpenSeason: _open_season,
        CloseSeason: _close_season,
        ReopenSeason: _reopen_season,
        RecordResult: _enter,
        ReportResult: _enter,
        ImportResults: _enter,
    }
)
