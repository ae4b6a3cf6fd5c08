"""/counter, /poison and /commander."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.core.typed_cards import KIND_LENGTH, commander_id, commander_titles, counter_kind
from cogs.entry.fields import StepFields
from cogs.entry.options import COUNTER_KINDS
from cogs.play import commander_names
from cogs.text import matching, names
from cogs.text.formatting import bold, escape, label, listed
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.commanders import NameCommander
from rules.actions.table import as_one_event
from rules.game.game import Game
from rules.game.parts import CommanderId, Player, PlayerId
from rules.numbers import MAX_AMOUNT, ascii_digits, parse_integer
from rules.players.commanders import tax
from rules.refusal import Refusal

CounterChange = app_commands.Range[int, -MAX_AMOUNT, MAX_AMOUNT]
"""A number of counters, possibly with a sign: "-2" is 2 fewer, whichever the command."""
CounterName = app_commands.Range[str, 1, KIND_LENGTH]


async def suggest_counter_kinds(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the usual kinds of counters and the table's own; any other name works too."""
    game = await autocomplete.started_game(interaction)
    seen = {kind for holder in game.counters.values() for kind in holder} if game is not None else set[str]()
    shown = {tr(kind): kind for kind in COUNTER_KINDS}
    shown |= {kind: kind for kind in sorted(seen - set(COUNTER_KINDS))}
    return autocomplete.labelled(matching.matching_options(typed, shown, COUNTER_KINDS))


class _Counting(GameCog):
    """A cog whose commands change counters."""

    async def change(
        self,
        what: str,
        interaction: discord.Interaction,
        kind: str,
        amount: int,
        who: str | None,
        *,
        cost: bool = False,
        source: str | None = None,
    ) -> None:
        """Carry out a step with counters of a kind."""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = dict.fromkeys(targets.players(game, who, me), amount)
            by = targets.source_player(game, source, me)
            return StepFields(what=what, each=each, kind=counter_kind(game, kind), cost=cost, source=by)

        await self.enter(interaction, read)


class PoisonCog(_Counting):
    """Poison counters by their own command, by the word that players use."""

    @anywhere
    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        amount="How many (default: 1)",
        who="Player who gets counters (default: you)",
        source=autocomplete.SOURCE,
    )
    async def poison(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        amount: CounterChange = 1,
        source: str | None = None,
    ) -> None:
        """Give players poison counters"""
        await self.change("add", interaction, "poison", amount, who, source=source)


@anywhere
class CountersCog(
    _Counting, commands.GroupCog, group_name="counter", group_description="Counters on players"
):
    """The subcommands of /counter."""

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(
        kind=suggest_counter_kinds,
        who=autocomplete.suggest_targets,
        source=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        kind="Kind of counter, such as poison or energy",
        amount="How many (default: 1)",
        who="Player who gets counters (default: you)",
        source=autocomplete.SOURCE,
    )
    async def add(
        self,
        interaction: discord.Interaction,
        kind: CounterName,
        amount: CounterChange = 1,
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Give players counters"""
        await self.change("add", interaction, kind, amount, who, source=source)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(
        kind=suggest_counter_kinds,
        who=autocomplete.suggest_targets,
        source=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        kind="Kind of counter, such as poison or energy",
        amount="How many (default: 1)",
        who="Player who loses counters (default: you)",
        cost="Whether it's a payment, all or nothing (default: no)",
        source=autocomplete.SOURCE,
    )
    async def remove(
        self,
        interaction: discord.Interaction,
        kind: CounterName,
        amount: CounterChange = 1,
        who: str | None = None,
        cost: bool = False,
        source: str | None = None,
    ) -> None:
        """Remove counters from players, or pay with them"""
        await self.change("remove", interaction, kind, amount, who, cost=cost, source=source)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(
        kind=suggest_counter_kinds,
        who=autocomplete.suggest_single_player,
        source=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        kind="Kind of counter, such as poison or energy",
        who="Player whose counters to double (default: you)",
        source=autocomplete.SOURCE,
    )
    async def double(
        self,
        interaction: discord.Interaction,
        kind: CounterName,
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Double a player's counters of one kind"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = {targets.player(game, who, me): None}
            return StepFields(
                what="double",
                each=each,
                kind=counter_kind(game, kind),
                source=targets.source_player(game, source, me),
            )

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(who="Players who get the counters", source=autocomplete.SOURCE)
    async def proliferate(
        self, interaction: discord.Interaction, who: str, source: str | None = None
    ) -> None:
        """Proliferate: give chosen players another counter of each kind they have"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = dict.fromkeys(targets.players(game, who, me))
            return StepFields(what="proliferate", each=each, source=targets.source_player(game, source, me))

        await self.enter(interaction, read)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(
        nonlands="Number of nonland cards milled", who="Player with the rad counters (default: you)"
    )
    async def rad(
        self,
        interaction: discord.Interaction,
        nonlands: app_commands.Range[int, 0, 999],
        who: str | None = None,
    ) -> None:
        """Resolve rad counters: lose 1 life and one rad counter for each nonland card milled"""
        await self.enter(
            interaction,
            lambda game, me: StepFields(what="rad", each={targets.player(game, who, me): nonlands}),
        )


@anywhere
class CommanderCog(GameCog, commands.GroupCog, group_name="commander", group_description="Manage commanders"):
    """The subcommands of /commander."""

    @app_commands.command(name="set")
    @app_commands.autocomplete(
        name=commander_names.any_name,
        partner=commander_names.partner_name,
        who=autocomplete.suggest_single_player,
    )
    @app_commands.describe(
        name="Commander's name",
        partner="Second commander's name (a partner, Background or signature spell)",
        who="Player whose commander to set (default: you)",
    )
    async def set_names(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 100],
        partner: app_commands.Range[str, 1, 100] | None = None,
        who: str | None = None,
    ) -> None:
        """Set your commander, or both partner commanders"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            whose = targets.player(game, who, me)
            first, *second = commander_names.commanders_named(self.service.commanders, name)
            if second and partner is not None:
                raise Refusal("two_commanders_in_name", name=name)
            names = [first, *second, *([partner] if partner is not None else [])]
            for one in names:
                if "://" in one:
                    raise Refusal("commander_is_link", name=one)
            return as_one_event(
                *(
                    NameCommander(who=whose, name=label(one), partner=place > 0)
                    for place, one in enumerate(names)
                )
            )

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(commander=autocomplete.suggest_commanders)
    @app_commands.describe(commander="Commander to cast (default: your only one)")
    async def cast(self, interaction: discord.Interaction, commander: str | None = None) -> None:
        """Cast a commander from the command zone and raise its tax"""
        await self.enter(
            interaction,
            lambda game, me: StepFields(what="cast", commander=commander_id(game, commander, me)),
        )

    @app_commands.command()
    @app_commands.autocomplete(
        who=autocomplete.suggest_single_player, commander=autocomplete.suggest_commanders
    )
    @app_commands.describe(
        amount="New total, or a change such as -3 (leave blank to see all)",
        who="Player who was dealt the damage (default: you)",
        commander="Commander that dealt it (default: the only one that did)",
    )
    async def damage(
        self,
        interaction: discord.Interaction,
        amount: app_commands.Range[str, 1, 8] | None = None,
        who: str | None = None,
        commander: str | None = None,
    ) -> None:
        """Show commander damage and tax, or set the damage one commander has dealt"""
        if amount is None:
            await self.reply_privately(interaction, commander_damage)
            return

        def read(game: Game, me: PlayerId | None) -> StepFields:
            player = game.player(targets.player(game, who, me))
            card = commander_id(game, commander, me, own=player.id != me) or dealing_commander(game, player)
            n = total(amount, player.commander_damage.get(card, 0))
            return StepFields(what="commander_damage", each={player.id: n}, commander=card)

        await self.enter(interaction, read)


def dealing_commander(game: Game, player: Player) -> CommanderId:
    """Return the only commander that has dealt a player combat damage; raises Refusal for none or several."""
    cards = [*player.commander_damage]
    if len(cards) != 1:
        titles = commander_titles(game)
        raise Refusal("which_commander", commanders=" / ".join(titles[one] for one in cards or titles))
    return cards[0]


def total(typed: str, now: int) -> int:
    """Return the typed number, or a total after a change such as "-3"; raises Refusal."""
    try:
        number = parse_integer(typed, -MAX_AMOUNT, MAX_AMOUNT)
    except ValueError:
        raise Refusal("bad_number", text=typed) from None
    return now + number if ascii_digits(typed).startswith(("+", "-")) else number


def commander_damage(game: Game) -> str:
    """Return each player's combat damage by commander, and each commander's tax."""
    lines: list[str] = []
    limit = game.rules.commander_damage_limit
    for player in game.players:
        tallies = [
            _tally(names.commander_name(game, commander), n, limit)
            for commander, n in player.commander_damage.items()
        ]
        if tallies:
            lines.append(
                tr("Commander damage to {who}: {damage}.", who=bold(player.name), damage=listed(tallies))
            )
    lines += [
        tr(
            "{commander} ({owner}): cast {casts}×, next cast costs {tax} more.",
            commander=bold(card.name),
            owner=escape(player.name),
            casts=card.casts,
            tax=tax(card),
        )
        for player in game.players
        for card in player.commanders
    ]
    return "\n".join(lines) or tr("No commander has been set or has dealt combat damage yet.")


def _tally(commander: str, n: int, limit: int | None) -> str:
    if limit is None:
        return f"{commander} {n}"
    return tr("{commander} {n} of {limit}", commander=commander, n=n, limit=limit)
