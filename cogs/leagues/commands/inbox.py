"""/league inbox, and the results opened and closed from there."""

import discord
from discord import app_commands

from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import respond
from cogs.leagues.commands.options import describe_options
from cogs.leagues.commands.seasons import ask_to_close, close_season
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import LeagueCustomId, PageId
from cogs.leagues.views import audit, details
from cogs.leagues.views import inbox as inbox_view
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking
from rules.leagues.state import LeagueState

INBOX_LEDGER_ENTRIES = 10
"""Entries of the ledger shown with a result."""


class InboxCog(LeagueCog):
    """/league inbox."""

    @app_commands.command()
    @describe_options()
    async def inbox(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show a league's open tasks (judges only)"""
        state = await self.service.judged(interaction, league)
        async with self.deferred(interaction):
            await respond(interaction, view=await _inbox(self.service, state), private=True)


async def _inbox(service: LeagueService, state: LeagueState) -> discord.ui.LayoutView:
    found = await inbox_view.collect(
        service.leagues, service.game_service.games.tournaments, state, service.now()
    )
    return inbox_view.inbox_message(state, found, service.now())


async def _refresh(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.judged_from(interaction, press.league)
    await interaction.response.edit_message(view=await _inbox(service, state))


async def _open(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Show a result with its whole history, and the judges' buttons."""
    state = await service.judged_from(interaction, press.league)
    with speaking(await service.game_service.language_of_user(interaction)):
        record = await service.leagues.results.record(state.league, press.result)
        await put_off(interaction, private=True, thinking=True)
        entries = await service.leagues.audit(state.league, result=press.result, limit=INBOX_LEDGER_ENTRIES)
        ledger = [audit.ledger_line(state, entry) for entry in entries]
        worth = await details.worth_of(service.leagues, state, record)
        view = result_view.judged(state, record, worth, ledger)
        await respond(interaction, view=view, private=True)


async def _open_flags(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    state = await service.judged_from(interaction, press.league)
    with speaking(await service.game_service.language_of_user(interaction)):
        await put_off(interaction, private=True, thinking=True)
        view = await service.page(state, PageId(what="flags"))
        await respond(interaction, view=view, private=True)


async def _ask_to_close(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    state = await service.judged_from(interaction, press.league)
    with speaking(await service.game_service.language_of_user(interaction)):
        view = await ask_to_close(service, state, None)
        await respond(interaction, view=view, private=True)


async def _close(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.judged_from(interaction, press.league)
    await close_season(service, interaction, state, press.number or None)


HANDLERS: dict[str, LeagueHandler] = {
    "inbox": _refresh,
    "open": _open,
    "openflags": _open_flags,
    "closing": _ask_to_close,
    "closeseason": _close,
}
"""Handlers of the inbox's buttons."""
