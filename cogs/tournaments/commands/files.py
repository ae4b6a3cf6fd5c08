"""/event export and import: pairings and rosters as CSV, as TopDeck reads and writes them."""

import io
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.core.delivery.deferring import put_off
from cogs.core.naming.people import Reading, few, read
from cogs.drawing.cutting import shortened
from cogs.text.formatting import clean_name
from cogs.text.language import speaking
from cogs.text.people import chained, hint, several
from cogs.text.typed import TypedName
from cogs.tournaments.commands.adding import LISTED, require_singles, sign_up_clear
from cogs.tournaments.commands.rounds import MINUTES
from cogs.tournaments.commands.service import EventCog, candidates
from cogs.tournaments.views import event as view
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import BeginRound
from rules.tournaments.judging import ChangePairings
from rules.tournaments.state import SignUpStage, TournamentState
from storage.tournaments.spreadsheet import RoundFile, pairings_file, pairings_of, read_file, results_file

LARGEST = 1024 * 1024
"""Bytes of a file; 512 names take 20,000."""
MOST = 512
"""Players in a roster."""


class FilesCog(EventCog):
    """What goes to other programs and comes from them."""

    @app_commands.command()
    @app_commands.describe(round="Round number (default: the current one)")
    async def export(
        self, interaction: discord.Interaction, round: app_commands.Range[int, 1, 100] | None = None
    ) -> None:
        """Get the pairings in TopDeck's format and all results as CSV"""
        state = await self.service.latest(interaction)
        number = len(state.rounds) if round is None else round
        if not 1 <= number <= len(state.rounds):
            raise Refusal("no_standings")
        files = [
            discord.File(io.BytesIO(pairings_file(state, state.rounds[number - 1])), f"round-{number}.csv"),
            discord.File(io.BytesIO(results_file(state)), "results.csv"),
        ]
        with speaking(await self.game_service.language_of_user(interaction)):
            await interaction.response.send_message(view.title(state), files=files, ephemeral=True)

    @app_commands.command(name="import")
    @app_commands.describe(
        file="Names to sign up, or pairings of a round: table, player 1, player 2…",
        guests="Whether to add unknown names as guests (default: no)",
    )
    async def import_file(
        self, interaction: discord.Interaction, file: discord.Attachment, guests: bool = False
    ) -> None:
        """Sign up a roster or pair a round from a CSV file (judges only)"""
        state = await self.service.judged(interaction)
        if file.size > LARGEST:
            raise Refusal("file_too_large", limit=1)
        await put_off(interaction)
        content = read_file(await file.read())
        if isinstance(content, RoundFile):
            pairings = pairings_of(state, content, _numbers(state, content))
            act: TournamentAct = BeginRound(pairings=pairings, minutes=MINUTES[state.rules.play])
            if state.rounds and state.rounds[-1].unfinished:
                act = ChangePairings(pairings=pairings)
            await self.service.announce(interaction, state, act)
            await self.game_service.replies.warn_unseen(interaction)
            return
        await self._sign_up(interaction, state, content.names, guests=guests)

    async def _sign_up(
        self, interaction: discord.Interaction, state: TournamentState, names: Sequence[str], *, guests: bool
    ) -> None:
        """Sign up the players of a roster; ``guests``: unknown people become new guests."""
        require_singles(state)
        if len(names) > MOST:
            raise Refusal("event_full", limit=MOST)
        readings = await read(interaction, [TypedName(clean_name(name)) for name in names], candidates(state))
        if guests:
            readings = [_as_guest(one) if _is_unknown(one) else one for one in readings]
        unknown = [clean_name(one.typed) for one in readings if _is_unknown(one)]
        unclear = few(one.refusal for one in readings if one.refusal and not _is_unknown(one))
        if unknown:
            shown = shortened(", ".join(unknown), LISTED)
            unclear.append(Refusal("unknown_in_file", number=len(unknown), names=shown))
        await sign_up_clear(self.service, interaction, state, readings, unclear)


def _is_unknown(reading: Reading[Participant]) -> bool:
    """Return whether the name is unknown here, as far as could be searched."""
    return reading.refusal is not None and reading.refusal.reason in ("unknown_person", "name_not_looked_up")


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
    known, people = _bearers(state), candidates(state)
    numbers: dict[str, Participant] = {}
    wrong: list[Refusal] = []
    for name in dict.fromkeys(name for table in file.tables for name in table):
        bearers = known.get(clean_name(name).casefold(), ())
        playing = [one for one in bearers if state.players[one].stage is SignUpStage.IN]
        if len(playing) == 1:
            numbers[name] = playing[0]
        elif playing:
            wrong.append(several(name, [people[one] for one in playing]))
        elif bearers and state.players[bearers[-1]].stage is SignUpStage.OUT:
            wrong.append(Refusal("event_dropped", who=name))
        else:
            wrong.append(Refusal("no_event_player", name=name, hint=hint(name, people.values())))
    if wrong:
        raise chained(few(wrong))
    return numbers
