"""A league as a file, without loss, and back; docs/exchange.md says what is in it."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from rules.leagues.acts import AddChannel, EditLeague, RemoveChannel
from rules.leagues.league import League
from rules.refusal import Refusal
from storage.events.codec import Json, Unreadable, dump, plain
from storage.events.type_check import conforms
from storage.games.values import Request
from storage.leagues import codec, spreadsheet, sql
from storage.leagues.rebuild import RebuiltLeague, retell
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork
from storage.leagues.values import CommittedActs, LeagueId, LeagueState, LedgerEntry, Roster

FORMAT = "arbiter-league"
VERSION = 1
PAGE = 500
LONGEST_NAME = 100
"""As long as a name may be, of a league or a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedPlayer:
    """Who a number is, as a file says it."""

    number: int
    name: str | None
    user: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportHeader:
    """What a file says before the ledger."""

    format: str
    version: int
    exported: str
    name: str
    guild: int
    champion: int | None
    players: tuple[ExportedPlayer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedEntry:
    """What a file says of an entry beside its act."""

    number: int
    when: int
    user: int | None


@dataclass(frozen=True, slots=True)
class ExportFile:
    """What a file says."""

    about: ExportHeader
    ledger: Sequence[LedgerEntry]


class Exchange:
    """Leagues out of this installation and into it."""

    def __init__(self, shelf: LeagueRepository) -> None:
        self._shelf = shelf

    async def export(self, league: LeagueId) -> bytes:
        """Everything of a league as JSON in UTF-8. Raises Refusal "no_league"."""
        head = await self._shelf.head(league)
        parts, last = [_beginning(head, self._shelf.now())], 0
        while last < head.entries:
            found = await self._shelf.database.fetch(
                "SELECT number, made, user, act FROM league_entry "
                "WHERE league = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?",
                *(league, last, head.entries, PAGE),
            )
            for number, made, user, act in found:
                comma = "" if number == head.entries else ","
                parts.append(f'{{"number":{number},"when":{made},"user":{dump(user)},"act":{act}}}{comma}\n')
            last = found[-1]["number"]
        return await asyncio.to_thread(_joined, [*parts, "]}\n"])

    async def spreadsheet(self, league: LeagueId) -> bytes:
        """Every result as CSV in UTF-8, in the order of play. Raises Refusal "no_league"."""
        head = await self._shelf.head(league)
        sql = await self._shelf.database.fetch(
            "SELECT value FROM league_result WHERE league = ? ORDER BY played, number", league
        )
        return await asyncio.to_thread(_spreadsheet, head, [row["value"] for row in sql])

    async def bring(
        self,
        guild: int | None,
        request: Request | None,
        data: bytes,
        *,
        channels: Sequence[int] | None = None,
        name: str | None = None,
    ) -> CommittedActs:
        """A new league of a server, of the same as before without ``guild``, out of what ``export`` has made.

        It is fed by ``channels``, or by those that the file names where this is None. ``name`` takes the
        place of the file's. A table that takes a game's end back does not reach results that came this way.
        Without a request whoever runs the bot asks for it. Raises Refusal "league_file_broken",
        "league_name_taken"; NotCommitted.
        """
        file = await asyncio.to_thread(read, data)
        async with self._shelf.beginning:
            earlier = None if request is None else await self._shelf.earlier(request)
            if earlier is not None:
                return earlier
            league = await self._shelf.next_league()
            server = file.about.guild if guild is None else guild
            told = await asyncio.to_thread(retell, league, server, file.ledger)
            head = _named(told.head, file.about)
            draft = self._shelf.draft(_before(head), request, new=True)
            draft.linked = False
            _fill(draft, head, told)
            rules = head.rules if name is None else replace(head.rules, name=name)
            await self._shelf.require_free(server, rules.name)
            draft.add(EditLeague(league=rules))
            _feed(draft, channels)
            return await self._shelf.commit(
                draft, *[sql.insert_entry(league, entry) for entry in file.ledger]
            )


def _joined(parts: Sequence[str]) -> bytes:
    return "".join(parts).encode()


def _spreadsheet(head: LeagueState, texts: Iterable[str]) -> bytes:
    return spreadsheet.write(head, (codec.decode_record(text) for text in texts)).encode()


def read(data: bytes) -> ExportFile:
    """What a file says; raises Refusal "league_file_broken"."""
    try:
        found: Json = json.loads(data)
        about: ExportHeader = plain(ExportHeader)[1](found)
        ledger = found["ledger"] if isinstance(found, dict) else None
        if not isinstance(ledger, list) or not conforms(about, ExportHeader):
            raise Unreadable("no ledger")
        if (about.format, about.version) != (FORMAT, VERSION):
            raise Unreadable("another format")
        return ExportFile(about, [_entry(one) for one in ledger])
    except (Unreadable, ValueError, TypeError, LookupError, RecursionError) as error:
        raise Refusal("league_file_broken") from error


def _entry(found: Json) -> LedgerEntry:
    signature: ExportedEntry = plain(ExportedEntry)[1](found)
    act = codec.read_act(found["act"]) if isinstance(found, dict) else None
    if act is None or not conforms(act, type(act)) or not conforms(signature, ExportedEntry):
        raise Unreadable(f"entry {signature.number}")
    return LedgerEntry(
        number=signature.number, when=signature.when, user=signature.user, interaction=None, act=act
    )


def _beginning(head: LeagueState, now: int) -> str:
    about = ExportHeader(
        format=FORMAT,
        version=VERSION,
        exported=datetime.fromtimestamp(now, UTC).isoformat(),
        name=head.rules.name,
        guild=head.guild,
        champion=head.champion,
        players=tuple(
            ExportedPlayer(number=one.number, name=one.name, user=one.user) for one in head.players.values()
        ),
    )
    return f'{dump(plain(ExportHeader)[0](about))[:-1]},"ledger":[\n'


def _named(head: LeagueState, about: ExportHeader) -> LeagueState:
    """The league with everybody's names, and with its role where it is of the same server as before."""
    named = {one.number: one for one in about.players}
    users = [one.user for one in named.values() if one.user is not None]
    names = [head.rules.name, *[one.name for one in named.values() if one.name is not None]]
    if named.keys() != head.players.keys() or len(set(users)) < len(users):
        raise Refusal("league_file_broken")
    if not all(0 < len(name) <= LONGEST_NAME for name in names):
        raise Refusal("league_file_broken")
    players = {
        number: replace(player, name=named[number].name, user=None if player.guest else named[number].user)
        for number, player in head.players.items()
    }
    return replace(
        head, players=Roster(players), champion=about.champion if about.guild == head.guild else None
    )


def _before(head: LeagueState) -> LeagueState:
    """What the rows of the league are before it is written: nothing."""
    return LeagueState(
        league=head.league,
        guild=head.guild,
        rules=League(name=head.rules.name),
        imported=head.imported,
        champion=head.champion,
        entries=head.entries,
    )


def _fill(draft: UnitOfWork, head: LeagueState, told: RebuiltLeague) -> None:
    draft.head = head
    draft.after |= told.records
    draft.before |= dict.fromkeys(told.records)


def _feed(draft: UnitOfWork, channels: Sequence[int] | None) -> None:
    if channels is None:
        return
    for channel in sorted(draft.head.channels - set(channels)):
        draft.add(RemoveChannel(channel=channel))
    for channel in sorted(set(channels) - draft.head.channels):
        draft.add(AddChannel(channel=channel))
