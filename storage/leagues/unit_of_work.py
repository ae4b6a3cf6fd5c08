"""The rows that follow from a change of a league, and its deadlines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.acts.league import AddChannel, RemoveChannel, ReopenSeason
from rules.leagues.acts.ledger import LeagueChange, LedgerEntry
from rules.leagues.league import League
from rules.leagues.result import DAY, HOUR, LeagueId, PlayerNumber, ResultNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from rules.turns.clock import SECOND
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds, time_of_day
from storage.events.store import Location
from storage.leagues import sql
from storage.posts import Post, PostKind, insert_post, render_again
from storage.scheduler import Deadline, DeadlineKind, cancel_deadline, set_deadline

SEASON, CHAMPION_ROLE = "season", "crown"
"""The kinds under which it is kept that the end of a season is announced, and its winners' role given."""


def set_digest(league: LeagueId, due: Time) -> Statement:
    """Return the statement that sets when the next digest of a league is sent."""
    return set_deadline(Deadline(DeadlineKind.DIGEST, str(league), time_of_day(due * SECOND)))


def deadline_of(league: LeagueId, number: ResultNumber, due: Time) -> Deadline:
    """Return the deadline of a result that is due then."""
    return Deadline(DeadlineKind.CONFIRMATION, _key(league, number), time_of_day(due * SECOND))


def due_of(deadline: Deadline) -> tuple[LeagueId, ResultNumber, Time]:
    """Return the league, the result and the time of a deadline of a result."""
    league, _, number = deadline.key.partition(":")
    return LeagueId(int(league)), ResultNumber(int(number)), milliseconds(deadline.due) // SECOND


class CommittedActs(Struct, frozen=True, kw_only=True):
    """The result of a request, now durable: the league, its new entries and the results that they changed.

    ``repeated``: this interaction had been carried out earlier; the state and records are as they are now.
    """

    state: LeagueState
    entries: tuple[LedgerEntry, ...]
    records: tuple[ResultRecord, ...] = ()
    repeated: bool = False

    @property
    def record(self) -> ResultRecord:
        """The result that it was about."""
        return self.records[0]


@dataclass(slots=True)
class UnitOfWork(LeagueChange):
    """One request's changes to a league; nothing happens before its statements are committed.

    ``user`` and ``interaction`` are None if the bot acts on its own.
    """

    user: int | None
    interaction: int | None = None
    new: bool = False
    """Whether the league begins with this."""
    linked: bool = True
    """Whether results of tables are of games in this installation."""
    place: Location | None = None
    """Where the result is announced, if it is."""
    further: list[Post] = field(default_factory=list[Post])
    """Other posts that follow from its acts."""

    @property
    def player(self) -> PlayerNumber | None:
        """The requesting player; None for a user who isn't in the league."""
        return None if self.user is None else self.state.player_of(self.user)

    def feed(self, channels: Iterable[int]) -> None:
        """Make exactly these channels feed the league."""
        before, after = self.state.channels, frozenset(channels)
        for channel in sorted(before - after):
            self.add(RemoveChannel(channel=channel))
        for channel in sorted(after - before):
            self.add(AddChannel(channel=channel))

    def entries(self) -> tuple[LedgerEntry, ...]:
        """Return the entries of the ledger; the last one has the interaction."""
        first, last = self.was.entries + 1, self.was.entries + len(self.acts)
        return tuple(
            LedgerEntry(
                number=number,
                when=self.when,
                user=self.user,
                interaction=self.interaction if number == last else None,
                act=act,
            )
            for number, act in enumerate(self.acts, start=first)
        )

    def posts(self) -> Sequence[Post]:
        """Return its posts: the further ones, and if it has a place the one that announces its acts."""
        if self.place is None:
            return self.further
        first, last = self.was.entries + 1, self.was.entries + len(self.acts)
        topic = "league", self.was.league
        return (
            *self.further,
            Post(
                *(*topic, last, PostKind.LEAGUE_ACT, self.place, self.when * SECOND),
                after=self.interaction or 0,
                detail=str(first),
            ),
        )

    @property
    def outcome(self) -> LeagueState:
        """The league, once it is committed."""
        return replace(self.state, entries=self.was.entries + len(self.acts))

    def done(self) -> CommittedActs:
        """Return the result; call it after the commit."""
        return CommittedActs(
            state=self.outcome,
            entries=self.entries(),
            records=tuple(self.after.values()),
        )

    def statements(self) -> list[Statement]:
        """Return everything to write beside the entries."""
        posts = [insert_post(one, base=one.number) for one in self.posts()]
        return [*posts, *self._of_league(), *self._of_results()]

    def _of_league(self) -> list[Statement]:
        """Return what to write of the league itself."""
        was, state, league = self.was, self.state, self.was.league
        statements = list[Statement]()
        if self.new:
            statements.append(sql.insert_league(state))
        elif (was.rules, was.archived) != (state.rules, state.archived):
            statements.append(sql.update_league(state))
        statements += [sql.insert_channel(league, one) for one in state.channels - was.channels]
        statements += [sql.delete_channel(league, one) for one in was.channels - state.channels]
        if state.players is not was.players:
            statements += [
                sql.put_league_player(league, player)
                for number, player in state.players.items()
                if was.players.get(number) is not player
            ]
        statements += [
            sql.put_season(league, season)
            for place, season in enumerate(state.seasons)
            if season not in was.seasons[place : place + 1]
        ]
        for act in self.acts:
            if isinstance(act, ReopenSeason):
                statements += [
                    sql.delete_message(league, kind, act.season) for kind in (SEASON, CHAMPION_ROLE)
                ]
                statements.append(render_again(("league", league), act.season))
        if state.rules.digest != was.rules.digest:
            statements.append(
                set_digest(league, self.when + DAY)
                if state.rules.digest
                else cancel_deadline(DeadlineKind.DIGEST, str(league))
            )
        return statements

    def _of_results(self) -> list[Statement]:
        """Return what to write of new and changed results."""
        league, statements = self.was.league, list[Statement]()
        for number, record in self.after.items():
            before = self.before[number]
            statements += (
                sql.insert_record(league, record, linked=self.linked)
                if before is None
                else sql.update_record(league, record, before)
            )
            statements += _deadlines(league, before, record)
            statements += _reminders(league, self.state.rules, before, record)
            statements += _votes(league, before, record)
        return statements


def _deadlines(league: LeagueId, before: ResultRecord | None, after: ResultRecord) -> Sequence[Statement]:
    was = None if before is None else before.deadline
    if after.deadline == was:
        return ()
    if after.deadline is None:
        return (cancel_deadline(DeadlineKind.CONFIRMATION, _key(league, after.number)),)
    return (set_deadline(deadline_of(league, after.number, after.deadline)),)


def _reminders(
    league: LeagueId, rules: League, before: ResultRecord | None, after: ResultRecord
) -> Sequence[Statement]:
    """Return the statements about the only reminder, at most half of the time to answer before its end."""
    was = None if before is None else before.deadline
    if after.deadline == was:
        return ()
    hours = rules.confirmation.remind
    if after.deadline is None or not hours or not after.waited_for:
        return () if was is None else (cancel_deadline(DeadlineKind.REMINDER, _key(league, after.number)),)
    ahead = min(hours * HOUR, rules.confirmation.hours * HOUR // 2)
    return (
        set_deadline(
            Deadline(
                DeadlineKind.REMINDER,
                _key(league, after.number),
                time_of_day((after.deadline - ahead) * SECOND),
            )
        ),
    )


def _votes(league: LeagueId, before: ResultRecord | None, after: ResultRecord) -> Sequence[Statement]:
    """Return the end of an open vote, and the new rendering of what was announced of a closed one."""
    was = None if before is None else before.vote_ends
    statements = list[Statement]()
    if after.vote_ends != was:
        statements.append(
            cancel_deadline(DeadlineKind.VOTES, _key(league, after.number))
            if after.vote_ends is None
            else set_deadline(
                Deadline(
                    DeadlineKind.VOTES, _key(league, after.number), time_of_day(after.vote_ends * SECOND)
                )
            )
        )
    if changes_votes(before, after):
        statements.append(render_again(("league", league), after.number))
    return statements


def changes_votes(before: ResultRecord | None, after: ResultRecord) -> bool:
    """Return whether a result begins or ceases to count, so that the outcome of its vote does."""
    return before is not None and before.state is not after.state


def _key(league: LeagueId, number: ResultNumber) -> str:
    return f"{league}:{number}"
