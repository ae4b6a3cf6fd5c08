"""The bot's first message in a server: what it is, and buttons to start with."""

from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.core.components import TEXT_LIMIT, message, options, select, start_buttons
from cogs.core.context import picked
from cogs.core.custom_ids import HelpCustomId
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.places import installation, invitation
from cogs.core.messaging import respond
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.help.pages import PAGES, help_page
from cogs.text.language import mark, speaking, tr
from rules.refusal import Refusal
from storage.engine.metadata import Metadata, put_fact
from storage.engine.timestamps import milliseconds
from storage.games.games import Location
from storage.posts import Post, PostKind

WELCOME_WINDOW = 3600.0
"""Seconds after an invitation in which the bot introduces itself; a later event means that Discord had an
outage."""
LINKS = 500
"""Maximum characters of the line with links."""
OVERVIEW = (
    mark("## What Arbiter does"),
    mark("Arbiter keeps score in games of Magic and knows the Comprehensive Rules."),
    mark(
        "* **Every format**: Commander, duels, Free-for-All, Two-Headed Giant, Emperor, Archenemy, Grand "
        "Melee and more."
    ),
    mark(
        "* **One board per game**, with buttons for life and turns. Commands cover counters, commander "
        "damage, timers and dice."
    ),
    mark("* **Losses and wins are detected**, with the rule's number."),
    mark("* **Undo reverses any step**, even a loss or the end of the game."),
    mark("* **Leagues** turn finished games into results, standings, ratings and seasons."),
    mark("* **Guests** without a Discord account can play too."),
    mark("* **What people write isn't read**, and no privileged intents are needed."),
)


def hello(*, new: bool) -> Sequence[str]:
    """Return the paragraphs of the bot's first message in a server; ``new``: whether it has no games yet."""
    newcomers = tr("New here? Try the demo game. It takes a minute, and you can play it alone.")
    return (
        tr("## Hello, I'm Arbiter"),
        tr(
            "I keep score in your games of Magic: one board per game, with buttons for life and turns. I "
            "detect who has lost, and every step can be undone."
        ),
        *([newcomers] if new else []),
        tr("-# `/help` explains everything. Moderators choose the language and defaults with `/settings`."),
    )


def topic(title: str, bot: discord.Client) -> discord.ui.LayoutView:
    """Return a page of /help with the list of the others, buttons for newcomers, and links to get the bot."""
    return _view(help_page(title), title, bot)


def overview(bot: discord.Client) -> discord.ui.LayoutView:
    """Return a summary of the bot."""
    return _view("\n".join(map(tr, OVERVIEW)), None, bot)


def _view(text: str, title: str | None, bot: discord.Client) -> discord.ui.LayoutView:
    topics = options([(one, tr(one)) for one in PAGES], title)
    return message(
        truncate(text, TEXT_LIMIT - LINKS),
        links_to(bot),
        select(HelpCustomId("topic"), topics, tr("Choose a topic")),
        *start_buttons(),
    )


def links_to(bot: discord.Client) -> str:
    """Return the line with the links for adding the bot to servers, and to accounts if that is offered."""
    invite, install = invitation(bot), installation(bot)
    if install is None:
        return tr("-# [Invite Arbiter to another server]({invite})", invite=invite)
    return tr(
        "-# [Invite Arbiter to another server]({invite}) · [Use it anywhere, also in group chats]({install})",
        invite=invite,
        install=install,
    )


async def reply(interaction: discord.Interaction, view: discord.ui.LayoutView) -> None:
    """Answer privately, on the pressed message if that is private."""
    pressed = interaction.message
    if pressed is not None and pressed.flags.ephemeral:
        await interaction.response.edit_message(view=view)
    else:
        await respond(interaction, view=view, private=True)


async def show_overview(service: GameService, interaction: discord.Interaction, _press: HelpCustomId) -> None:
    """Answer **What can it do?**"""
    with speaking(await service.language_of_user(interaction)):
        await reply(interaction, overview(interaction.client))


async def show_topic(service: GameService, interaction: discord.Interaction, _press: HelpCustomId) -> None:
    """Show the page of /help that was picked; raises Refusal."""
    title = picked(interaction)[0]
    if title not in PAGES:
        raise Refusal("outdated")
    with speaking(await service.language_of_user(interaction)):
        await reply(interaction, topic(title, interaction.client))


class WelcomeCog(commands.Cog):
    """Welcomes servers."""

    def __init__(self, service: GameService, installation: Metadata) -> None:
        self._service = service
        self._installation = installation

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the first message where the bot may write, once per invitation."""
        joined, channel = guild.me.joined_at, channel_for_welcome(guild)
        if joined is None or channel is None or not self._is_recent(joined.timestamp()):
            return
        if not self._service.games.database.owns(guild.id):
            return
        name, invitation = f"welcomed {guild.id}", joined.isoformat()
        if await self._installation.get(name) == invitation:
            return
        post = Post(
            *("server", guild.id, int(joined.timestamp()), PostKind.WELCOME),
            place=Location(channel=channel.id, guild=guild.id),
            made=milliseconds(self._service.games.now()),
        )
        await self._service.games.outbox.send(post, also=[put_fact(name, invitation)])

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the bot's first message in a server."""
        guild = post.place.guild
        new = guild is None or not await self._service.games.has_games(guild)
        return (Announcement(view=message(*hello(new=new), *start_buttons())),)

    def _is_recent(self, moment: float) -> bool:
        return self._service.discord_clock.seconds_since(moment) < WELCOME_WINDOW


def channel_for_welcome(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, or else the first channel, in which the bot may write; None if
    there is none."""
    ordered = sorted(guild.text_channels, key=lambda one: (one != guild.system_channel, one.position, one.id))
    may_write = discord.Permissions(view_channel=True, send_messages=True)
    return next((one for one in ordered if one.permissions_for(guild.me) >= may_write), None)
