"""/league import: results from files, shown before they count, and whole leagues."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

import discord
from discord import app_commands
from msgspec import Struct

from cogs.core.components import button, rows
from cogs.core.context import request_of
from cogs.core.custom_ids import Value
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_private
from cogs.drawing.truncate import truncate
from cogs.leagues.commands.options import describe_options
from cogs.leagues.commands.service import KeptSheet, LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import ID, LeagueCustomId
from cogs.leagues.core.people import accounts
from cogs.text.formatting import MESSAGE_LENGTH, abridged, comma_separated, escape
from cogs.text.language import speaking, spoken, tr, trn
from cogs.text.leagues import text as words
from cogs.text.refusals.explanation import explain
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.files.result_files import Known, LeagueFile, parse_results
from storage.leagues.results import ReportedResult
from storage.sheet_times import DayOrder, read_sheet_time
from storage.workbooks import sheet_of
from storage.workers.threads import in_thread

MAX_IMPORT_BYTES = 20 * 1024 * 1024
"""Maximum bytes of an imported file."""
MAX_LISTED_ROWS = 10
"""Rows that are listed of each kind."""
NAMES_LENGTH = 600
"""Letters of the names that are new."""
BRING, ORDER = "bring", "order"
"""Verbs: import the results of a file whose preview was shown, or read its days in an order."""


class FileId(Value, frozen=True):
    """A file, identified by its command's interaction, and the order of its days, if chosen."""

    between = "."
    file: Annotated[int, ID]
    order: Literal["", "day", "month"] = ""

    @property
    def chosen(self) -> DayOrder | None:
        """The order of days."""
        return DayOrder(self.order) if self.order else None


class Preview(Struct, frozen=True):
    """The effects of a file's results on a league."""

    file: LeagueFile
    new: Sequence[ReportedResult]
    there: Sequence[int]
    """First rows of results that the league has."""
    faults: Sequence[tuple[int, Refusal]]
    """What is wrong, each with its row, or 0 where the refusal has it."""
    strangers: Sequence[str]
    """Names that the league doesn't know."""
    examined: int
    """How many entries the league had then."""


class ImportsCog(LeagueCog):
    """/league import."""

    @app_commands.command(name="import")
    @describe_options(
        file="Results as CSV or Excel, or an exported league as JSON",
        league="League to import results into",
        name="Name for the imported league",
    )
    async def import_file(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment,
        league: str | None = None,
        name: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Import results or a whole league (judges only)"""
        await self.service.require_judge(interaction)
        if file.size > MAX_IMPORT_BYTES:
            raise Refusal("file_too_large", limit=MAX_IMPORT_BYTES // 1024 // 1024)
        await put_off(interaction)
        data = await file.read()
        if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
            await self._import_league(interaction, data, name)
            return
        state = await self.service.state(interaction, league)
        sheet = await sheet_of(self.game_service.workers, state.guild, data)
        self.service.files.put(interaction.id, KeptSheet(state.league, sheet))
        await _show(self.service, interaction, state, interaction.id, None)

    async def _import_league(self, interaction: discord.Interaction, data: bytes, name: str | None) -> None:
        channels = None if interaction.channel_id is None else (interaction.channel_id,)
        done = await self.leagues.exchange.bring(
            interaction.guild_id,
            request_of(interaction, announced=True),
            data,
            channels=channels,
            name=name,
        )
        await self.service.announce(interaction, done)


async def _read(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    kept: KeptSheet,
    order: DayOrder | None,
) -> Preview:
    """Match a file's results with a league. Raises Refusal."""
    zone, _ = await service.game_service.zone_and_language(interaction)
    known = Known(service.now(), accounts(state), zone, order)
    file = await in_thread(state.league, parse_results, kept.sheet, known)
    examined = await service.leagues.results.examine(state.league, interaction.user.id, file.results)
    new, there = list[ReportedResult](), list[int]()
    faults = [(0, one) for one in file.faults]
    for row, result, one in zip(file.rows, file.results, examined, strict=True):
        if one.refusal is not None:
            faults.append((row, one.refusal))
        elif one.there is not None:
            there.append(row)
        else:
            new.append(result)
    strangers = await in_thread(state.league, _strangers, state, new)
    return Preview(file, new, there, faults, strangers, state.entries)


def _strangers(state: LeagueState, results: Sequence[ReportedResult]) -> Sequence[str]:
    """Return the names in results that a league doesn't know."""
    people = (person for one in results for person in one.people)
    return [*dict.fromkeys(person.name for person in people if state.players.find(person) is None)]


async def _show(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    number: int,
    order: DayOrder | None,
) -> None:
    """Show privately what a file would import; if the order of its days is unclear, ask once."""
    kept = _kept(service, state, number)
    with speaking(await service.game_service.language_of_user(interaction)):
        found = await _read(service, interaction, state, kept, order)
        if not (found.file.results or found.faults):
            raise Refusal("import_empty")
        day = found.file.ambiguous
        text = truncate("\n".join(_lines(state, found)), MESSAGE_LENGTH)
        shown = [
            button(_day(day, one), LeagueCustomId(ORDER, state.league, value=str(FileId(number, one.value))))
            for one in DayOrder
            if day
        ]
        bring = button(
            trn("Import {n} result", "Import {n} results", len(found.new)),
            LeagueCustomId(BRING, state.league, value=str(FileId(number, order.value if order else ""))),
            discord.ButtonStyle.success,
            disabled=not found.new or bool(found.faults),
        )
        await reply_private(interaction, text, *rows(*(shown or [bring])))


def _lines(state: LeagueState, found: Preview) -> Iterator[str]:
    yield trn(
        "**{n} new result** for {league}.",
        "**{n} new results** for {league}.",
        len(found.new),
        league=words.league_title(state),
    )
    if found.strangers:
        names = truncate(comma_separated(map(escape, found.strangers[:NAMES_LENGTH])), NAMES_LENGTH)
        yield trn("{n} new player: {names}", "{n} new players: {names}", len(found.strangers), names=names)
    if found.there:
        yield tr("-# Already in the league: rows {rows}", rows=abridged(found.there, MAX_LISTED_ROWS))
    if found.faults:
        yield tr("Nothing can be imported before this is corrected in the file:")
    for row, refusal in found.faults[:MAX_LISTED_ROWS]:
        why = explain(refusal)
        yield tr("-# Row {line}: {why}", line=row, why=why) if row else f"-# {why}"
    if len(found.faults) > MAX_LISTED_ROWS:
        yield trn("-# And {n} more row.", "-# And {n} more rows.", len(found.faults) - MAX_LISTED_ROWS)
    if found.file.ambiguous:
        yield tr("Which day is {day}?", day=escape(found.file.ambiguous))


def _day(text: str, order: DayOrder) -> str:
    """Return the meaning of a date in a file in one order, in the current language."""
    from babel.dates import format_date  # takes longer to load than all of this file

    moment = read_sheet_time(text, "UTC", order) or 0
    return format_date(datetime.fromtimestamp(moment, UTC).date(), "long", locale=spoken())


def _kept(service: LeagueService, state: LeagueState, number: int) -> KeptSheet:
    """Return the file of a preview; raises Refusal "league_file_forgotten"."""
    kept = service.files.get(number)
    if kept is None or kept.league != state.league:
        raise Refusal("league_file_forgotten")
    return kept


async def _order(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Show the same file, with its days read in the pressed order."""
    await service.require_judge(interaction)
    state, file = await service.of(interaction, press.league), FileId.read(press.value)
    await _show(service, interaction, state, file.file, file.chosen)


async def _bring(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Import the results of a file whose preview was shown."""
    await service.require_judge(interaction)
    state, file = await service.of(interaction, press.league), FileId.read(press.value)
    kept = _kept(service, state, file.file)
    await put_off(interaction, thinking=True)
    found = await _read(service, interaction, state, kept, file.chosen)
    if found.faults:  # the league has changed since
        await _show(service, interaction, state, file.file, file.chosen)
        return
    request = request_of(interaction, announced=True)
    if service.files.pop(file.file) is None:
        raise Refusal("league_file_forgotten")  # by another press, which brings it in
    try:
        done = await service.leagues.results.bring_in(
            state.league, request, found.new, examined=found.examined
        )
    except Exception:
        service.files.put(file.file, kept)
        raise
    await service.announce(interaction, done)


HANDLERS: Mapping[str, LeagueHandler] = {BRING: _bring, ORDER: _order}
