"""/event export and import: pairings and rosters as CSV, as TopDeck reads and writes them."""

import io

import discord
from discord import app_commands

from cogs.core.deferring import put_off
from cogs.core.messaging import reply_public
from cogs.text.formatting import clean_name
from cogs.text.language import speaking, trn
from cogs.tournaments import view
from cogs.tournaments.base import EventBase
from cogs.tournaments.rounds import MINUTES
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import BeginRound, SignUp
from rules.tournaments.judging import ChangePairings
from rules.tournaments.state import SignUpStage
from storage.tournaments.change import TournamentChange
from storage.tournaments.spreadsheet import RoundFile, pairings_file, pairings_of, read_file, results_file

LARGEST = 1024 * 1024
"""Bytes of a file; 512 names take 20,000."""
MOST = 512
"""Players in a roster."""


class FilesCog(EventBase):
    """What goes to other programs and comes from them."""

    @app_commands.command()
    @app_commands.describe(round="Round number (default: the current one)")
    async def export(
        self, interaction: discord.Interaction, round: app_commands.Range[int, 1, 100] | None = None
    ) -> None:
        """Get the pairings in TopDeck's format and all results as CSV"""
        state = await self.current(interaction)
        number = len(state.rounds) if round is None else round
        if not 1 <= number <= len(state.rounds):
            raise Refusal("no_standings")
        files = [
            discord.File(io.BytesIO(pairings_file(state, state.rounds[number - 1])), f"round-{number}.csv"),
            discord.File(io.BytesIO(results_file(state)), "results.csv"),
        ]
        with speaking(await self.service.language_of_user(interaction)):
            await interaction.response.send_message(view.title(state), files=files, ephemeral=True)

    @app_commands.command(name="import")
    @app_commands.describe(file="Names to sign up, or pairings of a round: table, player 1, player 2…")
    async def import_file(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Sign up a roster or pair a round from a CSV file (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        if file.size > LARGEST:
            raise Refusal("file_too_large", limit=1)
        await put_off(interaction)
        read = read_file(await file.read())
        if isinstance(read, RoundFile):
            pairings = pairings_of(state, read)
            act: TournamentAct = BeginRound(pairings=pairings, minutes=MINUTES[state.rules.play])
            if state.rounds and state.rounds[-1].unfinished:
                act = ChangePairings(pairings=pairings)
            after = await self.change(interaction, state, lambda change: change.add(act))
            await self.announce_round(interaction, act, state, after)
            return
        names = [clean_name(name) for name in read.names]
        if len(names) > MOST:
            raise Refusal("event_full", limit=MOST)

        def decide(change: TournamentChange) -> None:
            for name in names:
                known = change.find((None, name))
                if known is None or known.stage is SignUpStage.OUT:
                    change.add(SignUp(player=change.number((None, name)), here=True))
            if not change.acts:
                raise Refusal("signed_up_already")

        before = len(state.at(SignUpStage.IN)) + len(state.at(SignUpStage.WAITING))
        after = await self.change(interaction, state, decide)
        now = len(after.at(SignUpStage.IN)) + len(after.at(SignUpStage.WAITING))
        await reply_public(interaction, trn("{n} player signed up.", "{n} players signed up.", now - before))
