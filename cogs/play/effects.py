"""/effect: continuous effects such as "can't lose the game"."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.service import GameCog
from cogs.text import names
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect, EndEffect
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerId

KINDS = [
    app_commands.Choice(name=name.format(n="n"), value=kind.value) for kind, name in names.EFFECTS.items()
]


class EffectsCog(
    GameCog, commands.GroupCog, group_name="effect", group_description="Manage continuous effects"
):
    """The subcommands of /effect."""

    @app_commands.command()
    @app_commands.rename(until="until-turn-of")
    @app_commands.choices(effect=KINDS)
    @app_commands.autocomplete(
        who=autocomplete.players, source=autocomplete.player, until=autocomplete.player
    )
    @app_commands.describe(
        effect="What the effect does, where n is the number",
        who="Player the effect applies to (default: you)",
        number="Number n in the effect",
        source="Player whose card creates the effect (it ends if they leave)",
        until="Player whose next turn ends the effect",
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
        """Add a continuous effect"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            ends = targets.player(game, until, me) if until else None
            return BeginEffect(
                who=targets.players(game, who, me),
                kind=EffectKind(effect.value),
                n=number,
                source=targets.player(game, source, me) if source else None,
                until_turn_of=game.taker_of(ends) if ends else None,
            )

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.choices(effect=KINDS)
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(effect="Effect to remove", who="Player the effect applies to (default: you)")
    async def remove(
        self, interaction: discord.Interaction, effect: app_commands.Choice[str], who: str | None = None
    ) -> None:
        """Remove a continuous effect"""
        await self.act_on_players(
            interaction, who, lambda ids: EndEffect(who=ids, kind=EffectKind(effect.value))
        )

    @app_commands.command(name="list")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the effects in force"""
        await self.reply_privately(interaction, effects)


def effects(game: Game) -> str:
    """The continuous effects in force."""
    lines: list[str] = []
    for effect in game.effects:
        line = f"{names.bold(game, effect.on)}: {names.effect(effect)}"
        if effect.source is not None:
            line += tr(", from {who}", who=names.player(game, effect.source))
        if effect.until_turn_of is not None:
            line += tr(", until {taker}'s next turn", taker=names.taker(game, effect.until_turn_of))
        lines.append(line)
    return "\n".join(lines) or tr("No effects are in force. `/effect add` adds one.")
