"""/rule: what a rule says in short, by its number in the edition that is played, or by a word."""

import re
from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.core.context import location_of
from cogs.core.messaging import reply_private
from cogs.core.service import GameCog
from cogs.core.targets import CHOICES
from cogs.rulebook import view as rulebook_view
from rules import rulebook
from rules.refusal import Refusal
from rules.rulebook.entry import RulebookEntry
from storage.settings.definitions import EDITION

USUAL = (
    *("103.5", "104.2c", "104.3a", "104.3d", "104.4a", "119.4", "119.7", "120.3b", "500.7", "704.3"),
    *("725.4", "800.4a", "801.2", "801.14", "807", "808", "809", "810", "811", "903", "903.10a", "904"),
)
"""What is suggested before anything is typed."""
_NUMBER = re.compile(r"(?:cr|rule)?\s*(\d{3}(?:\.\d+[a-z]{0,2})?)\.?", re.IGNORECASE)


class RulebookCog(GameCog):
    """/rule."""

    async def edition(self, interaction: discord.Interaction) -> str:
        """The edition that the game in this channel is played in, else the one chosen here."""
        if interaction.guild_id is None:
            return rulebook.TODAY
        view = await self.service.games.view(location_of(interaction))
        if view is not None:
            return view.table.options.edition
        return (await self.service.settings_for(interaction))[EDITION]

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(query="Rule number such as 704.5a, or a word such as poison")
    async def rule(self, interaction: discord.Interaction, query: app_commands.Range[str, 1, 100]) -> None:
        """Look up a short summary of a rule"""
        await self.service.use_user_locale(interaction)
        await reply_private(interaction, answer(query, await self.edition(interaction)))

    @rule.autocomplete("query")
    async def suggested(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Rules with this number or this word in them."""
        edition = await self.edition(interaction)
        labels = [rulebook_view.label(entry, edition) for entry in found(typed, edition)]
        return [app_commands.Choice(name=label, value=label) for label in labels[:CHOICES]]


def found(typed: str, edition: str) -> Sequence[RulebookEntry]:
    """The rules that are meant by what has been typed so far; the usual ones before anything is."""
    if not typed.strip():
        return [rulebook.BY_NUMBER[number] for number in USUAL]
    picked = rulebook_view.labelled(typed.strip(), edition)
    if picked is not None:
        return [picked]
    number = _NUMBER.fullmatch(typed.strip())
    if number is None:
        return rulebook.beginning(typed.strip(), edition) or rulebook_view.matching(typed)
    wanted = number[1].lower()
    exact, below = rulebook.numbered(wanted, edition), rulebook.beginning(wanted, edition)
    return [*exact, *(entry for entry in below if entry not in exact)]


def answer(query: str, edition: str) -> str:
    """What a rule says, or which ones a number has below it; raises Refusal when there is none."""
    number = _NUMBER.fullmatch(query.strip())
    exact = rulebook.numbered(number[1].lower(), edition) if number else ()
    if number and not exact:
        below = rulebook.below(number[1].lower(), edition)
        if below:
            return rulebook_view.several(f"CR {number[1]}", below, edition)
    rules = exact or found(query, edition)
    if not rules:
        near = rulebook_view.nearest(query)
        raise Refusal("no_such_rule", query=query, hint=near or "")
    return rulebook_view.told(rules[0], edition, rules[1:])
