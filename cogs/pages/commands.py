"""/game page, /game remote and /game links, and the button on boards: links that show games in a browser."""

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.core import autocomplete, targets
from cogs.core.components import below, button, message, options, rows, select
from cogs.core.context import location_of, picked, scope_of
from cogs.core.custom_ids import CustomId, TableCustomId, Verb, whole
from cogs.core.delivery.places import NO_SERVER, require_bot
from cogs.core.links.telling import link_address, require_pages, tell_link
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler, in_progress
from cogs.text.formatting import escape
from cogs.text.language import speaking, tr
from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.games.games import Location
from storage.links import JOINING, MAX_LINKS, Link, LinkPurpose

LINK_CHOICES = [
    app_commands.Choice(name="watching", value=LinkPurpose.WATCH.value),
    app_commands.Choice(name="stream", value=LinkPurpose.OVERLAY.value),
]


class LinksCustomId(CustomId, frozen=True):
    """The custom_id of the list of links."""

    route = "arbiter-links"
    verb: Verb


class PageCommands(GameCog):
    """The subcommands of /game that are about pages."""

    @app_commands.command()
    @app_commands.rename(purpose="for")
    @app_commands.choices(purpose=LINK_CHOICES)
    @app_commands.describe(
        channel="Whether the link is for every game in this channel (default: no; for a stream: yes)",
        purpose="Purpose of the page (default: watching)",
        game="Number of an earlier game in this channel (default: the latest)",
    )
    async def page(
        self,
        interaction: discord.Interaction,
        channel: bool | None = None,
        purpose: app_commands.Choice[str] | None = None,
        game: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Get a link that shows this game in a browser, live"""
        require_pages(self.service)
        if channel and game is not None:
            raise Refusal("page_shows_one")
        chosen = LinkPurpose.WATCH if purpose is None else LinkPurpose(purpose.value)
        follows = game is None and (chosen is LinkPurpose.OVERLAY if channel is None else channel)
        shown = None if follows else (await self.service.view_here(interaction, game)).game
        await give_page(self.service, interaction, location_of(interaction), shown, chosen)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Guest to play for (default: you)")
    async def remote(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Get a private link that turns your phone into your life counter for this game"""
        require_pages(self.service)
        await give_remote(self.service, interaction, who)

    @app_commands.command()
    async def links(self, interaction: discord.Interaction) -> None:
        """List the links to pages of this channel, and revoke them"""
        require_bot(interaction)
        links = await own_links(self.service, interaction)
        with speaking(await self.service.language_of_user(interaction)):
            await respond(interaction, view=links_message(links), private=True)


async def _press(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Reply to the button on a board with a link to its game."""
    require_pages(service)
    await give_page(service, interaction, (await service.view(press.game)).location, press.game)


HANDLERS: Mapping[str, TableHandler] = {"watch": _press}


async def revoke(service: GameService, interaction: discord.Interaction, press: LinksCustomId) -> None:
    """Revoke the links that were picked from the list, or all on it."""
    links, chosen = await own_links(service, interaction), {whole(one) for one in picked(interaction)}
    going = {link.id for link in links if press.verb == "all" or link.id in chosen}
    await service.games.links.revoke(going)
    with speaking(await service.language_of_user(interaction)):
        left = links_message([link for link in links if link.id not in going])
        await interaction.response.edit_message(view=left)


async def give_page(
    service: GameService,
    interaction: discord.Interaction,
    where: Location,
    game: GameId | None,
    purpose: LinkPurpose = LinkPurpose.WATCH,
) -> None:
    """Make a link for the user and reply privately with it, as a QR code too."""
    require_bot(interaction)
    token = await service.games.links.make(
        purpose, where.guild or NO_SERVER, where.channel, interaction.user.id, game
    )
    url = link_address(service.pages, purpose, token)
    with speaking(await service.language_of_user(interaction)):
        if purpose is LinkPurpose.OVERLAY:
            await _give_overlay(interaction, url, game)
            return
        if game is None:
            title = tr("**Page for every game in this channel**, live:")
        else:
            title = tr("**Page for game {number}**, live:", number=game)
        note = tr("-# Anyone with the link can watch. `/game links` revokes it.")
        await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


async def give_remote(service: GameService, interaction: discord.Interaction, who: str | None) -> None:
    """Make a link to play from the user's own seat, or a guest's, and reply privately with it."""
    where = location_of(interaction)
    require_bot(interaction)
    if not interaction.app_permissions.view_channel:
        raise Refusal("remote_hidden")
    requester = await service.requester(interaction)
    view = await service.view(where)
    game = in_progress(view.table)
    me = seat_of(game, requester.user)
    if me is None:
        raise Refusal("not_seated_may_not", judges=requester.judges)
    seat = game.player(targets.player(game, who, me))
    if seat.user not in (None, requester.user):
        raise Refusal("remote_of_other", who=seat.name)
    if seat.user is None:
        phones = await service.games.links.of_game(view.game, where.channel, LinkPurpose.GUEST)
        if any(one.seat == seat.id for one in phones):
            raise Refusal("remote_of_other", who=seat.name)
    purpose = LinkPurpose.SEAT
    token = await service.games.links.make(
        purpose, where.guild or NO_SERVER, where.channel, requester.user, view.game, seat.id
    )
    url = link_address(service.pages, purpose, token)
    with speaking(await service.language_of_user(interaction)):
        title = tr("**Remote for {who}**, game {number}:", who=escape(seat.name), number=view.game)
        note = tr(
            "-# Keep this link private: anyone who opens it can play as {who}. `/game links` revokes it.",
            who=escape(seat.name),
        )
        await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open remote"))


async def _give_overlay(interaction: discord.Interaction, url: str, game: GameId | None) -> None:
    """Send the user the link for their stream, and how to choose its content."""
    if game is None:
        title = tr("**Stream overlay** for every game in this channel:")
    else:
        title = tr("**Stream overlay** for game {number}:", number=game)
    how = tr(
        "Add it to OBS as a browser source. It shows the whole table; add `?show=player&player=1`, "
        "`?show=last`, `?show=clock`, `?show=result` or `?show=standings` to the link for other views. "
        "`&size=48`, `&text=ffffff`, `&card=10141ccc` and `&accent=ffd24a` change how it looks, "
        "`&names=hide` hides names, and `&delay=30` delays everything by 30 seconds."
    )
    note = tr("-# Anyone with the link can watch. `/game links` revokes it.")
    view = below(rows({"type": 2, "style": 5, "label": tr("Open page"), "url": url}))
    said = f"{title}\n<{url}>\n{how}\n{note}"
    await respond(interaction, said, view=view, private=True)


async def own_links(service: GameService, interaction: discord.Interaction) -> Sequence[Link]:
    """Return the links of this channel that a user may revoke: their own, or all if they are in charge."""
    channel = scope_of(interaction).channels[0]
    requester = await service.requester(interaction)
    return await service.games.links.of_channel(channel, None if requester.is_judge else requester.user)


def links_message(links: Sequence[Link]) -> discord.ui.LayoutView:
    """Return links with their purposes, and a list and a button to revoke them."""
    if not links:
        return message(tr("This channel has no page links that you can revoke."))
    shown = links[:MAX_LINKS]
    lines = [f"{number}. {_line(link)}" for number, link in enumerate(shown, start=1)]
    choices = options(
        (str(link.id), f"{number}. {_what(link)}") for number, link in enumerate(shown, start=1)
    )
    return message(
        tr("### Links to this channel's pages"),
        "\n".join(lines),
        select(LinksCustomId("revoke"), choices, tr("Revoke…"), several=True),
        *rows(button(tr("Revoke all"), LinksCustomId("all"), discord.ButtonStyle.danger)),
    )


def _what(link: Link) -> str:
    if link.purpose is LinkPurpose.SEAT:
        return tr("Game {number}, remote", number=link.game)
    if link.purpose in JOINING:
        return tr("Game {number}, joining as a guest", number=link.game)
    if link.purpose is LinkPurpose.GUEST:
        return tr("Game {number}, a guest's remote", number=link.game)
    if link.purpose is LinkPurpose.EVENT:
        return tr("Events in this channel")
    anything = link.game is None
    what = tr("Any game in this channel") if anything else tr("Game {number}", number=link.game)
    return what if link.purpose is LinkPurpose.WATCH else tr("Stream overlay: {what}", what=what)


def _line(link: Link) -> str:
    made, expires = (discord.utils.format_dt(one, "R") for one in (link.made, link.expires))
    values = {"what": _what(link), "who": f"<@{link.user}>", "made": made, "expires": expires}
    return tr("{what}, made by {who} {made}, expires {expires}", **values)
