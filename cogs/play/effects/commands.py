"""/effect: continuous effects such as "can't lose the game"."""

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.context import location_of
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.core.typed_cards import commander_id
from cogs.entry.effect_sources import change_controller, gone
from cogs.play.effects import kinds, sources
from cogs.text.language import speaking
from cogs.text.typed import means
from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect, EndEffect
from rules.game.game import Game
from rules.game.parts import Afterwards, PlayerId, Scope
from rules.game.seating import turn_of
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal

EffectText = app_commands.Range[str, 1, 100]
EffectDuration = Literal["until end of turn", "until your next turn", "until the end of your next turn"]
DamageKind = Literal["combat damage", "noncombat damage", "damage by creatures"]
COMBAT: Mapping[DamageKind, bool | None] = {
    "combat damage": True,
    "noncombat damage": False,
    "damage by creatures": None,
}
Follow = Literal["deal it back", "gain that much life"]
FOLLOWS: Mapping[Follow, Afterwards] = {
    "deal it back": Afterwards.DEAL_BACK,
    "gain that much life": Afterwards.GAIN,
}


def _scope(
    who: str | None, on: Sequence[PlayerId], controller: PlayerId | None, requester: PlayerId | None
) -> Scope:
    """Resolve the players of an effect; "each opponent" must be the user's own effect's."""
    if who is not None and any(means(who, one) for one in targets.EVERYBODY):
        return Scope.PLAYERS
    if who is not None and controller == requester and means(who, targets.EACH_OPPONENT):
        return Scope.OPPONENTS
    return Scope.CONTROLLER if tuple(on) == (controller,) else Scope.NAMED


@anywhere
class EffectsCog(
    GameCog, commands.GroupCog, group_name="effect", group_description="Manage continuous effects"
):
    """The subcommands of /effect."""

    @app_commands.command()
    @app_commands.rename(until="until-turn-of", dealt_by="damage-from")
    @app_commands.autocomplete(
        effect=kinds.suggest_kinds,
        who=autocomplete.suggest_targets,
        source=autocomplete.suggest_single_player,
        until=autocomplete.suggest_single_player,
        dealt_by=autocomplete.suggest_single_player,
        commander=autocomplete.suggest_commanders,
        during=autocomplete.suggest_single_player,
        to=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        effect="What the effect does, where n is the number",
        who="Player the effect applies to (default: you)",
        number="The effect's number n",
        lasts="How long it lasts (default: as long as its card)",
        source="Player whose card creates the effect (default: you)",
        card="Name of the card that creates it",
        until="Player whose next turn ends the effect",
        damage="Damage the effect is about (default: any)",
        dealt_by="Player whose sources the effect is about (default: any)",
        commander="Commander whose damage the effect is about (default: any)",
        times="Times the effect applies before it ends (default: any number)",
        during="Player in whose turns alone it applies (default: all turns)",
        to="Player who is dealt the damage instead",
        afterwards="What the card's controller does with the prevented damage",
        life="Life total at or below which it applies (default: any)",
    )
    async def add(
        self,
        interaction: discord.Interaction,
        effect: EffectText,
        who: str | None = None,
        number: app_commands.Range[int, 0, MAX_AMOUNT] | None = None,
        lasts: EffectDuration | None = None,
        source: str | None = None,
        until: str | None = None,
        damage: DamageKind | None = None,
        dealt_by: str | None = None,
        commander: str | None = None,
        times: app_commands.Range[int, 1, 99] | None = None,
        during: str | None = None,
        to: str | None = None,
        afterwards: Follow | None = None,
        life: app_commands.Range[int, -999_999, 999_999] | None = None,
        card: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Add a continuous effect"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            named = targets.player(game, source, me) if source else None
            controller = named or (me if me is not None and game.player(me).in_game else None)
            ends = targets.player(game, until, me) if until else None
            if lasts == "until your next turn":
                ends = named or ends or targets.player(game, None, me)
            until_end = turn_of(game, me) if lasts == "until end of turn" else None
            if lasts == "until the end of your next turn":
                until_end = game.taker_of(named or targets.player(game, None, me))
            if afterwards is not None:
                controller = controller or targets.player(game, None, me)
            on = targets.players(game, who, me)
            if controller is None and ends is None and until_end is None:
                raise Refusal("whose_effect")  # else nothing would end it
            return BeginEffect(
                who=on,
                kind=kinds.parse_kind(effect),
                n=number,
                source=controller,
                ranged=True,
                card=card or "",
                scope=_scope(who, on, controller, me),
                until_turn_of=game.taker_of(ends) if ends else None,
                until_end_of=until_end,
                passing=int(until_end in game.active_takers and lasts != "until end of turn"),
                times=times,
                combat=COMBAT[damage] if damage is not None else None,
                creatures=damage == "damage by creatures",
                during=game.taker_of(targets.player(game, during, me)) if during else None,
                to=targets.player(game, to, me) if to else None,
                afterwards=FOLLOWS[afterwards] if afterwards is not None else None,
                life_at_most=life,
                dealt_by=targets.player(game, dealt_by, me) if dealt_by else None,
                commander=commander_id(game, commander, me, own=False),
            )

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(effect=kinds.suggest_kinds, who=autocomplete.suggest_targets)
    @app_commands.describe(effect="Effect to remove", who="Player the effect applies to (default: you)")
    async def remove(
        self, interaction: discord.Interaction, effect: EffectText, who: str | None = None
    ) -> None:
        """Remove a continuous effect"""
        await self.act_on_players(
            interaction, who, lambda ids: EndEffect(who=ids, kind=kinds.parse_kind(effect))
        )

    @app_commands.command(name="list")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show active effects"""
        view = await self.service.view(location_of(interaction))
        game = await self.service.look(view.game)
        with speaking(await self.service.language_of_user(interaction)):
            await sources.show_effects(interaction, game, view.game)

    @app_commands.command()
    @app_commands.autocomplete(card=sources.suggest_sources)
    @app_commands.describe(card="Card whose effects end")
    async def gone(self, interaction: discord.Interaction, card: app_commands.Range[str, 1, 300]) -> None:
        """End everything that a card did, as it has left the battlefield"""
        await self.service.act(interaction, lambda game, _: gone(sources.find_effect(game, card)))

    @app_commands.command()
    @app_commands.autocomplete(card=sources.suggest_sources, to=autocomplete.suggest_single_player)
    @app_commands.describe(card="Card that changes control", to="Player who controls it now")
    async def control(
        self, interaction: discord.Interaction, card: app_commands.Range[str, 1, 300], to: str
    ) -> None:
        """Move everything that a card does to its new controller"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            return change_controller(sources.find_effect(game, card), targets.player(game, to, me))

        await self.service.act(interaction, decide)
