"""/effect: continuous effects such as "can't lose the game"."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.service import GameCog
from cogs.core.things import commander_id
from cogs.text import names
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect, EndEffect
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerId
from rules.game.seating import turn_of
from rules.numbers import MAX_AMOUNT

Duration = Literal["until end of turn", "until your next turn"]
DamageKind = Literal["combat damage", "noncombat damage"]
KINDS = [
    app_commands.Choice(name=name.format(n="n"), value=kind.value) for kind, name in names.EFFECTS.items()
]


class EffectsCog(
    GameCog, commands.GroupCog, group_name="effect", group_description="Manage continuous effects"
):
    """The subcommands of /effect."""

    @app_commands.command()
    @app_commands.rename(until="until-turn-of", dealt_by="damage-from")
    @app_commands.choices(effect=KINDS)
    @app_commands.autocomplete(
        who=autocomplete.players,
        source=autocomplete.player,
        until=autocomplete.player,
        dealt_by=autocomplete.player,
        commander=autocomplete.commander,
    )
    @app_commands.describe(
        effect="What the effect does, where n is the number",
        who="Player the effect applies to (default: you)",
        number="Number n in the effect",
        lasts="How long it lasts (default: as long as its card)",
        source="Player whose card creates the effect (it ends if they leave)",
        until="Player whose next turn ends the effect",
        damage="Damage the effect is about (default: any)",
        dealt_by="Player whose sources the effect is about (default: any)",
        commander="Commander whose damage the effect is about (default: any)",
        times="Times the effect applies before it ends (default: any number)",
    )
    async def add(
        self,
        interaction: discord.Interaction,
        effect: app_commands.Choice[str],
        who: str | None = None,
        number: app_commands.Range[int, 0, MAX_AMOUNT] | None = None,
        lasts: Duration | None = None,
        source: str | None = None,
        until: str | None = None,
        damage: DamageKind | None = None,
        dealt_by: str | None = None,
        commander: str | None = None,
        times: app_commands.Range[int, 1, 99] | None = None,
    ) -> None:
        """Add a continuous effect"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            controller = targets.player(game, source, me) if source else None
            ends = targets.player(game, until, me) if until else None
            if lasts == "until your next turn":
                ends = controller or ends or targets.player(game, None, me)
            return BeginEffect(
                who=targets.players(game, who, me),
                kind=EffectKind(effect.value),
                n=number,
                source=controller,
                until_turn_of=game.taker_of(ends) if ends else None,
                until_end_of=turn_of(game, me) if lasts == "until end of turn" else None,
                times=times,
                combat=None if damage is None else damage == "combat damage",
                dealt_by=targets.player(game, dealt_by, me) if dealt_by else None,
                commander=commander_id(game, commander, me, own=False),
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
        line = f"{names.bold(game, effect.on)}: {names.effect_in_force(game, effect)}"
        if effect.source is not None:
            line += tr(", from {who}", who=names.player(game, effect.source))
        lines.append(line)
    return "\n".join(lines) or tr("No effects are in force. `/effect add` adds one.")
