"""/event no-show, and the button of players who were called to their table."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.components import below
from cogs.core.messaging import reply_public
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.tournaments.commands.service import EventBase, signed_up
from cogs.tournaments.updates.tables.missing import call
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.refusal import Refusal
from rules.tournaments.absences import MarkNoShow, ShowUp


class AbsencesCog(EventBase):
    """Who is at their table, and who isn't."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        super().__init__(bot, service, pause)
        self.presses |= {"present": self._present}

    @app_commands.command(name="no-show")
    @app_commands.autocomplete(who=signed_up)
    @app_commands.describe(who="Player who didn't come")
    async def no_show(self, interaction: discord.Interaction, who: str) -> None:
        """Leave the seat of a missing player empty and drop them (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        player = await self.player(interaction, state, who)
        after = await self.change(interaction, state, lambda change: change.add(MarkNoShow(player=player)))
        self.updater.tables.open(after.tournament)
        if after.players[player].members:
            text = tr(
                "{team} didn't come: their seats at table {n} stay empty, and they drop from {event}. "
                "`/event team` signs them up again.",
                team=view.name(after.players[player]),
                n=after.rounds[-1].table_of(player),
                event=view.title(after),
            )
            await reply_public(interaction, text)
            return
        text = tr(
            "{player} didn't come: the seat at table {n} stays empty, and they drop from {event}. "
            "`/event add` signs them up again.",
            player=view.name(after.players[player]),
            n=after.rounds[-1].table_of(player),
            event=view.title(after),
        )
        await reply_public(interaction, text)

    async def _present(self, interaction: discord.Interaction, pressed: EventCustomId) -> None:
        """Somebody who was called is there; the message calls those who still aren't."""
        state = await self.tournaments.state(pressed.tournament)
        known = state.find(interaction.user.id, "")
        if known is None:
            raise Refusal("not_signed_up")
        called = state.rounds[-1].missing.items() if state.rounds else ()
        table = next((table for table, there in called if known.number in there), None)
        after = await self.change(interaction, state, lambda change: change.add(ShowUp(player=known.number)))
        missing = after.rounds[-1].missing.get(table or 0, ())
        if missing:
            text, rows = call(after, missing)
            await interaction.response.edit_message(content=text, view=below(rows))
        else:
            await interaction.response.edit_message(content=tr("Everyone is here."), view=None)
