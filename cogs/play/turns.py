"""/turn, /hold and /release."""

from types import MappingProxyType

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.custom_id import CustomId
from cogs.core.service import GameCog, GameService
from cogs.play.turn_order import turn_order
from rules.actions.table import Hold, Release
from rules.actions.turns import BeginTurn, EndTurn, GrantExtraTurn, GrantSkip
from rules.game.game import Game
from rules.game.parts import MarkerState, PlayerId
from rules.refusal import Refusal


def ending(game: Game, me: PlayerId | None, marker: int | None = None) -> EndTurn:
    """The end of a turn: in Grand Melee with this marker, or the one of whoever asks."""
    own = (one.number for one in game.markers if one.at == me and one.state is MarkerState.TURN)
    return EndTurn(marker=marker if marker is not None else next(own, None))


def passing(game: Game, me: PlayerId | None, turn: str) -> EndTurn:
    """The end of the turn with this number, of any turn if there is none.

    Raises Refusal when that turn is over: two people who press for the same turn end only that one.
    """
    if turn and turn != str(game.turn.number):
        raise Refusal("turn_over")
    return ending(game, me)


async def _pass(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.press(interaction, press.game, lambda game, me: passing(game, me, press.value))


async def _release(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.press(interaction, press.game, lambda game, me: Release())


class TurnsCog(GameCog, commands.GroupCog, group_name="turn", group_description="Manage turns"):
    """The subcommands of /turn, and the button that passes the turn."""

    handlers = MappingProxyType({"pass": _pass})

    @app_commands.command(name="next")
    @app_commands.describe(marker="Turn marker whose turn ends (Grand Melee only)")
    async def pass_turn(
        self, interaction: discord.Interaction, marker: app_commands.Range[int, 1, 10] | None = None
    ) -> None:
        """End the turn and begin the next one"""
        await self.service.act(interaction, lambda game, me: ending(game, me, marker))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(who="Players who take it by one effect (default: you)")
    async def extra(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Add an extra turn after this one"""
        await self.act_on_players(interaction, who, lambda ids: GrantExtraTurn(who=ids))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player who skips a turn (default: you)")
    async def skip(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Skip a player's next turn"""
        await self.act_on_player(interaction, who, lambda id: GrantSkip(who=id))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player whose turn it is")
    async def correct(self, interaction: discord.Interaction, who: str) -> None:
        """Correct whose turn it is"""
        await self.service.act(
            interaction,
            lambda game, me: BeginTurn(taker=game.taker_of(targets.player(game, who, me))),
        )

    @app_commands.command()
    async def order(self, interaction: discord.Interaction) -> None:
        """Show whose turn it is, who is next and the seating"""
        await self.reply_privately(interaction, turn_order)


class HoldCog(GameCog):
    """/hold and /release, and the Release button."""

    handlers = MappingProxyType({"release": _release})

    @app_commands.command()
    async def hold(self, interaction: discord.Interaction) -> None:
        """Enter several changes as one event; no one loses until /release"""
        await self.service.act(interaction, lambda game, me: Hold())

    @app_commands.command()
    async def release(self, interaction: discord.Interaction) -> None:
        """End the hold and check who loses"""
        await self.service.act(interaction, lambda game, me: Release())
