"""A league's record of a result: confirmations, disputes, corrections.

The caller knows who is a judge; who may confirm and dispute is decided here.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from rules.leagues.league import Confirmers, League, Reporters
from rules.leagues.result import HOUR, PlayerNumber, Result, ResultNumber, ResultSource, Time
from rules.refusal import Refusal

MIN_PLAYERS_OF_VOTE = 3


class ResultState(StrEnum):
    """The state of a result; only confirmed ones count."""

    PENDING = "pending"
    """Waits for its confirmations."""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    """Someone says that the result is wrong; a judge rules."""
    VOID = "void"
    """Doesn't count: a judge's decision, or silence where the league says so."""
    WITHDRAWN = "withdrawn"
    """The table took the game's end back."""


class ResultRecord(Struct, frozen=True, kw_only=True):
    """A result with its state, which acts on results change."""

    number: ResultNumber
    result: Result
    entered: Time
    """When the league heard of it."""
    stage: ResultState
    """Pending, confirmed or disputed: its state unless it is void or withdrawn."""
    void: bool = False
    withdrawn: bool = False
    reporter: PlayerNumber | None = None
    """The reporter, if a player of the league."""
    asked: tuple[PlayerNumber, ...] = ()
    """The players whose confirmation counts."""
    confirmed: tuple[PlayerNumber, ...] = ()
    """The players of these who have confirmed."""
    disputed: tuple[PlayerNumber, ...] = ()
    """The players who have disputed it."""
    due: Time | None = None
    """The time at which silence settles it if it is still pending; None for never."""
    duplicate_of: ResultNumber | None = None
    """The result that is probably of the same game."""
    vote_ends: Time | None = None
    """The end of the vote on the league's achievements; None without an open one."""
    votes: Mapping[PlayerNumber, Mapping[str, PlayerNumber]] = field(
        default_factory=dict[PlayerNumber, Mapping[str, PlayerNumber]]
    )
    """Whom each player has chosen for each achievement, until the vote is over."""
    strict: bool = False
    """Whether no one on the reporter's side is asked, and a judge decides if there is no one to ask; in
    earlier versions teammates were asked, and without anyone to ask silence counted as consent."""

    @property
    def state(self) -> ResultState:
        """The state: withdrawn takes precedence, then void, then the rest."""
        if self.withdrawn:
            return ResultState.WITHDRAWN
        return ResultState.VOID if self.void else self.stage

    @property
    def counts(self) -> bool:
        """Whether it counts for standings and ratings."""
        return self.state is ResultState.CONFIRMED

    @property
    def waited_for(self) -> tuple[PlayerNumber, ...]:
        """The players whose answer is missing; empty unless pending, or if a judge decides."""
        if self.state is not ResultState.PENDING:
            return ()
        return tuple(player for player in self.asked if player not in self.confirmed)

    @property
    def deadline(self) -> Time | None:
        """The time at which something happens automatically; None if nothing will."""
        return self.due if self.state is ResultState.PENDING else None


class ReviewContext(Struct, frozen=True, kw_only=True):
    """The context of a review: the league's rules, the time, and the guests, who can't confirm."""

    league: League
    when: Time
    guests: Collection[PlayerNumber] = ()


def may_report(league: League, result: Result, reporter: PlayerNumber | None, *, judge: bool) -> None:
    """Raise Refusal unless this person may report this result; `reporter` is None for someone who isn't a
    player.

    No one can confirm a bye, so if results have to be confirmed, judges report it.
    """
    if judge:
        return
    if result.is_bye and league.confirmation.by is not Confirmers.NO_ONE:
        raise Refusal("report_bye")
    if league.reporters is Reporters.ANYONE:
        return
    if league.reporters is Reporters.JUDGES:
        raise Refusal("report_judges_only")
    if reporter not in result.players:
        raise Refusal("report_own_only")


def enter_result(
    number: ResultNumber,
    result: Result,
    reporter: PlayerNumber | None,
    about: ReviewContext,
    *,
    reopened: bool = False,
    strict: bool = False,
) -> ResultRecord:
    """Return the record of a new result: confirmed at once, or waiting for the players asked.

    Reporting includes confirming. Imports count at once; so do tables, unless the league asks there too or
    the game was ``reopened``.
    """
    rules = about.league.confirmation
    silent = result.source is ResultSource.IMPORT or (
        result.source is ResultSource.TABLE and not (rules.tables or reopened)
    )
    record = ResultRecord(
        number=number,
        result=result,
        entered=about.when,
        stage=ResultState.CONFIRMED,
        reporter=reporter,
        vote_ends=_vote_end(result, about),
        strict=strict,
    )
    if silent or rules.by is Confirmers.NO_ONE or result.is_bye:
        return record
    return ask_players(record, about)


def voters_of(result: Result, about: ReviewContext) -> Collection[PlayerNumber]:
    """Return who can vote after a game: its players with an account."""
    return [player for player in result.players if player not in about.guests]


def _vote_end(result: Result, about: ReviewContext) -> Time | None:
    """Return when the vote after a tracked game ends; None without one: in a duel there is no choice."""
    extras = about.league.scoring.extras
    if result.source is not ResultSource.TABLE or len(result.players) < MIN_PLAYERS_OF_VOTE:
        return None
    return about.when + extras.vote_hours * HOUR if extras.voted and voters_of(result, about) else None


def ask_players(record: ResultRecord, about: ReviewContext) -> ResultRecord:
    """Return the record waiting for all its players except guests and the reporter's side.

    If there is no one to ask, it waits for a judge.
    """
    outside = {record.reporter, *about.guests}
    if record.strict:
        sides = (entrant.players for entrant in record.result.entrants)
        outside.update(player for side in sides if record.reporter in side for player in side)
    asked = tuple(player for player in record.result.players if player not in outside)
    hours = about.league.confirmation.hours
    timed = hours and (asked or not record.strict)
    return replace(
        record,
        stage=ResultState.PENDING,
        asked=asked,
        confirmed=(),
        due=about.when + hours * HOUR if timed else None,
    )


def is_enough(record: ResultRecord, by: Confirmers) -> bool:
    """Return whether enough players have confirmed; if no one can be asked, silence or a judge decides."""
    asked, confirmed = len(record.asked), len(record.confirmed)
    match by:
        case Confirmers.ALL:
            return confirmed == asked > 0
        case Confirmers.MAJORITY:
            return 2 * confirmed > asked
        case Confirmers.ONE:
            return confirmed > 0
        case Confirmers.NO_ONE:
            return True


def may_edit(record: ResultRecord, editor: PlayerNumber | None, *, judge: bool) -> None:
    """Raise Refusal unless this person may edit a result: a judge, or its reporter while it is pending."""
    if not judge and not is_own(record, editor):
        raise Refusal("edit_judges_only")


def is_own(record: ResultRecord, editor: PlayerNumber | None) -> bool:
    """Return whether its reporter can still edit a result, and this is the reporter."""
    return record.state is ResultState.PENDING and editor is not None and editor == record.reporter


def require(record: ResultRecord, *states: ResultState) -> None:
    """Raise Refusal unless a result is in one of these states."""
    refusals = {
        ResultState.PENDING: Refusal("result_pending"),
        ResultState.CONFIRMED: Refusal("result_confirmed"),
        ResultState.DISPUTED: Refusal("result_disputed"),
        ResultState.VOID: Refusal("result_void"),
        ResultState.WITHDRAWN: Refusal("result_withdrawn"),
    }
    if record.state not in states:
        raise refusals[record.state]
