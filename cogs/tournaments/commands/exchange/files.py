"""/event export and import: pairings as TopDeck has them, results, and rosters, which are shown before they
count."""

import io
from collections.abc import Mapping, Sequence
from typing import Annotated

import discord
from discord import app_commands
from msgspec import Meta

from cogs.core.components import MAX_OPTIONS, button, message, options, rows, select
from cogs.core.context import picked
from cogs.core.custom_ids import IdNumber, Value
from cogs.core.custom_ids import whole as carried
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_private
from cogs.core.naming.people import Reading, few, resolve_names
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, clean_name, comma_separated, kept_names, visible
from cogs.text.language import mark, speaking, tr, trn
from cogs.text.people import chained, hint, several
from cogs.text.typed import TypedName
from cogs.tournaments.commands.adding import LIST_LENGTH, require_singles, sign_up_clear
from cogs.tournaments.commands.exchange import result_files
from cogs.tournaments.commands.rounds import MINUTES
from cogs.tournaments.commands.service import EventCog, EventHandler, EventService, Pressed, event_candidates
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.numbers import MAX_ID
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_not_drawn
from rules.tournaments.acts import BeginRound
from rules.tournaments.judging import ChangePairings
from rules.tournaments.state import SignUpStage, TournamentState
from storage.spreadsheets import without_addresses
from storage.tournaments.exports import event_file, pairings_file, results_file
from storage.tournaments.result_files import ResultsFile
from storage.tournaments.spreadsheet import RosterFile, RoundFile, RowFault, pairings_of, read_file
from storage.workbooks import sheet_of
from storage.workers.threads import in_thread

MAX_ROSTER_BYTES = 1024 * 1024
"""Maximum bytes of a roster; 512 names take 20,000."""
MAX_ROSTER_PLAYERS = 512
"""Players in a roster."""
BRING, COLUMN = "filebring", "filecolumn"
"""Verbs: sign up the people of a file, choose another column of it."""
FAULTS = 10
"""Rows without a name that are listed."""
HEADING = 40
"""Letters of a heading."""
NO_COLUMN = 999
FAULT_WORDS: Mapping[RowFault, str] = {
    RowFault.EMPTY: mark("no name"),
    RowFault.EMAIL: mark("an e-mail address instead of a name"),
    RowFault.TWICE: mark("the same name again"),
}


class FileColumns(Value, frozen=True):
    """A previewed file, by its command's number, and its columns of names."""

    between = "."
    file: Annotated[int, Meta(ge=0, le=MAX_ID)]
    guests: IdNumber = 0
    column: IdNumber = 0
    second: IdNumber = NO_COLUMN


class FilesCog(EventCog):
    """The commands for files of other programs."""

    @app_commands.command()
    @app_commands.describe(round="Round number (default: the current one)")
    async def export(
        self, interaction: discord.Interaction, round: app_commands.Range[int, 1, 100] | None = None
    ) -> None:
        """Get pairings and results as CSV, and a finished event as TopDeck's JSON"""
        state = await self.service.latest(interaction)
        number = len(state.rounds) if round is None else round
        if not 1 <= number <= len(state.rounds):
            raise Refusal("no_standings")
        _, entries = await self.service.tournaments.history(state.tournament)
        made = {
            f"round-{number}.csv": pairings_file(state, state.rounds[number - 1]),
            "results.csv": results_file(state, entries),
        }
        if state.over:
            made["event.json"] = await in_thread(state.tournament, event_file, state, entries)
        files = [discord.File(io.BytesIO(data), name) for name, data in made.items()]
        with speaking(await self.game_service.language_of_user(interaction)):
            await interaction.response.send_message(view.title(state), files=files, ephemeral=True)

    @app_commands.command(name="import")
    @app_commands.describe(
        file="Names, pairings (table, player 1, player 2…) or results (table, winner), as CSV or Excel",
        guests="Whether to add unknown names as guests (default: no)",
    )
    async def import_file(
        self, interaction: discord.Interaction, file: discord.Attachment, guests: bool = False
    ) -> None:
        """Sign up a roster, pair a round or enter results from a file (judges only)"""
        state = await self.service.judged(interaction)
        if file.size > MAX_ROSTER_BYTES:
            raise Refusal("file_too_large", limit=1)
        await put_off(interaction)
        sheet = await sheet_of(self.game_service.workers, state.guild, await file.read())
        content = await in_thread(state.tournament, read_file, sheet)
        if isinstance(content, ResultsFile):
            await result_files.preview_results(self.service, interaction, state, content)
            return
        if isinstance(content, RoundFile):
            require_not_drawn(state)
            require_round_of_title(state, content)
            pairings = pairings_of(state, content, _numbers(state, content))
            act: TournamentAct = BeginRound(pairings=pairings, minutes=MINUTES[state.rules.play])
            if state.rounds and state.rounds[-1].unfinished:
                act = ChangePairings(pairings=pairings)
            await self.service.announce(interaction, state, act)
            await self.game_service.replies.warn_unseen(interaction)
            return
        require_singles(state)
        roster = await in_thread(state.tournament, content.roster, content.columns)
        if guests or not content.certain or roster.faults:
            self.service.files.put(interaction.id, content)
            await _preview(self.service, interaction, state, interaction.id, content.columns, guests=guests)
            return
        await _sign_up(self.service, interaction, state, roster.names, guests=guests)


def require_round_of_title(state: TournamentState, file: RoundFile) -> None:
    """Raise Refusal "event_file_round" if pairings are those of another round, by their title."""
    unfinished = bool(state.rounds and state.rounds[-1].unfinished)
    now = len(state.rounds) if unfinished else len(state.rounds) + 1
    if file.round not in (None, now):
        raise Refusal("event_file_round", round=file.round, now=now)


async def _preview(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    number: int,
    columns: Sequence[int],
    *,
    guests: bool,
) -> None:
    """Preview privately the people that a file would sign up, rows without a name, and its other columns."""
    file = _kept(service, number)
    roster, others = await in_thread(state.tournament, lambda: (file.roster(columns), file.choices))
    with speaking(await service.game_service.language_of_user(interaction)):
        names = [clean_name(one) for one in roster.names]
        called = " + ".join(_heading(file, column) for column in columns)
        lines = [
            trn("**{n} name** in {column}:", "**{n} names** in {column}:", len(names), column=called),
            truncate(comma_separated(names), LIST_LENGTH),
            *(_fault(line, why) for line, why in roster.faults[:FAULTS]),
        ]
        if len(roster.faults) > FAULTS:
            lines.append(trn("-# And {n} more row.", "-# And {n} more rows.", len(roster.faults) - FAULTS))
        shown = FileColumns(number, int(guests), columns[0], columns[1] if len(columns) > 1 else NO_COLUMN)
        sign = button(
            trn("Sign up {n} player", "Sign up {n} players", len(names)),
            EventCustomId(BRING, state.tournament, str(shown)),
            discord.ButtonStyle.success,
            disabled=not names,
        )
        choices = [(str(one), _heading(file, one)) for one in others[:MAX_OPTIONS]]
        pick = EventCustomId(COLUMN, state.tournament, str(shown))
        lists = [select(pick, options(choices, str(columns[0])), tr("Column with the names…"))]
        rows_shown = [*(lists if len(choices) > 1 else []), *rows(sign)]
        text = truncate("\n".join(filter(None, lines)), MESSAGE_LENGTH)
        if interaction.message is not None:
            await interaction.response.edit_message(view=message(text, *rows_shown))
            return
        await reply_private(interaction, text, *rows_shown)


async def choose_column(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Preview the people that a file would sign up with another column as names."""
    await service.require_organizer(interaction)
    shown = FileColumns.read(pressed.detail)
    column = carried("".join(picked(interaction)))
    await _preview(service, interaction, pressed.state, shown.file, (column,), guests=bool(shown.guests))


async def bring(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Sign up the people of a previewed file; raises Refusal "event_file_forgotten"."""
    await service.require_organizer(interaction)
    shown = FileColumns.read(pressed.detail)
    file = _kept(service, shown.file)
    columns = [one for one in (shown.column, shown.second) if one != NO_COLUMN]
    await put_off(interaction, thinking=True)
    roster = await in_thread(pressed.state.tournament, file.roster, columns)
    await _sign_up(service, interaction, pressed.state, roster.names, guests=bool(shown.guests))


async def _sign_up(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    names: Sequence[str],
    *,
    guests: bool,
) -> None:
    """Sign up the players of a roster; ``guests``: unknown people become new guests."""
    require_singles(state)
    if len(names) > MAX_ROSTER_PLAYERS:
        raise Refusal("event_full", limit=MAX_ROSTER_PLAYERS)
    kept = _bearers(state)
    known = (next((one for one in kept_names(name) if one.casefold() in kept), "") for name in names)
    typed = [TypedName(one or clean_name(name)) for one, name in zip(known, names, strict=True)]
    readings = await resolve_names(interaction, typed, event_candidates(state))
    if guests:
        readings = [_as_guest(one) if _is_unknown(one) else one for one in readings]
    unknown = [clean_name(one.typed) for one in readings if _is_unknown(one)]
    unclear = few(one.refusal for one in readings if one.refusal and not _is_unknown(one))
    if unknown:
        shown = truncate(comma_separated(unknown), LIST_LENGTH)
        unclear.append(Refusal("unknown_in_file", number=len(unknown), names=shown))
    if left := [one for one in readings if _has_left(state, one)]:
        shown = truncate(comma_separated(clean_name(one.typed) for one in left), LIST_LENGTH)
        unclear.append(Refusal("dropped_in_file", names=shown))
    coming = [one for one in readings if one not in left]
    await sign_up_clear(service, interaction, state, coming, unclear)


def _kept(service: EventService, number: int) -> RosterFile:
    """Return the file of a preview, by the number of its command; raises Refusal "event_file_forgotten"."""
    file = service.files.get(number)
    if not isinstance(file, RosterFile):
        raise Refusal("event_file_forgotten")
    return file


def _heading(file: RosterFile, column: int) -> str:
    """Return the name of a column in its file, or its place."""
    heading = file.headings[column] if column < len(file.headings) else ""
    return truncate(visible(heading) or tr("column {n}", n=column + 1), HEADING)


def _fault(line: int, why: RowFault) -> str:
    """Return the line about a row that signs no one up; it doesn't quote the row."""
    return tr("-# Row {line}: {why}", line=line, why=tr(FAULT_WORDS[why]))


def _is_unknown(reading: Reading[Participant]) -> bool:
    """Return whether the name is unknown here, as far as the search reached."""
    return reading.refusal is not None and reading.refusal.reason in ("unknown_person", "name_not_looked_up")


def _has_left(state: TournamentState, reading: Reading[Participant]) -> bool:
    """Return whether someone in a file has dropped, whom only a judge's word brings back."""
    number, person = reading.known, reading.person
    if number is None and person is not None and (known := state.find(*person)) is not None:
        number = known.number
    dropped = number is not None and state.players[number].stage is SignUpStage.OUT
    return dropped and not state.rules.queue and number not in state.disqualified


def _as_guest(reading: Reading[Participant]) -> Reading[Participant]:
    return Reading(reading.typed, person=reading.guest)


def _bearers(state: TournamentState) -> Mapping[str, Sequence[Participant]]:
    """Return the players by name, as in rosters; dropped ones last."""
    found: dict[str, list[Participant]] = {}
    for one in sorted(state.players.values(), key=lambda one: one.stage is SignUpStage.OUT):
        if one.name is not None:
            found.setdefault(clean_name(one.name).casefold(), []).append(one.number)
    return found


def _numbers(state: TournamentState, file: RoundFile) -> Mapping[str, Participant]:
    """Return the player of each name in a file with pairings; raises a Refusal for each name without one."""
    kept, people = _bearers(state), event_candidates(state)
    numbers: dict[str, Participant] = {}
    wrong: list[Refusal] = []
    for name in dict.fromkeys(name for table in file.tables for name in table):
        bearers = next((kept[form] for form in result_files.roster_forms(name) if form in kept), ())
        playing = [one for one in bearers if state.players[one].stage is SignUpStage.IN]
        if len(playing) == 1:
            numbers[name] = playing[0]
        elif playing:
            wrong.append(several(name, [people[one] for one in playing]))
        elif bearers and state.players[bearers[-1]].stage is SignUpStage.OUT:
            wrong.append(Refusal("event_dropped", who=name))
        else:
            shown = without_addresses(name)
            wrong.append(Refusal("no_event_player", name=shown, hint=hint(shown, people.values())))
    if wrong:
        raise chained(few(wrong))
    return numbers


HANDLERS: Mapping[str, EventHandler] = {BRING: bring, COLUMN: choose_column, **result_files.HANDLERS}
