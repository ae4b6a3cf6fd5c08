"""/effect: continuous effects such as "can't lose the game"."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import completion
from cogs import who as targets
from cogs.asking import place_of
from cogs.desk import TableCog
from cogs.sending import whisper
from cogs.ui import tables
from cogs.ui.effect_names import NAMES
from rules import actions
from rules.game import EffectKind, Game, PlayerId

KINDS = [app_commands.Choice(name=name, value=kind.value) for kind, name in NAMES.items()]


class Effects(TableCog, commands.GroupCog, group_name="effect", group_description="Continuous effects"):
    """The subcommands of /effect."""

    @app_commands.command()
    @app_commands.rename(until="until-turn-of")
    @app_commands.choices(effect=KINDS)
    @app_commands.autocomplete(who=completion.players, source=completion.player, until=completion.player)
    @app_commands.describe(
        effect="What it does; n is the number",
        who="Whom it concerns; you, if left out",
        number="The number n",
        source="Whose card it comes from: it ends when they leave",
        until="It ends when this player's next turn begins",
    )
    async def add(
        self,
        interaction: discord.Interaction,
        effect: app_commands.Choice[str],
        who: str | None = None,
        number: app_commands.Range[int, 0, 999_999] | None = None,
        source: str | None = None,
        until: str | None = None,
    ) -> None:
        """An effect begins"""

        def decide(game: Game, me: PlayerId | None) -> actions.Action:
            ends = targets.player(game, until, me) if until else None
            return actions.BeginEffect(
                who=targets.players(game, who, me),
                kind=EffectKind(effect.value),
                n=number,
                source=targets.player(game, source, me) if source else None,
                until_turn_of=game.taker_of(ends) if ends else None,
            )

        await self.desk.act(interaction, decide)

    @app_commands.command()
    @app_commands.choices(effect=KINDS)
    @app_commands.autocomplete(who=completion.players)
    @app_commands.describe(effect="Which effect", who="Whom it concerns; you, if left out")
    async def remove(
        self, interaction: discord.Interaction, effect: app_commands.Choice[str], who: str | None = None
    ) -> None:
        """An effect ends"""
        await self.desk.act(
            interaction,
            lambda game, me: actions.EndEffect(
                who=targets.players(game, who, me), kind=EffectKind(effect.value)
            ),
        )

    @app_commands.command(name="list")
    async def show(self, interaction: discord.Interaction) -> None:
        """See the effects in force"""

        async def work() -> None:
            game = await self.desk.look(place_of(interaction))
            await self.desk.speak_low(interaction)
            await whisper(interaction, tables.effects(game))

        await self.desk.refusing(interaction, work)
