"""The acts that a league's ledger is made of: what a league is follows from them in order.

They are kept for ever, so they hold no names and no accounts: players are numbers. Names and fields of these
classes are in people's databases: they are not renamed, and a new field has a default.
"""

from collections.abc import Mapping

from rules.leagues.acts.base import LeagueAct as LeagueAct
from rules.leagues.acts.league import (
    AddChannel,
    AddPlayer,
    ArchiveLeague,
    ClaimGuest,
    CloseSeason,
    CreateLeague,
    EditLeague,
    OpenSeason,
    ReleaseGuest,
    RemoveChannel,
    ReopenSeason,
    ReviveLeague,
)
from rules.leagues.acts.results import (
    Confirm,
    Dispute,
    EditResult,
    ImportResults,
    RecordResult,
    ReportResult,
    RestoreResult,
    RestoreVoided,
    Rule,
    Settle,
    VoidResult,
    WithdrawResult,
)
from rules.leagues.acts.results import NewResults as NewResults
from rules.leagues.acts.results import Verdict as Verdict

ACTS: Mapping[str, type[LeagueAct]] = {
    act.__name__: act
    for act in (
        *(CreateLeague, EditLeague, ArchiveLeague, ReviveLeague, AddChannel, RemoveChannel),
        *(AddPlayer, ClaimGuest, ReleaseGuest, OpenSeason, CloseSeason, ReopenSeason),
        *(RecordResult, ReportResult, ImportResults, WithdrawResult, RestoreResult, Confirm, Dispute),
        *(Rule, Settle, EditResult, VoidResult, RestoreVoided),
    )
}
"""Every act by the name under which it is stored."""
