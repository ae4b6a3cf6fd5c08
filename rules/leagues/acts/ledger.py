"""A league's ledger: entries being made, and the league rebuilt from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.league import AddPlayer, CreateLeague
from rules.leagues.acts.results import NewResults
from rules.leagues.league import League
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person, PublicPage
from rules.refusal import Refusal


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """An entry of a league's ledger. ``user`` is None if the bot acted or the user was forgotten."""

    number: int
    when: Time
    user: int | None
    interaction: int | None
    act: LeagueAct


@dataclass(slots=True)
class LeagueChange:
    """Acts on a league in progress, with the league and its results after them.

    ``was`` is the league before.
    """

    was: LeagueState
    when: Time
    state: LeagueState = field(init=False)
    acts: list[LeagueAct] = field(default_factory=list[LeagueAct], init=False)
    before: dict[ResultNumber, ResultRecord | None] = field(
        default_factory=dict[ResultNumber, ResultRecord | None], init=False
    )
    """The results that the acts add or change, in their previous state; None for a new one."""
    after: dict[ResultNumber, ResultRecord] = field(
        default_factory=dict[ResultNumber, ResultRecord], init=False
    )

    def __post_init__(self) -> None:
        self.state = self.was

    def add(self, act: LeagueAct) -> None:
        """Enter an act on the league, or one that brings results. Raises Refusal."""
        self.state = act.apply(self.state)
        self.acts.append(act)
        if isinstance(act, NewResults):
            for record in act.records(self.state, self.when):
                self.before[record.number] = None
                self.after[record.number] = record

    def change(self, record: ResultRecord, act: LeagueAct) -> None:
        """Enter an act on a result that the league has. Raises Refusal."""
        self.after[record.number] = _revised(self.state, record, act, self.when)
        self.before.setdefault(record.number, record)
        self.acts.append(act)

    def number(self, person: Person, *, rename: bool = True) -> PlayerNumber:
        """Return a person's number in this league, or a new one.

        Guests are identified by name, ignoring case. A user's name is updated unless ``rename`` is False.
        """
        found = self.state.players.find(person)
        if found is None:
            found = self._added(guest=person.user is None)
        if found != person.number:
            self.state = self.state.introduced(found, person, rename=rename)
        return found

    def nameless(self) -> PlayerNumber:
        """Return a new number for someone whose data was deleted."""
        return self._added(guest=True)

    def _added(self, *, guest: bool) -> PlayerNumber:
        number = PlayerNumber(len(self.state.players) + 1)
        self.add(AddPlayer(player=number, guest=guest))
        return number

    def numbers(self, people: Iterable[Person], *, rename: bool = True) -> tuple[PlayerNumber, ...]:
        """Return the numbers of several people in this league, new ones if needed."""
        return tuple([self.number(person, rename=rename) for person in people])


class RebuiltLeague(Struct, frozen=True):
    """The result of replaying a ledger: the league, its players without names, and its results."""

    state: LeagueState
    records: Mapping[ResultNumber, ResultRecord]


def rebuild(league: LeagueId, guild: int, ledger: Sequence[LedgerEntry]) -> RebuiltLeague:
    """Return the state after this ledger, imported as a whole. Raises Refusal "league_file_broken"."""
    if not ledger or [entry.number for entry in ledger] != list(range(1, len(ledger) + 1)):
        raise Refusal("league_file_broken")
    state = LeagueState(league=league, guild=guild, rules=League(name=""))
    records: dict[ResultNumber, ResultRecord] = {}
    for entry in ledger:
        if isinstance(entry.act, CreateLeague) != (entry.number == 1):
            raise Refusal("league_file_broken")
        try:
            state = entry.act.apply(state)
            changed = _changed(state, records, entry)
        except (Refusal, KeyError, TypeError) as error:
            raise Refusal("league_file_broken") from error
        records |= {one.number: one for one in changed}
    return RebuiltLeague(
        replace(state, imported=len(ledger), entries=len(ledger), page=PublicPage()), records
    )


def _changed(
    state: LeagueState, records: Mapping[ResultNumber, ResultRecord], entry: LedgerEntry
) -> Sequence[ResultRecord]:
    act = entry.act
    if isinstance(act, NewResults):
        return tuple(act.records(state, entry.when))
    return () if act.about is None else (_revised(state, records[act.about], act, entry.when),)


def _revised(state: LeagueState, record: ResultRecord, act: LeagueAct, when: Time) -> ResultRecord:
    result = getattr(act, "result", None) or record.result
    return act.revise(record, state.review_context(result, when))
