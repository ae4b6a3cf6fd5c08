"""/life and /damage: everything that changes life totals."""

from collections.abc import Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.service import GameCog
from cogs.core.targets import life_totals
from cogs.core.things import commander_id, owner_of
from cogs.text import names
from cogs.text.formatting import listed
from cogs.text.language import tr
from rules.actions import life
from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.table import without_draws
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import in_range
from rules.players.life import spread
from rules.refusal import Refusal
from storage.games.games import Committed

Number = app_commands.Range[int, 0, 999_999]
Change = app_commands.Range[int, -999_999, 999_999]
"""An amount that may be typed with its sign: "-3" is 3 life less, whatever the command is called."""


class LifeCog(GameCog, commands.GroupCog, group_name="life", group_description="Change life totals"):
    """The subcommands of /life."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(amount="Amount of life", who="Player who gains life (default: you)")
    async def gain(self, interaction: discord.Interaction, amount: Change, who: str | None = None) -> None:
        """Gain life"""
        await self.service.act(
            interaction,
            lambda game, me: life.change_each(
                targets.amounts(game, who, me, amount, signed=True), targets.asking(game, me)
            ),
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(amount="Amount of life", who="Player who loses life (default: you)")
    async def lose(self, interaction: discord.Interaction, amount: Change, who: str | None = None) -> None:
        """Lose life"""
        await self.service.act(
            interaction,
            lambda game, me: life.lose_each(targets.amounts(game, who, me, amount), targets.asking(game, me)),
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players, to=autocomplete.player)
    @app_commands.describe(
        amount="Life each player loses",
        who="Players who lose life (default: each opponent)",
        gain="Life gained, however much was lost (default: as much as was lost in all)",
        to="Player who gains life (default: you)",
    )
    async def drain(
        self,
        interaction: discord.Interaction,
        amount: Change,
        who: str | None = None,
        gain: Number | None = None,
        to: str | None = None,
    ) -> None:
        """Make players lose life and gain what they lost"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            each = targets.amounts(game, who or targets.EACH_OPPONENT, me, amount)
            return life.drain_each(each, targets.player(game, to, me), gain)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(amount="Life each player pays", who="Players who pay together (default: you)")
    async def pay(self, interaction: discord.Interaction, amount: Change, who: str | None = None) -> None:
        """Pay life for a cost or effect"""
        await self.service.act(
            interaction,
            lambda game, me: life.PayLife(payments=targets.amounts(game, who, me, amount)),
        )

    @app_commands.command(name="set")
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(to="New life total", who="Player whose life total changes (default: you)")
    async def set_to(self, interaction: discord.Interaction, to: Number, who: str | None = None) -> None:
        """Set a life total"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            chosen = targets.players(game, who, me)
            members = {game.player(id).side: id for id in reversed(chosen)}
            return life.SetLife(to={id: to for id in chosen}, chosen=members)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.describe(
        totals="New totals, such as: Ana 3, Ben 4 (one member per team that shares its total)"
    )
    async def each(self, interaction: discord.Interaction, totals: str) -> None:
        """Set several life totals at once"""
        await self.service.act(interaction, lambda game, me: life.SetLife(to=life_totals(game, totals, me)))

    @app_commands.command()
    @app_commands.autocomplete(a=autocomplete.player, b=autocomplete.player)
    @app_commands.describe(
        a="First player (default: you)",
        b="Second player (default: you)",
        number="Number to exchange with instead, such as a creature's power",
    )
    async def exchange(
        self,
        interaction: discord.Interaction,
        a: str | None = None,
        b: str | None = None,
        number: Number | None = None,
    ) -> None:
        """Exchange two life totals, or a life total with a number"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            first = targets.player(game, a, me)
            if number is not None and b is None:
                return life.ExchangeLifeWithNumber(who=first, number=number)
            second = targets.player(game, b, me)
            if number is not None or first == second:
                raise Refusal("exchange_what")
            return life.ExchangeLife(a=first, b=second)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.describe(totals="New totals, such as: Ana 12, Ben 3")
    async def redistribute(self, interaction: discord.Interaction, totals: str) -> None:
        """Redistribute life totals"""
        await self.service.act(
            interaction, lambda game, me: life.RedistributeLife(to=life_totals(game, totals, me))
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(
        who="Player whose life total changes (default: you)", times="2 to double, 3 to triple (default: 2)"
    )
    async def double(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        times: app_commands.Range[int, 2, 10] = 2,
    ) -> None:
        """Double or multiply a life total"""
        await self.act_on_players(interaction, who, lambda ids: life.MultiplyLife(who=ids, times=times))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.players)
    @app_commands.describe(
        rounded="Whether to round up or down",
        who="Player who loses half (default: you)",
        pay="Whether it's a payment (default: no)",
        damage="Whether it's damage from a source you control (default: no)",
    )
    async def halve(
        self,
        interaction: discord.Interaction,
        rounded: Literal["up", "down"],
        who: str | None = None,
        pay: bool = False,
        damage: bool = False,
    ) -> None:
        """Halve a life total by life loss, payment or damage"""
        half: Literal["half_up", "half_down"] = "half_up" if rounded == "up" else "half_down"

        def decide(game: Game, me: PlayerId | None) -> Action:
            chosen = targets.players(game, who, me)
            if pay:
                return life.PayLife(payments=dict.fromkeys(chosen, half))
            if damage:
                return DealDamage(to=chosen, amount=half, by=targets.asking(game, me))
            return life.LoseLife(who=chosen, amount=half, by=targets.asking(game, me))

        await self.service.act(interaction, decide)


async def left_out(committed: Committed) -> Sequence[str]:
    """Who was to be dealt damage, but is out of reach of its source's controller (801.10)."""
    entered, game = committed.entry.action, committed.before
    action = without_draws(entered)[1] if isinstance(entered, Action) else None
    if not isinstance(action, DealDamage) or action.by is None or not isinstance(game, Game):
        return ()
    near = in_range(game, action.by)
    far = [names.bold(game, id) for id in action.to if id not in near and game.player(id).in_game]
    if not far:
        return ()
    by, number = names.bold(game, action.by), rule(game.rules.edition, "affected")
    return [
        tr(
            "-# No damage for {players}: outside {who}'s range of influence (CR {rule}).",
            players=listed(far),
            who=by,
            rule=number,
        )
    ]


class DamageCog(GameCog):
    """/damage."""

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(
        who=autocomplete.players, source=autocomplete.player, commander=autocomplete.commander
    )
    @app_commands.describe(
        amount="Damage to each player",
        who="Player who is dealt damage (default: you)",
        source="Player who controls the source (default: you, if another player is dealt the damage)",
        commander="Commander that deals the combat damage",
        combat="Whether it's combat damage (default: no)",
        infect="Poison counters instead of life loss",
        toxic="Poison counters in addition to combat damage",
        lifelink="Whether the source's controller gains that much life (default: no)",
        unpreventable="Whether the damage can't be prevented (default: no)",
    )
    async def damage(
        self,
        interaction: discord.Interaction,
        amount: Change,
        who: str | None = None,
        source: str | None = None,
        commander: str | None = None,
        combat: bool = False,
        infect: bool = False,
        toxic: app_commands.Range[int, 0, 99] = 0,
        lifelink: bool = False,
        unpreventable: bool = False,
    ) -> None:
        """Deal damage to players"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            each = targets.amounts(game, who, me, amount)
            card = commander_id(game, commander, me, own=tuple(each) != (me,))
            same, others = spread(each)
            return DealDamage(
                to=tuple(each),
                amount=same,
                amounts=others,
                by=controller(game, source, card, who, me),
                combat=combat or commander is not None or toxic > 0,
                infect=infect,
                toxic=toxic,
                lifelink=lifelink,
                commander=card,
                unpreventable=unpreventable,
            )

        await self.service.act(interaction, decide)


def controller(
    game: Game, source: str | None, commander: str | None, who: str | None, me: PlayerId | None
) -> PlayerId | None:
    """Who controls what deals the damage: as said, else the commander's owner, else whoever hits others."""
    if source is not None:
        return targets.player(game, source, me)
    if commander is not None:
        return owner_of(commander)
    return targets.asking(game, me) if who is not None else None
