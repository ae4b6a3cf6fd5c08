"""/life and /damage: everything that changes life totals."""

import inspect
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

from cogs.core import autocomplete, targets
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.core.targets import life_totals
from cogs.core.typed_cards import commander_id
from cogs.entry.fields import StepFields
from cogs.entry.options import DAMAGE_OPTIONS
from cogs.play.effects import kinds
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.numbers import MAX_AMOUNT
from rules.players.life import Amount, Half
from rules.refusal import Refusal

LifeTotal = app_commands.Range[int, 0, MAX_AMOUNT]
LifeChange = app_commands.Range[int, -MAX_AMOUNT, MAX_AMOUNT]
"""An amount, possibly with a sign: "-3" is 3 life less, whichever the command."""


@anywhere
class LifeCog(GameCog, commands.GroupCog, group_name="life", group_description="Change life totals"):
    """The subcommands of /life."""

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        amount="Amount of life", who="Player who gains life (default: you)", source=autocomplete.SOURCE
    )
    async def gain(
        self,
        interaction: discord.Interaction,
        amount: LifeChange,
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Gain life"""
        await self._change("gain", interaction, amount, who, source)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        amount="Amount of life", who="Player who loses life (default: you)", source=autocomplete.SOURCE
    )
    async def lose(
        self,
        interaction: discord.Interaction,
        amount: LifeChange,
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Lose life"""
        await self._change("lose", interaction, amount, who, source)

    async def _change(
        self,
        what: str,
        interaction: discord.Interaction,
        amount: int,
        who: str | None,
        source: str | None = None,
    ) -> None:
        """Carry out a step with an amount for each player, with ``source`` as the controller."""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = targets.amounts(game, who, me, amount, signed=True)
            return StepFields(what=what, each=each, source=targets.source_player(game, source, me))

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_targets, to=autocomplete.suggest_single_player)
    @app_commands.describe(
        amount="Life each player loses",
        who="Players who lose life (default: each opponent)",
        gain="Life to gain (default: the total lost)",
        to="Player who gains life (default: you)",
    )
    async def drain(
        self,
        interaction: discord.Interaction,
        amount: LifeChange,
        who: str | None = None,
        gain: LifeTotal | None = None,
        to: str | None = None,
    ) -> None:
        """Make players lose life and gain what they lost"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = targets.amounts(game, who or targets.EACH_OPPONENT, me, amount)
            return StepFields(what="drain", each=each, other=targets.player(game, to, me), gain=gain)

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_targets)
    @app_commands.describe(
        amount="Life each player pays",
        who="Players who pay together (default: you)",
        resolving="Whether a spell or ability asks for it as it resolves (default: no)",
    )
    async def pay(
        self,
        interaction: discord.Interaction,
        amount: LifeChange,
        who: str | None = None,
        resolving: bool = False,
    ) -> None:
        """Pay life for a cost or effect"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = targets.amounts(game, who, me, amount, signed=True)
            return StepFields(what="pay", each=each, resolving=resolving)

        await self.enter(interaction, read)

    @app_commands.command(name="set")
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        to="New life total",
        who="Player whose life total changes (default: you)",
        source=autocomplete.SOURCE,
    )
    async def set_to(
        self,
        interaction: discord.Interaction,
        to: LifeTotal,
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Set a life total"""
        await self._players("set", interaction, who, to, source=source)

    async def _players(
        self,
        what: str,
        interaction: discord.Interaction,
        who: str | None,
        n: Amount | None,
        times: int = 2,
        source: str | None = None,
    ) -> None:
        """Carry out a step that is equal for all players, with ``source`` as the controller."""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each: Mapping[PlayerId, Amount | None] = dict.fromkeys(targets.players(game, who, me), n)
            return StepFields(
                what=what, each=each, times=times, source=targets.source_player(game, source, me)
            )

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(source=autocomplete.suggest_single_player)
    @app_commands.describe(
        totals="New totals, such as: Ana 3, Ben 4 (one member per team that shares its total)",
        source=autocomplete.SOURCE,
    )
    async def each(self, interaction: discord.Interaction, totals: str, source: str | None = None) -> None:
        """Set several life totals at once"""
        await self._totals("set", interaction, totals, source)

    async def _totals(
        self, what: str, interaction: discord.Interaction, totals: str, source: str | None
    ) -> None:
        """Carry out a step with new totals for several players, with ``source`` as the controller."""
        await self.enter(
            interaction,
            lambda game, me: StepFields(
                what=what, each=life_totals(game, totals, me), source=targets.source_player(game, source, me)
            ),
        )

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(
        a=autocomplete.suggest_single_player,
        b=autocomplete.suggest_single_player,
        source=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        a="First player (default: you)",
        b="Second player (default: you)",
        number="Number to exchange with instead, such as a creature's power",
        source=autocomplete.SOURCE,
    )
    async def exchange(
        self,
        interaction: discord.Interaction,
        a: str | None = None,
        b: str | None = None,
        number: LifeTotal | None = None,
        source: str | None = None,
    ) -> None:
        """Exchange two life totals, or a life total with a number"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            first, by = targets.player(game, a, me), targets.source_player(game, source, me)
            if number is not None and b is None:
                return StepFields(what="exchange_number", each={first: number}, source=by)
            if number is not None:
                raise Refusal("exchange_what")
            each = {targets.player(game, b, me): None}
            return StepFields(what="exchange", each=each, other=first, source=by)

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(source=autocomplete.suggest_single_player)
    @app_commands.describe(totals="New totals, such as: Ana 12, Ben 3", source=autocomplete.SOURCE)
    async def redistribute(
        self, interaction: discord.Interaction, totals: str, source: str | None = None
    ) -> None:
        """Redistribute life totals"""
        await self._totals("redistribute", interaction, totals, source)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        who="Player whose life total changes (default: you)",
        times="2 to double, 3 to triple (default: 2)",
        source=autocomplete.SOURCE,
    )
    async def double(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        times: app_commands.Range[int, 2, 10] = 2,
        source: str | None = None,
    ) -> None:
        """Double or multiply a life total"""
        await self._players("multiply", interaction, who, None, times, source)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        rounded="Whether to round up or down",
        who="Player who loses half (default: you)",
        pay="Whether it's a payment (default: no)",
        damage="Whether it's damage from a source you control (default: no)",
        source=autocomplete.SOURCE,
    )
    async def halve(
        self,
        interaction: discord.Interaction,
        rounded: Literal["up", "down"],
        who: str | None = None,
        pay: bool = False,
        damage: bool = False,
        source: str | None = None,
    ) -> None:
        """Halve a life total by life loss, payment or damage"""
        if pay and damage:
            raise Refusal("pay_or_damage")
        half: Half = "half_up" if rounded == "up" else "half_down"
        what = "pay" if pay else "halved" if damage else "lose"
        await self._players(what, interaction, who, half, source=source)


Callback = TypeVar("Callback", bound=Callable[..., object])


def with_damage_options(callback: Callback) -> Callback:
    """Give a command the options of damage in place of its ``**options``, as Discord shows them."""
    signature = inspect.signature(callback)
    given = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    options = [
        inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=one.default,
            annotation=app_commands.Range[int, 0, one.limit] if one.limit else bool | None,
        )
        for one in DAMAGE_OPTIONS
    ]
    callback.__dict__["__signature__"] = signature.replace(parameters=[*given, *options])
    return callback


class DamageCog(GameCog):
    """/damage."""

    @anywhere
    @app_commands.command()
    @app_commands.rename(source="from", first="first-effect")
    @app_commands.autocomplete(
        who=autocomplete.suggest_targets,
        source=autocomplete.suggest_single_player,
        commander=autocomplete.suggest_commanders,
        first=kinds.suggest_kinds,
    )
    @app_commands.describe(
        amount="Damage to each player",
        first="Effect that the player applies to it first (default: what leaves the least damage)",
        who="Player who is dealt damage (default: you)",
        source="Player who controls the source (default: you, if another player is dealt the damage)",
        commander="Commander that deals the damage",
        **{one.name: one.about for one in DAMAGE_OPTIONS},
    )
    @with_damage_options
    async def damage(
        self,
        interaction: discord.Interaction,
        amount: LifeChange,
        who: str | None = None,
        source: str | None = None,
        commander: str | None = None,
        first: app_commands.Range[str, 1, 100] | None = None,
        **options: bool | int | None,
    ) -> None:
        """Deal damage to players"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = targets.amounts(game, who, me, amount, signed=commander is not None)
            by = targets.source_player(game, source, me)
            dealing = me if source is None else by
            card = commander_id(game, commander, dealing, own=tuple(each) != (dealing,))
            order = (kinds.parse_kind(first),) if first is not None else ()
            fields = StepFields(what="damage", each=each, source=by, commander=card, order=order)
            return replace(fields, **options)

        await self.enter(interaction, read)
