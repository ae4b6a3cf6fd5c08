"""/monarch, /initiative, and /designate: day and night, the Ring, speed, dungeons, the city's blessing."""

from collections.abc import Iterable
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.entry.fields import StepFields
from cogs.text import matching
from cogs.text.formatting import label
from cogs.text.language import mark, tr
from cogs.text.typed import folded, means
from rules.actions import designations
from rules.actions.action import Action
from rules.game.game import Game
from rules.game.parts import DayNight, PlayerId
from rules.players.designations import DUNGEON, INITIATIVE, MONARCH, RING, SPEED, has_designation
from rules.players.dungeons import DUNGEONS

LASTING = ("city's blessing", "enduring story")
DAY_AND_NIGHT = mark("day and night")
REMOVABLE = (MONARCH, INITIATIVE, *LASTING, DAY_AND_NIGHT, RING, SPEED, DUNGEON)
"""Removable statuses, beside designations with custom names."""
ROOMS = tuple(room for rooms in DUNGEONS.values() for room in rooms)
Dungeons = [app_commands.Choice(name=name, value=name) for name in DUNGEONS]


async def lasting(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the designations that last for the whole game."""
    return autocomplete.labelled(
        matching.matching_options(typed, {tr(name): name for name in LASTING}, LASTING)
    )


async def rooms(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the rooms that a player at the table can go to next."""
    game = await autocomplete.started_game(interaction)
    players = game.players if game is not None else ()
    here = [player.dungeon for player in players if player.dungeon is not None]
    exits = [room for dungeon in here for room in DUNGEONS[dungeon.name][dungeon.room]]
    return autocomplete.labelled(matching.matching_options(typed, {tr(room): room for room in exits}, exits))


async def removable(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return everything of the game and its players that can be removed."""
    game = await autocomplete.started_game(interaction)
    if game is None:
        return []
    there = [name for name in (*REMOVABLE, *_own(game)) if _is_there(game, name)]
    words = {tr(name) if name in REMOVABLE else name: name for name in there}
    return autocomplete.labelled(matching.matching_options(typed, words, REMOVABLE))


def _own(game: Game) -> list[str]:
    """Return the custom designations."""
    names = {name for player in game.remaining for name in player.designations}
    return sorted(names - {*REMOVABLE})


def _is_there(game: Game, name: str) -> bool:
    return game.day_night is not None if name == DAY_AND_NIGHT else bool(_having(game, name))


def _having(game: Game, name: str) -> list[PlayerId]:
    """Return the players with this designation."""
    return [player.id for player in game.remaining if has_designation(game, player, name)]


def _meant(typed: str, words: Iterable[str]) -> str | None:
    """Return the typed one of these words, in any language."""
    return next((word for word in words if means(typed, word)), None)


class _Designating(GameCog):
    """A cog whose commands give a player a designation."""

    async def designate(
        self, interaction: discord.Interaction, what: str, who: str | None, kind: str = ""
    ) -> None:
        """Carry out the step `what`, a key of `STEPS`, for the typed player (default: the requester)."""
        await self.enter(
            interaction,
            lambda game, me: StepFields(what=what, each={targets.player(game, who, me): None}, kind=kind),
        )


class MonarchCog(_Designating):
    """The designations with their own commands, by the words that players use."""

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who becomes the monarch (default: you)")
    async def monarch(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Make a player the monarch"""
        await self.designate(interaction, "monarch", who)

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who takes the initiative (default: you)")
    async def initiative(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Have a player take the initiative"""
        await self.designate(interaction, "initiative", who)


@anywhere
class DesignationsCog(
    _Designating,
    commands.GroupCog,
    group_name="designate",
    group_description="Track the monarch, day and night, dungeons and more",
):
    """The subcommands of /designate."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who becomes the monarch (default: you)")
    async def monarch(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Make a player the monarch"""
        await self.designate(interaction, "monarch", who)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who takes the initiative (default: you)")
    async def initiative(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Have a player take the initiative"""
        await self.designate(interaction, "initiative", who)

    @app_commands.command()
    @app_commands.autocomplete(name=lasting, who=autocomplete.suggest_single_player)
    @app_commands.describe(
        name="Designation (default: the city's blessing)",
        who="Player who gets the designation (default: you)",
    )
    async def blessing(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 40] = LASTING[0],
        who: str | None = None,
    ) -> None:
        """Give a player the city's blessing or another designation that lasts all game"""
        called = _meant(name, LASTING) or label(name)
        await self.designate(interaction, "designate", who, called)

    @app_commands.command()
    @app_commands.describe(to="Day or night")
    async def daynight(self, interaction: discord.Interaction, to: Literal["day", "night"]) -> None:
        """Make it day or night"""
        await self.service.act(interaction, lambda game, me: designations.BecomeDayOrNight(to=DayNight(to)))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who casts the spell (default: you)")
    async def spell(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Count a spell toward day and night"""
        await self.act_on_player(interaction, who, lambda id: designations.CastSpell(who=id))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player the Ring tempts (default: you)")
    async def ring(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Have the Ring tempt a player"""
        await self.designate(interaction, "ring", who)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who controls the permanent (default: you)")
    async def speed(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Start a player's engines (speed then rises automatically)"""
        await self.designate(interaction, "speed", who)

    @app_commands.command()
    @app_commands.choices(into=Dungeons)
    @app_commands.autocomplete(room=rooms, who=autocomplete.suggest_single_player)
    @app_commands.describe(
        into="Dungeon to enter",
        room="Next room, if there's a choice",
        who="Player who ventures (default: you)",
    )
    async def dungeon(
        self,
        interaction: discord.Interaction,
        into: app_commands.Choice[str] | None = None,
        room: str | None = None,
        who: str | None = None,
    ) -> None:
        """Venture into a dungeon or its next room"""
        entered = into.value if into is not None else None
        room = room and (_meant(room, ROOMS) or room)
        await self.act_on_player(
            interaction, who, lambda id: designations.Venture(who=id, into=entered, room=room)
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player in the room (default: you)")
    async def room(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Resolve a dungeon room's ability (the last room completes the dungeon)"""
        await self.act_on_player(interaction, who, lambda id: designations.ResolveRoom(who=id))

    @app_commands.command()
    @app_commands.autocomplete(designation=removable, who=autocomplete.suggest_single_player)
    @app_commands.describe(
        designation="What the player loses",
        who="Player who loses it (default: the only one who has it, or you)",
        levels="Levels of speed or of the Ring (default: all)",
    )
    async def remove(
        self,
        interaction: discord.Interaction,
        designation: app_commands.Range[str, 1, 40],
        who: str | None = None,
        levels: app_commands.Range[int, 1, 99] | None = None,
    ) -> None:
        """Remove a designation, speed, Ring levels or a dungeon"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            own = next((one for one in _own(game) if folded(one) == folded(designation)), None)
            name = own or _meant(designation, REMOVABLE) or label(designation)
            if name == DAY_AND_NIGHT:
                return designations.EndDayNight()
            having = _having(game, name)
            only = having[0] if who is None and len(having) == 1 else targets.player(game, who, me)
            return designations.LoseDesignation(who=only, name=name, levels=levels)

        await self.service.act(interaction, decide)
