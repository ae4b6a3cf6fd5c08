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


def evolve(state: LeagueState, act: LeagueAct) -> LeagueState:
    """The head after an act that is about the league; acts on results leave it as it is. Raises Refusal."""
    change = _CHANGES.get(type(act))
    return state if change is None else change(state, act)


def entered(state: LeagueState, act: Entered, when: Time) -> tuple[ResultRecord, ...]:
    """The records of the results that an act brings; raises Refusal."""
    if state.archived:
        raise Refusal("league_archived")
    reporter = act.reporter if isinstance(act, ReportResult) else None
    results = act.results if isinstance(act, ImportResults) else (act.result,)
    return tuple(
        enter(number, result, reporter, _circumstances(state, result, when))
        for number, result in enumerate(results, start=act.number)
    )


def changed(state: LeagueState, record: ResultRecord, act: LeagueAct, when: Time) -> ResultRecord:
    """A record after an act on it; raises Refusal."""
    result = getattr(act, "result", None) or record.result
    return after(record, act, _circumstances(state, result, when))


def result_of(act: LeagueAct) -> ResultNumber | None:
    """The result that an act is about, the first one of an import; None where it is about the league."""
    return getattr(act, "number", None)


def _circumstances(state: LeagueState, result: Result, when: Time) -> ReviewContext:
    """What has to be known beside a record of this result."""
    guests = [
        number
        for number in result.players
        if (player := state.players[number]).guest and player.merged_into is None
    ]
    return ReviewContext(league=state.rules, when=when, guests=guests)


def _edit(state: LeagueState, act: CreateLeague | EditLeague) -> LeagueState:
    return replace(state, rules=act.league)


def _archive(state: LeagueState, _act: ArchiveLeague) -> LeagueState:
    if state.archived:
        raise Refusal("league_archived")
    return replace(state, archived=True)


def _revive(state: LeagueState, _act: ReviveLeague) -> LeagueState:
    if not state.archived:
        raise Refusal("league_not_archived")
    return replace(state, archived=False)


def _add_channel(state: LeagueState, act: AddChannel) -> LeagueState:
    if act.channel in state.channels:
        raise Refusal("league_file_broken")
    return replace(state, channels=state.channels | {act.channel})


def _remove_channel(state: LeagueState, act: RemoveChannel) -> LeagueState:
    if act.channel not in state.channels:
        raise Refusal("league_file_broken")
    return replace(state, channels=state.channels - {act.channel})


def _add_player(state: LeagueState, act: AddPlayer) -> LeagueState:
    if act.player != len(state.players) + 1:
        raise Refusal("league_file_broken")
    return _with(state, LeaguePlayer(number=act.player, name=None, guest=act.guest))


def _claim(state: LeagueState, act: ClaimGuest) -> LeagueState:
    guest, player = _player(state, act.guest), _player(state, act.player)
    if guest.merged_into is not None or state.resolved(player.number) == guest.number:
        raise Refusal("claim_no_guest")
    if player.guest:
        raise Refusal("claim_by_guest")
    return _with(state, replace(guest, merged_into=player.number))


def _release(state: LeagueState, act: ReleaseGuest) -> LeagueState:
    guest = _player(state, act.guest)
    if guest.merged_into is None:
        raise Refusal("release_not_claimed")
    return _with(state, replace(guest, merged_into=None))


def _open_season(state: LeagueState, act: OpenSeason) -> LeagueState:
    if state.archived:
        raise Refusal("league_archived")
    if state.season is not None:
        raise Refusal("season_is_open")
    last = state.seasons[-1].ends if state.seasons else None
    if last is not None and act.starts < last:
        raise Refusal("season_overlaps")
    season = Season(number=act.season, name=act.name, starts=act.starts, carried=act.carried)
    return replace(state, seasons=(*state.seasons, season))


def _close_season(state: LeagueState, act: CloseSeason) -> LeagueState:
    season = state.season
    if season is None or season.number != act.season:
        raise Refusal("season_not_open")
    if act.ends < season.starts:
        raise Refusal("season_ends_early")
    return _with_last(state, replace(season, ends=act.ends, table=act.table))


def _reopen_season(state: LeagueState, act: ReopenSeason) -> LeagueState:
    if not state.seasons or state.seasons[-1].number != act.season:
        raise Refusal("league_file_broken")
    if state.season is not None:
        raise Refusal("season_is_open")
    return _with_last(state, replace(state.seasons[-1], ends=None, table=()))


def _enter(state: LeagueState, act: Entered) -> LeagueState:
    if act.number != state.results + 1:
        raise Refusal("league_file_broken")
    new = len(act.results) if isinstance(act, ImportResults) else 1
    return replace(state, results=state.results + new)


def _player(state: LeagueState, number: PlayerNumber) -> LeaguePlayer:
    player = state.players.get(number)
    if player is None:
        raise Refusal("claim_no_guest")
    return player


def _with(state: LeagueState, player: LeaguePlayer) -> LeagueState:
    return replace(state, players=state.players.having(player))


def _with_last(state: LeagueState, season: Season) -> LeagueState:
    return replace(state, seasons=(*state.seasons[:-1], season))


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
