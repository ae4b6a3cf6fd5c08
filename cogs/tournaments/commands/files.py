"""/event export and import: pairings and rosters as CSV, as TopDeck reads and writes them."""

import io
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_public
from cogs.core.naming.people import MOST_WRONG
from cogs.text.formatting import clean_name
from cogs.text.language import speaking, trn
from cogs.text.people import chained, hint, several
from cogs.tournaments.commands.adding import is_in
from cogs.tournaments.commands.rounds import MINUTES
from cogs.tournaments.commands.service import EventCog, candidates
from cogs.tournaments.views import event as view
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import BeginRound, SignUp
from rules.tournaments.judging import ChangePairings
from rules.tournaments.state import SignUpStage, TournamentState
from storage.tournaments.change import TournamentChange
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
        state = await self.service.current(interaction)
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
    @app_commands.describe(file="Names to sign up, or pairings of a round: table, player 1, player 2…")
    async def import_file(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Sign up a roster or pair a round from a CSV file (judges only)"""
        state = await self.service.judged(interaction)
        if file.size > LARGEST:
            raise Refusal("file_too_large", limit=1)
        await put_off(interaction)
        read = read_file(await file.read())
        if isinstance(read, RoundFile):
            pairings = pairings_of(state, read, _numbers(state, read))
            act: TournamentAct = BeginRound(pairings=pairings, minutes=MINUTES[state.rules.play])
            if state.rounds and state.rounds[-1].unfinished:
                act = ChangePairings(pairings=pairings)
            await self.service.announce(interaction, state, act)
            await self.game_service.replies.warn_unseen(interaction)
            return
        names = [clean_name(name) for name in read.names]
        if len(names) > MOST:
            raise Refusal("event_full", limit=MOST)
        known = {name: found[0] for name, found in _bearers(state).items()}

        def decide(change: TournamentChange) -> None:
            for name in dict.fromkeys(names):
                number = known.get(name.casefold()) or change.number((None, name))
                if not is_in(change.state, number):
                    change.add(SignUp(player=number, here=True))
            if not change.acts:
                raise Refusal("signed_up_already")

        before = len(state.at(SignUpStage.IN)) + len(state.at(SignUpStage.WAITING))
        async with self.service.changing(interaction, state, decide) as after:
            new = len(after.at(SignUpStage.IN)) + len(after.at(SignUpStage.WAITING)) - before
            await reply_public(interaction, trn("{n} player signed up.", "{n} players signed up.", new))


def _bearers(state: TournamentState) -> Mapping[str, Sequence[Participant]]:
    """The players of each name, as rosters keep names; those who have dropped are last."""
    found: dict[str, list[Participant]] = {}
    for one in sorted(state.players.values(), key=lambda one: one.stage is SignUpStage.OUT):
        if one.name is not None:
            found.setdefault(clean_name(one.name).casefold(), []).append(one.number)
    return found


def _numbers(state: TournamentState, file: RoundFile) -> Mapping[str, Participant]:
    """The player of each name in a file with pairings; raises a Refusal for each name without one."""
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
        raise chained(wrong[:MOST_WRONG])
    return numbers
