"""Lossless export and import of a league as a file, which docs/exchange.md describes."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.acts import bounds
from rules.leagues.acts.league import CloseSeason, CreateLeague, EditLeague, OpenSeason
from rules.leagues.acts.ledger import LedgerEntry, rebuild
from rules.leagues.acts.results import NewResults
from rules.leagues.acts.votes import CastVotes
from rules.leagues.league import League
from rules.leagues.result import LeagueId, Result, ResultNumber, Time
from rules.leagues.state import LeagueState, Roster
from rules.numbers import MAX_ID
from rules.refusal import Refusal
from rules.turns.clock import SECOND
from storage.engine.opening import open_beside
from storage.events.codec import Json, Unreadable, dump, plain_codec
from storage.events.codec import parse_json as read_json
from storage.events.store import Request, idempotent
from storage.leagues import codec, sql
from storage.leagues.files import spreadsheet
from storage.leagues.repository import LeagueRepository, LeagueStore
from storage.leagues.unit_of_work import CommittedActs
from storage.workers.threads import in_thread

LEAGUE_FILE_FORMAT = "arbiter-league"
VERSION = 1
EXPORT_BATCH = 500
VOTES_CAST = CastVotes.__name__
"""What stands in the text of every act with votes."""
LEAGUE_NAME_LIMIT = 100
"""The maximum length of a name, of a league or a player."""


class ExportedPlayer(Struct, frozen=True, kw_only=True):
    """An exported player number and person."""

    number: int
    name: str | None
    user: int | None = None


class ExportedEntry(Struct, frozen=True, kw_only=True):
    """An exported entry; ``act`` is JSON."""

    number: int
    when: int
    user: int | None
    act: msgspec.Raw


class ExportHeader(Struct, frozen=True, kw_only=True):
    """The header of an export, with the ledger as JSON."""

    format: str
    version: int
    exported: str
    name: str
    guild: int
    champion: int | None
    players: tuple[ExportedPlayer, ...]
    ledger: tuple[ExportedEntry, ...]


class ExportFile(Struct, frozen=True):
    """An export."""

    about: ExportHeader
    ledger: Sequence[LedgerEntry]


_encode, _decode = plain_codec(ExportHeader)


class Exchange(LeagueStore):
    """Leagues out of this installation and into it."""

    async def export(self, league: LeagueId) -> bytes:
        """Return everything of a league as JSON in UTF-8. Raises Refusal "no_league"."""
        state = await self.repository.state(league)
        parts, last = [_beginning(state, self.repository.now())], 0
        while last < state.entries:
            found = await self.repository.queries.ledger(league, last, state.entries, EXPORT_BATCH)
            for number, made, user, act in found:
                comma = "" if number == state.entries else ","
                when, by, act = made // SECOND, dump(user), _without_choices(act)
                parts.append(f'{{"number":{number},"when":{when},"user":{by},"act":{act}}}{comma}\n')
            last = found[-1]["number"]
        return await in_thread(league, lambda: "".join([*parts, "]}\n"]).encode())

    async def spreadsheet(
        self, league: LeagueId, incomplete: Callable[[ResultNumber], object] = lambda number: None
    ) -> bytes:
        """Return every result as CSV in UTF-8, in the order of play. Raises Refusal "no_league".

        ``incomplete`` is called with each result that can't be written completely; the rest is written.
        """
        state = await self.repository.state(league)
        texts = await self.repository.queries.texts(league)
        return await in_thread(league, _spreadsheet, state, texts, incomplete)

    @idempotent
    async def bring(
        self,
        guild: int | None,
        request: Request | None,
        data: bytes,
        *,
        channels: Sequence[int] | None = None,
        name: str | None = None,
    ) -> CommittedActs:
        """Create a league from the file of ``export``, in ``guild`` or else in the file's server.

        It counts games of ``channels`` (default: the file's). ``name`` replaces the file's. Undoing a game's
        end at its table doesn't affect imported results. Without ``request``, the bot's owner is the
        requester. Raises Refusal "league_file_broken", "league_name_taken"; NotCommitted.
        """
        file = await in_thread(guild or 0, parse_export, data, self.repository.now())
        async with self.repository.beginning:
            league = await self.repository.queries.next_league()
            server = file.about.guild if guild is None else guild
            rebuilt = await in_thread(league, rebuild, league, server, file.ledger)
            state = _named(rebuilt.state, file.about)
            unit = self.repository.unit(_before(state), request, new=True)
            unit.linked = False
            unit.state = state
            unit.after |= rebuilt.records
            unit.before |= dict.fromkeys(rebuilt.records)
            rules = state.rules if name is None else replace(state.rules, name=name)
            await self.repository.require_free(server, rules.name)
            if channels is not None:
                unit.feed(channels)
            unit.add(EditLeague(league=rules))
            return await self.repository.carry_out(
                unit, *[sql.LEDGER.append(league, entry) for entry in file.ledger]
            )


def export_league(
    address: str, league: LeagueId, kind: str, most: int, now: datetime
) -> tuple[bytes | None, Sequence[ResultNumber]]:
    """Return a league from the database at ``address`` as "json" or "csv", and its incomplete results.

    None for a file of more than ``most`` bytes. It opens the database beside the bot, so run it in a
    worker. Raises Refusal "no_league".
    """
    return asyncio.run(_export_file(address, league, kind, most, now))


async def _export_file(
    address: str, league: LeagueId, kind: str, most: int, now: datetime
) -> tuple[bytes | None, Sequence[ResultNumber]]:
    incomplete: list[ResultNumber] = []
    async with open_beside(address) as database:
        exchange = Exchange(LeagueRepository(database, lambda: now, lambda: None))
        if kind == "json":
            data = await exchange.export(league)
        else:
            data = await exchange.spreadsheet(league, incomplete.append)
    return (data if len(data) <= most else None), incomplete


def _spreadsheet(
    state: LeagueState,
    results: Iterable[tuple[ResultNumber, str]],
    incomplete: Callable[[ResultNumber], object],
) -> bytes:
    return spreadsheet.results_csv(state, results, incomplete).encode("utf-8", "replace")


def parse_export(data: bytes, now: Time) -> ExportFile:
    """Parse a file; raises Refusal "league_file_broken", also for values that couldn't be entered."""
    try:
        if not _is_of_sensible_size(read_json(data)):
            raise Unreadable("a text or a number that the database can't take")
        about = _decode(data)
        if (about.format, about.version) != (LEAGUE_FILE_FORMAT, VERSION):
            raise Unreadable("another format")
        return ExportFile(about, [_entry(one, now) for one in about.ledger])
    except (Unreadable, ValueError, Refusal) as error:
        raise Refusal("league_file_broken") from error


def _entry(found: ExportedEntry, now: Time) -> LedgerEntry:
    bounds.require_time(found.when, now + bounds.TOMORROW)
    act = codec.decode_act(found.act)
    match act:
        case CreateLeague() | EditLeague():
            bounds.require_rules(act.league)
        case OpenSeason(starts=when) | CloseSeason(ends=when):
            bounds.require_season(when, now)
        case _:
            pass
    for result in act.brought() if isinstance(act, NewResults) else [getattr(act, "result", None)]:
        if isinstance(result, Result):
            bounds.require_result(result, now)
    return LedgerEntry(number=found.number, when=found.when, user=found.user, interaction=None, act=act)


def _is_of_sensible_size(value: Json) -> bool:
    """Return whether all texts are short enough to type, and all numbers small enough for a row."""
    match value:
        case str():
            return len(value) <= bounds.LONGEST_TEXT
        case int():
            return abs(value) <= MAX_ID
        case list():
            return all(map(_is_of_sensible_size, value))
        case dict():
            return all(map(_is_of_sensible_size, (*value, *value.values())))
        case _:
            return True


def _without_choices(act: str) -> str:
    """Return the text of an act without whom a player has voted for."""
    if VOTES_CAST not in act:
        return act
    cast = codec.decode_act(act)
    return codec.encode_act(replace(cast, choices={})) if isinstance(cast, CastVotes) else act


def _beginning(state: LeagueState, now: int) -> str:
    about = ExportHeader(
        format=LEAGUE_FILE_FORMAT,
        version=VERSION,
        exported=datetime.fromtimestamp(now, UTC).isoformat(),
        name=state.rules.name,
        guild=state.guild,
        champion=state.champion,
        players=tuple(
            ExportedPlayer(number=one.number, name=one.name, user=one.user) for one in state.players.values()
        ),
        ledger=(),
    )
    return f"{_encode(about).removesuffix(']}')}\n"


def _named(state: LeagueState, about: ExportHeader) -> LeagueState:
    """Return the league with all names, and with its role if it belongs to the same server as before."""
    named = {one.number: one for one in about.players}
    users = [one.user for one in named.values() if one.user is not None]
    names = [state.rules.name, *[one.name for one in named.values() if one.name is not None]]
    if named.keys() != state.players.keys() or len(set(users)) < len(users):
        raise Refusal("league_file_broken")
    if not all(0 < len(name) <= LEAGUE_NAME_LIMIT for name in names):
        raise Refusal("league_file_broken")
    players = {
        number: replace(player, name=named[number].name, user=None if player.guest else named[number].user)
        for number, player in state.players.items()
    }
    return replace(
        state, players=Roster(players), champion=about.champion if about.guild == state.guild else None
    )


def _before(state: LeagueState) -> LeagueState:
    """Return the empty rows of a league before its first entry."""
    return LeagueState(
        league=state.league,
        guild=state.guild,
        rules=League(name=state.rules.name),
        imported=state.imported,
        champion=state.champion,
        entries=state.entries,
    )
