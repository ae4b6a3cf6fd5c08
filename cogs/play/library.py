"""/library and /mulligan: the sizes of libraries, and the opening hands."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.entry.fields import StepFields
from cogs.text import names, turns
from cogs.text.formatting import listed
from cogs.text.language import tr
from rules.actions.library import MAX_CARDS_AT_ONCE, KeepHand, TakeMulligan, draws
from rules.game.game import Game
from rules.players.mulligans import declaring

Cards = app_commands.Range[int, 0, 9_999]
CardsDrawn = app_commands.Range[int, 1, MAX_CARDS_AT_ONCE]


@anywhere
class LibraryCog(GameCog, commands.GroupCog, group_name="library", group_description="Track library sizes"):
    """The subcommands of /library."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(
        cards="Number of cards in the library", who="Player whose library it is (default: you)"
    )
    async def count(self, interaction: discord.Interaction, cards: Cards, who: str | None = None) -> None:
        """Set the number of cards in a library"""
        await self.enter(
            interaction,
            lambda game, me: StepFields(what="count", each={targets.player(game, who, me): cards}),
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_targets)
    @app_commands.describe(cards="How many (default: 1)", who="Players who each draw (default: you)")
    async def draw(
        self, interaction: discord.Interaction, cards: CardsDrawn = 1, who: str | None = None
    ) -> None:
        """Draw cards (drawing from an empty library loses the game)"""
        await self.service.act(interaction, lambda game, me: draws(game, targets.heads(game, who, me), cards))


@anywhere
class MulligansCog(GameCog, commands.GroupCog, group_name="mulligan", group_description="Opening hands"):
    """The subcommands of /mulligan."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who takes the mulligan (default: you)")
    async def take(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Take a mulligan"""
        await self.act_on_player(interaction, who, lambda id: TakeMulligan(who=id))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who keeps the hand (default: you)")
    async def keep(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Keep the opening hand"""
        await self.act_on_player(interaction, who, lambda id: KeepHand(who=id))

    @app_commands.command()
    async def status(self, interaction: discord.Interaction) -> None:
        """Show who has kept, each player's mulligans and who decides next"""
        await self.reply_privately(interaction, opening_hands)


def opening_hands(game: Game) -> str:
    """Return a line for every opening hand, and who declares next."""
    lines = turns.hands(game)
    following = declaring(game)
    if following:
        lines.append(tr("Next: {takers}", takers=listed(names.bold_name(game, id) for id in following)))
    return "\n".join(lines)
