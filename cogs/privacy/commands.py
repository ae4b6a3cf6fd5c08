"""/privacy: a user's stored data, its export as a file, and its deletion."""

import io
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.components import button, message, rows
from cogs.core.custom_ids import CustomId, Verb
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.service import GameService
from cogs.text.formatting import escape, forget_names
from cogs.text.language import speaking, tr, trn
from cogs.text.log.lines import forget_lines
from rules.game.parts import GameId
from storage.games.values import KnownGame
from storage.privacy import KnownData, Privacy, export_user_data

EXPORT_FILE_NAME = "arbiter-my-data"
MAX_NAMED_CHANNELS = 10
"""Channels that are named at most."""
STATEMENT = (
    "## Your data",
    "**What is stored.** For every game: who played, by Discord ID and the name shown in the server, "
    "and what was entered, when and by which user. For leagues: results, who reported and confirmed "
    "them, and the reasons people gave. For events: who signed up. Your personal choices in "
    "`/settings`. Which links to pages you made, and whom you avoid in queues. Arbiter doesn't read messages "
    "and stores nothing about people who don't play.",
    "**Why.** To keep score: the board, undo, the log, charts and standings. It isn't used for "
    "anything else or shared with anyone else.",
    "**Who can see it.** Games and events: everyone who can see the channel. Games, and events outside of"
    " leagues, also: anyone who has a link to their page. Leagues: everyone in the server; where judges "
    "turned on a public page, also anyone who has a link to it, with your name only if you agreed. Your "
    "settings and whom you avoid: you. The person who runs this bot can also see all of it, because the "
    "database is a file on their machine.",
    "**How long.** Until you delete it. Logs and leagues are meant to last, so nothing is deleted "
    "automatically.",
    "**Export it.** `/privacy export` sends you a file with everything stored about you, across "
    "every server that uses this bot. The other players in your games appear only as numbers.",
    "**Delete it.** `/privacy delete` removes your ID, your names and the reasons you gave from every "
    "game, league and event, and deletes your settings, links and whom you avoid, all at once. Other "
    "players' games stay intact: your seat becomes a guest called “Player 1”, even in games in progress. "
    "Your league points stay in the standings, without a name. The deleted data is then wiped from the "
    "database file's free space too: right away, or the following night if the file is large.",
    "**What this doesn't delete.** Messages already posted in a channel: those are stored by "
    "Discord, and the server can delete them; current boards are updated. Earlier backups and "
    "exported leagues, until they are deleted: bot owners are asked to keep backups for 30 days at "
    "most. Guest seats with your name, because Arbiter can't tell that they were you. Anything you "
    "do with the bot afterwards is stored again.",
)
"""The privacy statement: what is stored, why, how long and who sees it, a paragraph each."""


class PrivacyCustomId(CustomId, frozen=True):
    """The custom_id of the answers to the question of /privacy delete."""

    route = "arbiter-privacy"
    verb: Verb


def statement(contact: str) -> list[str]:
    """Return the privacy statement; ``contact`` may be empty."""
    asked = [tr("**Questions?** Contact {contact}.", contact=escape(contact))] if contact else []
    return [*(tr(paragraph) for paragraph in STATEMENT), *asked]


def question(known: KnownData) -> discord.ui.LayoutView:
    """Return a preview of the deletion, with its buttons."""
    found = (
        trn("{n} game with your data", "{n} games with your data", len(known.games)),
        trn("{n} personal setting", "{n} personal settings", known.settings),
        trn("{n} league", "{n} leagues", known.leagues),
        trn("{n} event", "{n} events", known.tournaments),
        *([trn("{n} link to a page", "{n} links to pages", known.links)] if known.links else ()),
        *([trn("{n} player you avoid", "{n} players you avoid", known.avoided)] if known.avoided else ()),
    )
    paragraphs = [
        tr("### Delete your data?"),
        tr("Stored about you, across all servers that use this bot:"),
        "\n".join(f"- {one}" for one in found),
        tr(
            "Your ID and your names will be deleted and can't be restored. Other players' games stay "
            "intact: your seat becomes a guest with a number for a name."
        ),
        *_running(known),
        tr("To keep a copy, use `/privacy export` first."),
    ]
    delete = button(tr("Delete my data"), PrivacyCustomId("delete"), discord.ButtonStyle.danger)
    return message(*paragraphs, *rows(delete, button(tr("Keep my data"), PrivacyCustomId("keep"))))


def _running(known: KnownData) -> list[str]:
    places = dict.fromkeys(one.channel for one in known.games if not one.over)
    if not places:
        return []
    channels = " ".join(f"<#{channel}>" for channel in list(places)[:MAX_NAMED_CHANNELS])
    return [
        tr(
            "You're in a game in progress in {channels}. You won't be able to use its buttons "
            "afterwards, but the others can keep playing for your seat.",
            channels=channels,
        )
    ]


def deleted(games: Sequence[KnownGame]) -> discord.ui.LayoutView:
    """Return a summary of the deletion."""
    done = tr("Your data has been deleted: your ID, your names and your settings are no longer stored.")
    if not games:
        return message(done)
    places = trn(
        "Your seat in {n} game is now a guest's.",
        "Your seats in {n} games are now guests'.",
        len(games),
    )
    return message(done, places)


@anywhere
class PrivacyCog(commands.GroupCog, group_name="privacy"):
    """Show, export or delete your data"""

    def __init__(self, service: GameService, privacy: Privacy, contact: str = "") -> None:
        self._service = service
        self._privacy = privacy
        self._contact = contact

    @app_commands.command()
    async def statement(self, interaction: discord.Interaction) -> None:
        """Show what is stored about you, why, for how long and who can see it"""
        with speaking(await self._service.language_of_user(interaction)):
            view = message(*statement(self._contact))
            await respond(interaction, view=view, private=True)

    @app_commands.command()
    async def export(self, interaction: discord.Interaction) -> None:
        """Get a file with all data stored about you"""
        async with self._deferred(interaction):
            user, games = interaction.user.id, self._service.games
            requester = interaction.guild_id or user
            name, content = await self._service.workers.run(
                requester, export_user_data, games.database.address, user, EXPORT_FILE_NAME, games.now()
            )
            await respond(interaction, files=[discord.File(io.BytesIO(content), name)], private=True)

    @app_commands.command()
    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete all data stored about you"""
        async with self._deferred(interaction):
            known = await self._privacy.known(interaction.user.id)
            view = question(known) if known else message(tr("Nothing is stored about you."))
            await respond(interaction, view=view, private=True)

    @asynccontextmanager
    async def _deferred(self, interaction: discord.Interaction) -> AsyncGenerator[None]:
        """Defer an answer in the user's language, since reading may take longer than Discord waits."""
        with speaking(await self._service.language_of_user(interaction)):
            await put_off(interaction, private=True)
            yield

    async def keep(self, interaction: discord.Interaction, _press: PrivacyCustomId) -> None:
        """Cancel the deletion, after the question of /privacy delete."""
        with speaking(await self._service.language_of_user(interaction)):
            await interaction.response.edit_message(view=message(tr("Nothing was deleted.")))

    async def forget(self, interaction: discord.Interaction, _press: PrivacyCustomId) -> None:
        """Delete everything about the user, after that question."""
        with speaking(await self._service.language_of_user(interaction)):
            await put_off(interaction)
            games = await self._privacy.forget(interaction.user.id)
            forget_names()
            forget_lines()
            await interaction.edit_original_response(view=deleted(games))
        for game in suggest_names(games):
            self._service.boards.refresh(game)


def suggest_names(games: Sequence[KnownGame]) -> list[GameId]:
    """Return the games whose boards have to be updated: unfinished ones, and the last one in each channel."""
    last = {one.channel: one.game for one in games}
    return [one.game for one in games if not one.over or last[one.channel] == one.game]
