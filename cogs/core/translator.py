"""What commands, their options and their choices are called in the languages that Discord shows them in."""

import asyncio

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, command_key
from cogs.text.language import ENGLISH, language_of, speaking, tr, trp

CONTEXTS = {
    Location.command_name: COMMAND,
    Location.group_name: COMMAND,
    Location.parameter_name: OPTION,
    Location.choice_name: CHOICE,
}


class Translator(app_commands.Translator):
    """Looks names and descriptions up in the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A name or description in the language of a locale; None where it is as in English."""
        language = language_of(locale)
        if language == ENGLISH:
            return None
        if context.location is Location.command_name:
            await asyncio.sleep(0)  # there are thousands of names, and others wait
        kind, text = CONTEXTS.get(context.location), string.message
        data: object = context.data
        if kind == COMMAND and isinstance(data, app_commands.Command):
            text = command_key(data.qualified_name)
        with speaking(language):
            said = tr(text) if kind is None else trp(kind, text)
        return said if said not in (text, string.message) else None
