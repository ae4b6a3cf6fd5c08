"""/league-page: a league's public page, whom it names, and links to it."""

import discord
from discord import app_commands

from cogs.core import members
from cogs.core.context import picked, request_of
from cogs.core.custom_ids import whole
from cogs.core.links.telling import link_address, require_pages, tell_link
from cogs.core.messaging import reply_private, respond
from cogs.leagues.commands.options import describe_options
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.views import public_page as view
from cogs.text.language import speaking, tr
from cogs.text.leagues import text
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.links import LinkPurpose


class PublicPageCog(LeagueCog):
    """/league-page, which isn't a subcommand because /league has as many as Discord allows."""

    @app_commands.command(name="league-page")
    @describe_options()
    async def league_page(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show a league in a browser, and choose whether it shows your name"""
        state = await self.service.state(interaction, league, looking=True)
        with speaking(await self.game_service.language_of_user(interaction)):
            panel = await _panel(self.service, interaction, state)
            await respond(interaction, view=panel, private=True)


async def _panel(
    service: LeagueService, interaction: discord.Interaction, state: LeagueState
) -> discord.ui.LayoutView:
    judge, links = await service.is_judge(interaction), service.game_service.games.links
    user = interaction.user.id
    own = await links.of_league(state.league, None if judge else user)
    entered = state.page.on and await _is_entered(service, state, user)
    return view.public_page_panel(state, _player(state, user), own, judge=judge, entered=entered)


def _player(state: LeagueState, user: int) -> PlayerNumber | None:
    number = state.player_of(user)
    return None if number is None else state.resolved(number)


async def _is_entered(service: LeagueService, state: LeagueState, user: int) -> bool:
    """Return whether a person has signed up for an event on the page."""
    return await service.game_service.games.tournaments.queries.is_entered(state.league, user)


async def _redraw(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Show the updated panel, in the requester's language."""
    with speaking(await service.game_service.language_of_user(interaction)):
        state = await service.leagues.state(press.league)
        await interaction.response.edit_message(view=await _panel(service, interaction, state))


async def _judged(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> LeagueState:
    await service.require_judge(interaction)
    return await service.of(interaction, press.league)


async def _set(
    service: LeagueService, interaction: discord.Interaction, state: LeagueState, *, on: bool, guests: bool
) -> bool:
    """Change the page; return False if it was already like that."""
    try:
        await service.leagues.set_page(state.league, request_of(interaction), on=on, guests=guests)
    except Refusal as refusal:
        if refusal.reason != "nothing_happens":
            raise
        return False
    return True


async def _turn_on(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Turn the page on, and ask everyone once whether it may name them."""
    state = await _judged(service, interaction, press)
    require_pages(service.game_service)
    changed = await _set(service, interaction, state, on=True, guests=state.page.guests)
    await _redraw(service, interaction, press)
    if changed:
        with speaking(await service.game_service.language_of_channel(interaction)):
            await respond(interaction, view=view.naming_invitation(state))


async def _turn_off(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Turn the page off and revoke every link, so that none works when it is turned on again."""
    state = await _judged(service, interaction, press)
    links = service.game_service.games.links
    await links.revoke([one.id for one in await links.of_league(state.league)])
    await _set(service, interaction, state, on=False, guests=state.page.guests)
    await _redraw(service, interaction, press)


async def _guests(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await _judged(service, interaction, press)
    await _set(service, interaction, state, on=state.page.on, guests=press.value == "1")
    await _redraw(service, interaction, press)


async def _link(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    require_pages(service.game_service)
    if not state.page.on:
        raise Refusal("league_page_off")
    token = await service.game_service.games.links.make_of_league(
        state.guild, state.league, interaction.user.id
    )
    url = link_address(service.game_service.pages, LinkPurpose.LEAGUE, token)
    with speaking(await service.game_service.language_of_user(interaction)):
        title = tr("**Page of {league}**, live:", league=text.league_title(state))
        note = tr("-# Anyone with the link can read it. You and judges can revoke it with `/league-page`.")
        await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


async def _name(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Record whether the user agrees to be named on the public page."""
    state, user = await service.of(interaction, press.league), interaction.user
    entrant = None
    if _player(state, user.id) is None:
        if press.verb != view.NAMED or not await _is_entered(service, state, user.id):
            raise Refusal("not_named_in_league", league=state.rules.name)
        number, name = members.member(user)
        entrant = Person(name, number)
    try:
        done = await service.leagues.players.show_name(
            state.league, request_of(interaction), shown=press.verb == view.NAMED, entrant=entrant
        )
        state = done.state
    except Refusal as refusal:
        if refusal.reason != "nothing_happens":
            raise
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await _redraw(service, interaction, press)
        return
    with speaking(await service.game_service.language_of_user(interaction)):
        player = _player(state, user.id)
        assert player is not None, "only players can agree"
        await reply_private(interaction, view.naming_answer(state, player))


async def _revoke(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Revoke the picked link, or all of them; a player's own, or as a judge anyone's."""
    state = await service.of(interaction, press.league)
    links, judge = service.game_service.games.links, await service.is_judge(interaction)
    may = {one.id for one in await links.of_league(state.league, None if judge else interaction.user.id)}
    chosen = may if press.verb == view.REVOKE_ALL else may & {whole(one) for one in picked(interaction)}
    await links.revoke(chosen)
    await _redraw(service, interaction, press)


HANDLERS: dict[str, LeagueHandler] = {
    view.ON: _turn_on,
    view.OFF: _turn_off,
    view.GUESTS: _guests,
    view.LINK: _link,
    view.NAMED: _name,
    view.ANONYMOUS: _name,
    view.REVOKE: _revoke,
    view.REVOKE_ALL: _revoke,
}
"""Handlers of the buttons and the list."""
