"""/designate: monarch, initiative, day and night, the Ring, speed, dungeons, the city's blessing."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.service import GameCog
from cogs.text.formatting import label
from rules.actions.action import Action
from rules.actions.designations import (
    BecomeDayOrNight,
    BecomeMonarch,
    CastSpell,
    Designate,
    ResolveRoom,
    StartEngines,
    TakeInitiative,
    TemptWithRing,
    Venture,
)
from rules.game.game import Game
from rules.game.parts import DayNight, PlayerId
from rules.players.dungeons import DUNGEONS

LASTING = ("city's blessing", "enduring story")
Dungeons = [app_commands.Choice(name=name, value=name) for name in DUNGEONS]


async def lasting(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """The designations that stay for the game."""
    return autocomplete.containing(typed, LASTING)


async def rooms(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """The rooms that somebody at the table can go on to."""
    game = await autocomplete.game_of(interaction)
    players = game.players if game is not None else ()
    here = [player.dungeon for player in players if player.dungeon is not None]
    exits = [room for dungeon in here for room in DUNGEONS[dungeon.name][dungeon.room]]
    return autocomplete.containing(typed, list(dict.fromkeys(exits)))


class DesignationsCog(
    GameCog, commands.GroupCog, group_name="designate", group_description="Monarch, day and night, dungeons"
):
    """The subcommands of /designate."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Who becomes the monarch; you, if left out")
    async def monarch(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Somebody becomes the monarch"""
        await self.service.act(interaction, lambda game, me: BecomeMonarch(who=targets.player(game, who, me)))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Who takes it; you, if left out")
    async def initiative(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Somebody takes the initiative"""
        await self.service.act(
            interaction, lambda game, me: TakeInitiative(who=targets.player(game, who, me))
        )

    @app_commands.command()
    @app_commands.autocomplete(name=lasting, who=autocomplete.player)
    @app_commands.describe(name="Which one", who="Who gets it; you, if left out")
    async def blessing(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 40] = LASTING[0],
        who: str | None = None,
    ) -> None:
        """Somebody gets the city's blessing, or another designation for the whole game"""
        await self.service.act(
            interaction,
            lambda game, me: Designate(who=targets.player(game, who, me), name=label(name)),
        )

    @app_commands.command()
    @app_commands.describe(to="What it becomes")
    async def daynight(self, interaction: discord.Interaction, to: Literal["day", "night"]) -> None:
        """It becomes day or night"""
        await self.service.act(interaction, lambda game, me: BecomeDayOrNight(to=DayNight(to)))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Who casts it; you, if left out")
    async def spell(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Somebody casts a spell, which counts for day and night"""
        await self.service.act(interaction, lambda game, me: CastSpell(who=targets.player(game, who, me)))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Whom it tempts; you, if left out")
    async def ring(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """The Ring tempts somebody"""
        await self.service.act(interaction, lambda game, me: TemptWithRing(who=targets.player(game, who, me)))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Who controls such a permanent; you, if left out")
    async def speed(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Somebody starts their engines: speed rises by itself from now on"""
        await self.service.act(interaction, lambda game, me: StartEngines(who=targets.player(game, who, me)))

    @app_commands.command()
    @app_commands.choices(into=Dungeons)
    @app_commands.autocomplete(room=rooms, who=autocomplete.player)
    @app_commands.describe(
        into="Which dungeon to enter",
        room="Which room to go on to, where there are two ways",
        who="Who ventures; you, if left out",
    )
    async def dungeon(
        self,
        interaction: discord.Interaction,
        into: app_commands.Choice[str] | None = None,
        room: str | None = None,
        who: str | None = None,
    ) -> None:
        """Somebody ventures into a dungeon, or on to its next room"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            entered = into.value if into is not None else None
            return Venture(who=targets.player(game, who, me), into=entered, room=room)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Whose room; yours, if left out")
    async def room(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """The ability of a dungeon's room is done: a last room completes the dungeon"""
        await self.service.act(interaction, lambda game, me: ResolveRoom(who=targets.player(game, who, me)))
