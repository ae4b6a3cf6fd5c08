"""Suggestions for options, read from the game in the channel."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TypeVar
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import targets
from cogs.core.context import location_of
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog
from cogs.core.typed_cards import commander_titles
from cogs.drawing.truncate import truncate
from cogs.text import matching, names
from cogs.text.language import mark, tr
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.table import Table

Cog = TypeVar("Cog", bound=commands.Cog)
SOURCE = mark("Player whose card does it (default: not said)")
"""The description of the option for a card's player."""
Choices = list[app_commands.Choice[str]]
VARIANT_CHOICES = [app_commands.Choice(name=one.name, value=key) for key, one in VARIANTS.items()]
TIME_PATTERN = "EEE d MMM y, HH:mm"
"""How suggestions write a time, in the pattern of Unicode (UTS 35)."""


def choices(values: Sequence[str]) -> Choices:
    """Return choices whose value is their text, up to Discord's limit."""
    return [app_commands.Choice(name=value, value=value) for value in values[: matching.MAX_SUGGESTIONS]]


def labelled(values: Mapping[str, str]) -> Choices:
    """Return choices by text, up to Discord's limit."""
    found = [app_commands.Choice(name=name, value=value) for name, value in values.items()]
    return found[: matching.MAX_SUGGESTIONS]


def time_choices(moments: Mapping[str, int], zone: str, language: str) -> Choices:
    """Return a choice for each time, in seconds since 1970; its value is the time in Discord's notation.

    ``moments``: times by the word before them, which may be empty.
    """
    from babel.dates import format_datetime  # takes longer to load than all of this file

    shown = dict[str, str]()
    for word, moment in moments.items():
        local = format_datetime(datetime.fromtimestamp(moment, ZoneInfo(zone)), TIME_PATTERN, locale=language)
        shown[f"{word}: {local} ({zone})" if word else f"{local} ({zone})"] = f"<t:{moment}>"
    return labelled(shown)


def suggest_containing(typed: str, values: Sequence[str]) -> Choices:
    """Return the values that contain the typed text."""
    return choices(matching.containing(typed, values))


def suggest_beginning(typed: str, values: Sequence[str]) -> Choices:
    """Return the values that contain the typed text, those that begin with it first."""
    return choices(matching.beginning(typed, values))


def cog_of(interaction: discord.Interaction, kind: type[Cog]) -> Cog | None:
    """Return the cog of the command being filled in, if it is of this kind."""
    command = interaction.command
    cog = command.binding if isinstance(command, app_commands.Command) else None
    return cog if isinstance(cog, kind) else None


async def table_of(interaction: discord.Interaction) -> Table | None:
    """Return the table of the command being filled in."""
    cog = cog_of(interaction, GameCog)
    if cog is None:
        return None
    view = await cog.service.games.view(location_of(interaction))
    return view.table if view is not None else None


async def started_game(interaction: discord.Interaction) -> Game | None:
    """Return the table of the command being filled in if it is a started game."""
    table = await table_of(interaction)
    return table if isinstance(table, Game) else None


def suggestions(game: Game, typed: str, *, several: bool = True) -> dict[str, str]:
    """Return suggestions for the text so far, as texts and values: names, teams and words in the current
    language; after a comma one more."""
    words = [targets.EACH_OPPONENT, targets.EACH_PLAYER, targets.EACH_OTHER] if several else []
    teams = [names.team(side.name) for side in game.sides if side.is_team] if several else []
    words += [*([targets.MY_TEAM] if teams else []), *_singles(game)]
    people = [player.name for player in game.remaining] + [p.name for p in game.players if not p.in_game]
    options = {name: name for name in (*people, *teams)} | {tr(word): word for word in words}
    if not several:
        return dict(
            islice(
                matching.matching_options(typed, options, targets.GROUP_WORDS).items(),
                matching.MAX_SUGGESTIONS,
            )
        )
    return matching.continued(typed, options, targets.GROUP_WORDS)


def _singles(game: Game) -> list[str]:
    """Return the words that mean one player now; seat words only if they say more than "opponent"."""
    meant = [
        targets.ACTIVE,
        *([targets.MONARCH] if game.monarch else []),
        *([targets.INITIATIVE] if game.initiative else []),
    ]
    if len(game.remaining) > 2:
        meant = [targets.LEFT, targets.RIGHT, *meant, targets.NEXT, targets.RANDOM_OPPONENT]
    return [word for word in targets.SINGLES if word in (*meant, targets.RANDOM_PLAYER)]


async def suggest_targets(interaction: discord.Interaction, typed: str) -> Choices:
    """Suggest players, teams, "each opponent" and the like, these in the user's language; after a comma one
    more."""
    game = await started_game(interaction)
    return labelled(suggestions(game, typed)) if game is not None else []


async def suggest_single_player(interaction: discord.Interaction, typed: str) -> Choices:
    """Suggest single players."""
    game = await started_game(interaction)
    return labelled(suggestions(game, typed, several=False)) if game is not None else []


async def suggest_commanders(interaction: discord.Interaction, typed: str) -> Choices:
    """Suggest commander cards with their owners, the requester's own first."""
    game = await started_game(interaction)
    if game is None:
        return []
    own = seat_of(game, interaction.user.id)
    cards = sorted(commander_titles(game).items(), key=lambda card: card[0].rpartition(":")[0] != own)
    return [
        app_commands.Choice(name=truncate(title, matching.CHOICE_LENGTH), value=id)
        for id, title in cards
        if matching.containing(typed, [title])
    ][: matching.MAX_SUGGESTIONS]
