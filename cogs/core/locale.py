"""The language in use: a person's own in private answers, else the server's; and commands' names in it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation
from discord.ext import commands

from cogs.core.delivery.places import NO_SERVER
from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, command_key
from cogs.locales.mentions import MentionableCommands
from cogs.text.language import ENGLISH, Audience, language_of, speaking, tr, trp, without_language
from storage.games.games import Location
from storage.settings.definitions import LANGUAGE, Level
from storage.settings.settings import EffectiveSettings, SettingsScope, SettingsStore

T = TypeVar("T")

NO_USER = 0
"""An ID that no Discord user has."""


def private(settings: EffectiveSettings | None, interaction: discord.Interaction) -> Audience:
    """Return a person's language: the chosen one, else their Discord's."""
    own = settings.own(LANGUAGE, Level.OWN) if settings is not None else None
    client = language_of(interaction.locale)
    language = own.value if own is not None and own.value is not None else client
    return Audience(language, client, mentionable(interaction.client))


def public(settings: EffectiveSettings, preferred: discord.Locale | None, client: discord.Client) -> Audience:
    """Return a channel's language: the one chosen there, else its server's."""
    language = settings.at(LANGUAGE, Level.CHANNEL).value or language_of(preferred)
    return Audience(language, commands=mentionable(client))


def mentionable(client: discord.Client) -> MentionableCommands | None:
    """Return the commands that the bot's messages can mention; None until Discord has given them IDs."""
    translator = client.tree.translator if isinstance(client, commands.AutoShardedBot) else None
    return translator.mentionable if isinstance(translator, Translator) else None


def scope_at(bot: commands.AutoShardedBot, place: Location) -> SettingsScope:
    """Return a table's place, for settings without a user."""
    channel = bot.get_channel(place.channel)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else place.parent
    channels = (place.channel,) if parent is None else (place.channel, parent)
    return SettingsScope(place.guild or NO_SERVER, channels, NO_USER)


async def of_place(bot: commands.AutoShardedBot, settings: SettingsStore, place: Location) -> Audience:
    """Return the language of a table's channel, for the bot's own messages there."""
    guild = bot.get_guild(place.guild) if place.guild is not None else None
    preferred = guild.preferred_locale if guild is not None else None
    return public(await settings.effective(scope_at(bot, place)), preferred, bot)


def in_background(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Start work in a task that doesn't inherit its starter's language; it sets one for its texts."""
    return asyncio.create_task(work, name=name, context=without_language())


CONTEXTS = {
    TranslationContextLocation.command_name: COMMAND,
    TranslationContextLocation.group_name: COMMAND,
    TranslationContextLocation.parameter_name: OPTION,
    TranslationContextLocation.choice_name: CHOICE,
}


class Translator(app_commands.Translator):
    """Looks up names and descriptions in the catalogues; knows the commands that messages can mention."""

    mentionable: MentionableCommands | None = None
    """Set once Discord has given the commands IDs."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a name or description in the language of a locale; None if it equals the English."""
        language = language_of(locale)
        if language == ENGLISH:
            return None
        if context.location is TranslationContextLocation.command_name:
            await asyncio.sleep(0)  # there are thousands of names, and others wait
        kind, text = CONTEXTS.get(context.location), string.message
        data: object = context.data
        if kind == COMMAND and isinstance(data, app_commands.Command):
            text = command_key(data.qualified_name)
        with speaking(language):
            said = tr(text) if kind is None else trp(kind, text)
        return said if said not in (text, string.message) else None
