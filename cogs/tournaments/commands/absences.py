"""/event no-show, and the button of players who were called to their table."""

from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.core.components import below
from cogs.text.language import tr
from cogs.tournaments.commands.options import suggest_event_player
from cogs.tournaments.commands.service import EditTournament, EventCog, EventHandler, EventService, Pressed
from cogs.tournaments.updates.tables.missing import call
from cogs.tournaments.views.lines import no_show_line
from rules.pairings.pairings import Participant
from rules.tournaments.absences import MarkNoShow, ShowUp
from rules.tournaments.act import not_in
from rules.tournaments.penalties import deserted
from storage.posts import PostKind
from storage.tournaments.change import Notice, TournamentChange


class AbsencesCog(EventCog):
    """The commands about absent players."""

    @app_commands.command(name="no-show")
    @app_commands.autocomplete(who=suggest_event_player)
    @app_commands.describe(who="Missing player")
    async def no_show(self, interaction: discord.Interaction, who: str) -> None:
        """Record a no-show: leave the seat empty and drop the player (judges only)"""
        state = await self.service.judged(interaction)
        player = await self.service.player(interaction, state, who)
        async with self.service.changing(interaction, state, empty_seats(player)) as after:
            await self.service.tell(interaction, after, no_show_line(after, player))


def empty_seats(*players: Participant) -> EditTournament:
    """Empty the seats of absent players; if all are absent, everyone loses the table."""

    def decide(change: TournamentChange) -> None:
        for one in players:
            change.add(MarkNoShow(player=one))
            if len(players) == 1:
                change.notices.append(Notice(PostKind.DROPPED, f"{len(change.state.rounds)}:{one}"))
        for table in {change.state.rounds[-1].table_of(one) for one in players}:
            for act in deserted(change.state, table or 0):
                change.add(act)
                change.notices.append(Notice(PostKind.CORRECTION, f"{act.round}:{act.table}"))

    return decide


async def show_up(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Record that a called player is there; the message calls those who still aren't."""
    known = pressed.state.find(interaction.user.id, "")
    if known is None:
        raise not_in(pressed.state)
    called = pressed.state.rounds[-1].missing.items() if pressed.state.rounds else ()
    table = next((table for table, there in called if known.number in there), None)
    async with service.changing(interaction, pressed.state, ShowUp(player=known.number)) as after:
        missing = after.rounds[-1].missing.get(table or 0, ())
        if missing:
            text, rows = call(after, missing)
            await interaction.response.edit_message(content=text, view=below(rows))
        else:
            await interaction.response.edit_message(content=tr("Everyone is here."), view=None)


HANDLERS: Mapping[str, EventHandler] = {"present": show_up}
