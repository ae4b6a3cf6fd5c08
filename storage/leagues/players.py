"""The players of leagues: guests who are claimed, and what is known of a person and can be forgotten."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.acts import ClaimGuest, ReleaseGuest
from rules.leagues.ledger import LedgerEntry
from rules.leagues.result import LeagueId, PlayerNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person, Roster
from rules.refusal import Refusal
from storage.engine.writer import AttachedWrite, Statement
from storage.events.anonymization import Anonymization
from storage.events.codec import dump, read
from storage.events.values import Request
from storage.leagues import codec, sql
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork
from storage.leagues.values import CommittedActs

NAMELESS = "…"
"""What stands in others' words for the name of somebody who was forgotten."""


class PersonalRecord(Struct, frozen=True, kw_only=True):
    """What one league knows of a person: who they are there, what they played in, what they asked for."""

    state: LeagueState
    players: tuple[PlayerNumber, ...]
    """Their number, and those of the guests whom they have claimed; none for who never played."""
    records: tuple[ResultRecord, ...]
    entries: tuple[LedgerEntry, ...]


class Players:
    """The players of leagues. What acts raises Refusal "no_league"; NotCommitted."""

    def __init__(self, repository: LeagueRepository) -> None:
        self._repository = repository

    async def claim(
        self, league: LeagueId, request: Request, guest: PlayerNumber, person: Person, reason: str = ""
    ) -> CommittedActs:
        """A guest, or an account that somebody has left, was this user all along: everything of it is read as
        theirs from now on.

        Raises Refusal "claim_no_guest", or "claim_same_result" where both were in one result.
        """
        return await self._repository.once(request, self._claim(league, request, guest, person, reason))

    async def _claim(
        self, league: LeagueId, request: Request, guest: PlayerNumber, person: Person, reason: str
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            player = unit.number(person)
            mine, theirs = unit.state.numbers_of(player), unit.state.numbers_of(guest)
            unit.add(ClaimGuest(guest=guest, player=player, reason=reason))
            shared = await self._repository.queries.shared(league, mine, theirs)
            if shared is not None:
                raise Refusal("claim_same_result", number=shared)
            return await self._repository.commit(unit)

    async def release(
        self, league: LeagueId, request: Request, guest: PlayerNumber, reason: str = ""
    ) -> CommittedActs:
        """A claim was wrong: the guest is somebody of their own. Raises Refusal "release_not_claimed"."""
        return await self._repository.once(request, self._release(league, request, guest, reason))

    async def _release(
        self, league: LeagueId, request: Request, guest: PlayerNumber, reason: str
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            unit.add(ReleaseGuest(guest=guest, reason=reason))
            return await self._repository.commit(unit)

    async def of_person(self, user: int) -> list[PersonalRecord]:
        """Everything that leagues know of a Discord user."""
        return [await self._trace(league, user) for league in await self._repository.queries.of_user(user)]

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[AttachedWrite]:
        """What has to be written so that no league knows any more who a user was; leagues wait meanwhile.

        Their results stay under numbers without names, so that nobody else's points change; so do the acts
        that they have asked for, without the reasons that they gave. The name goes from others' reasons, from
        notes and decks.
        """
        async with self._repository.ledger.forgetting(user), AsyncExitStack() as inside:
            statements: list[Statement] = []
            units: list[UnitOfWork] = []
            for league in await self._repository.queries.of_user(user):
                state = await inside.enter_async_context(self._repository.enter(league))
                written, unit = await self._forgotten(state, user)
                statements += written
                units.append(unit)

            def then() -> None:
                for unit in units:
                    self._repository.stand(unit)

            yield AttachedWrite(tuple(statements), then)

    async def _forgotten(self, state: LeagueState, user: int) -> tuple[list[Statement], UnitOfWork]:
        """The statements by which one league forgets a user, and what it is then."""
        own = state.player_of(user)
        numbers = () if own is None else state.numbers_of(own)
        names = {name for number in numbers if (name := state.players[number].name) is not None}
        renaming = Anonymization(id=str(user), names=names, to=NAMELESS)
        statements = [sql.forget_player(state.league, number) for number in numbers]
        nobody = {number: replace(state.players[number], user=None, name=None) for number in numbers}
        unit = self._repository.unit(replace(state, players=Roster({**state.players, **nobody})))
        rows = self._repository.queries.mentioning
        for row in await rows(state.league, "league_entry", "act", renaming.texts, user):
            theirs = row["user"] == user
            act = renaming.unwritten(read(row["act"]), gone=("reason",) if theirs else ())
            statements.append(
                sql.LEDGER.rewrite(
                    state.league, row["number"], user=None if theirs else row["user"], act=dump(act)
                )
            )
        for row in await rows(state.league, "league_result", "value", renaming.texts):
            value = dump(renaming.unwritten(read(row["value"])))
            unit.after[row["number"]] = codec.decode_record(value)
            statements.append(sql.update_value(state.league, row["number"], value))
        return statements, unit

    async def _trace(self, league: LeagueId, user: int) -> PersonalRecord:
        state = await self._repository.state(league)
        own = state.player_of(user)
        numbers = () if own is None else state.numbers_of(own)
        return PersonalRecord(
            state=state,
            players=numbers,
            records=tuple(await self._repository.queries.of_players(league, numbers)),
            entries=tuple(await self._repository.queries.entries_by(league, user)),
        )
