"""The players of leagues: claimed guests, and personal data that can be forgotten."""

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from fractions import Fraction
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.acts.additions import AdjustPoints, LockDecklists, SetTeam, ShowName, SubmitDecklist
from rules.leagues.acts.bounds import is_worth
from rules.leagues.acts.league import ClaimGuest, ReleaseGuest
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.result import LeagueId, PlayerNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person, Roster
from rules.refusal import Refusal
from storage.engine.group_commit import AttachedWrite
from storage.events.anonymization import Anonymization
from storage.events.codec import Unreadable, dump, parse_json, readable
from storage.events.stream import Change
from storage.leagues import codec, sql
from storage.leagues.repository import LeagueStore, unit_of_work
from storage.leagues.unit_of_work import UnitOfWork

NO_SEASON = SeasonNumber(0)
"""Where decklists are registered before a league's first season."""
INBOX, JUDGES = "inbox", "judges"
"""The kinds under which it is kept where a league's inbox is, and which channel is for its judges."""
NAMELESS = "…"
"""The placeholder for the name of a forgotten person in others' words."""


class PersonalRecord(Struct, frozen=True, kw_only=True):
    """One league's data about a person: who they are there, their games and their requests."""

    state: LeagueState
    players: tuple[PlayerNumber, ...]
    """Their number, and those of the guests they have claimed; empty for a stranger."""
    records: Sequence[ResultRecord]
    entries: Sequence[LedgerEntry]
    unreadable: Mapping[str, Sequence[int]]
    """The numbers of those "results" and "entries" that this version can't read."""


class Players(LeagueStore):
    """The players of leagues. Changes raise Refusal "no_league"; NotCommitted."""

    @unit_of_work
    async def claim(self, unit: UnitOfWork, guest: PlayerNumber, person: Person, reason: str = "") -> None:
        """Count a guest, or an abandoned account, as this user from now on.

        Raises Refusal "claim_no_guest", or "claim_same_result" if both were in one result.
        """
        player = unit.number(person)
        mine, theirs = unit.state.numbers_of(player), unit.state.numbers_of(guest)
        unit.add(ClaimGuest(guest=guest, player=player, reason=reason))
        shared = await self.repository.queries.shared(unit.was.league, mine, theirs)
        if shared is not None:
            raise Refusal("claim_same_result", number=shared)

    @unit_of_work
    async def release(self, unit: UnitOfWork, guest: PlayerNumber, reason: str = "") -> None:
        """Undo a claim: the guest is a separate player again. Raises Refusal "release_not_claimed"."""
        unit.add(ReleaseGuest(guest=guest, reason=reason))

    async def rename(self, league: LeagueId, person: Person) -> LeagueState:
        """Store a user's newest name, which needs no entry in the ledger; return the league."""
        async with self.repository.enter(league) as state:
            number = state.players.find(person)
            if number is None:
                return state
            unit = self.repository.unit(state)
            unit.state = state.introduced(number, person, rename=True)
            return (await self.repository.carry_out(unit)).state

    @unit_of_work
    async def adjust(
        self,
        unit: UnitOfWork,
        player: PlayerNumber,
        points: Fraction,
        reason: str,
        *,
        others: Collection[int] = (),
    ) -> None:
        """Give a player points as a judge, or deduct some. ``others``: the other known judges. Raises
        Refusal "adjust_own" for their own points, "bad_points"."""
        if not points or not is_worth(points):
            raise Refusal("bad_points", text=str(points))
        if others and unit.player is not None and unit.state.resolved(unit.player) == player:
            raise Refusal("adjust_own")
        unit.add(AdjustPoints(player=player, points=points, when=unit.when, reason=reason))

    @unit_of_work
    async def set_team(self, unit: UnitOfWork, team: str, people: Sequence[Person]) -> None:
        """Give a team these members; an empty list ends it. Raises Refusal "in_another_team",
        "no_league_team"."""
        if not people and team.casefold() not in {one.name.casefold() for one in unit.state.teams}:
            raise Refusal("no_league_team", name=team)
        unit.add(SetTeam(team=team, members=tuple(dict.fromkeys(unit.numbers(people)))))

    @unit_of_work
    async def submit_decklist(self, unit: UnitOfWork, person: Person, decklist: str) -> None:
        """Register a player's decklist for the last season. Raises Refusal "decklists_locked"."""
        season = unit.state.latest or NO_SEASON
        if unit.state.are_locked(season, unit.when):
            raise Refusal("decklists_locked")
        unit.add(SubmitDecklist(player=unit.number(person), season=season, decklist=decklist))

    @unit_of_work
    async def lock_decklists(self, unit: UnitOfWork, at: Time | None) -> None:
        """Lock the decklists of the last season at a moment, or open them again."""
        unit.add(LockDecklists(season=unit.state.latest or NO_SEASON, at=at))

    @unit_of_work
    async def show_name(self, unit: UnitOfWork, *, shown: bool, entrant: Person | None = None) -> None:
        """Record whether the requester agrees to be named on the league's public page.

        ``entrant``: the requester, if they have entered an event that the page shows; they needn't have
        played yet. Raises Refusal "not_in_league", "nothing_happens".
        """
        if unit.player is None:
            if entrant is None:
                raise Refusal("not_in_league", league=unit.was.rules.name)
            player = unit.number(entrant)
        else:
            player = unit.was.resolved(unit.player)
        if (player in unit.was.page.named) == shown:
            raise Refusal("nothing_happens")
        unit.add(ShowName(player=player, shown=shown))

    async def of_person(self, user: int, unreadable: Callable[[LeagueId], object]) -> list[PersonalRecord]:
        """Return all data of leagues about a Discord user.

        ``unreadable`` is called with the leagues that this version can't read.
        """
        queries, found = self.repository.queries, list[PersonalRecord]()
        for league in await queries.of_user(user):
            try:
                state = await self.repository.state(league)
            except Unreadable:
                unreadable(league)
                continue
            numbers = _numbers(state, user)
            played = await queries.of_players(league, numbers)
            records, bad_records = readable(played, lambda row: codec.decode_record(row["value"]))
            entries, bad_entries = readable(await queries.entries_by(league, user), sql.LEDGER.entry)
            missing = {"results": bad_records, "entries": bad_entries}
            found.append(
                PersonalRecord(
                    state=state,
                    players=numbers,
                    records=records,
                    entries=entries,
                    unreadable={what: [row["number"] for row in rows] for what, rows in missing.items()},
                )
            )
        return found

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[AttachedWrite]:
        """Yield the writes that remove a user from all leagues; leagues are locked meanwhile.

        The user's results and requests stay under numbers without names, so that others' points don't change;
        reasons are deleted. The name is removed from others' reasons, from notes and from decks.
        """
        leagues = await self.repository.queries.of_user(user)
        async with self.repository.rewriting(leagues, partial(self._without, user)) as attached:
            yield attached

    async def _without(self, user: int, state: LeagueState) -> Change[LeagueState, LedgerEntry]:
        """Return a league without a user; its ledger is read again."""
        numbers = _numbers(state, user)
        names = {name for number in numbers if (name := state.players[number].name) is not None}
        renaming = Anonymization(id=str(user), names=names, to=NAMELESS)
        nobody = {number: replace(state.players[number], user=None, name=None) for number in numbers}
        statements = [sql.put_league_player(state.league, player) for player in nobody.values()]
        decklists = tuple(one for one in state.decklists if one.player not in nobody)
        forgotten = replace(state, players=Roster({**state.players, **nobody}), decklists=decklists)
        unit = self.repository.unit(forgotten)
        if await self._has_private_inbox(state.league):
            statements.append(sql.delete_message(state.league, INBOX, 0))  # it may be in their messages
        rows = self.repository.queries.mentioning
        for row in await rows(state.league, "league_entry", "act", renaming.texts, user):
            theirs = row["user"] == user
            act = renaming.unwritten(parse_json(row["act"]), gone=("reason", "decklist") if theirs else ())
            requester = None if theirs else row["user"]
            statements.append(sql.LEDGER.rewrite(state.league, row["number"], user=requester, act=dump(act)))
        for row in await rows(state.league, "league_result", "value", renaming.texts):
            value = dump(renaming.unwritten(parse_json(row["value"])))
            unit.after[row["number"]] = codec.decode_record(value)
            statements.append(sql.update_value(state.league, row["number"], value))
        follow = partial(self.repository.follow, unit)
        return Change(forgotten, also=statements, then=follow, rewritten=True)

    async def _has_private_inbox(self, league: LeagueId) -> bool:
        """Return whether a league's inbox is in direct messages."""
        inbox = await self.repository.queries.message(league, INBOX)
        judges = await self.repository.queries.message(league, JUDGES)
        return inbox is not None and (judges is None or judges.channel != inbox.channel)


def _numbers(state: LeagueState, user: int) -> tuple[PlayerNumber, ...]:
    own = state.player_of(user)
    return () if own is None else state.numbers_of(own)
