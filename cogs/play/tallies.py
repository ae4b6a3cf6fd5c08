"""/tally: counts that aren't counters, and reminders."""

from collections.abc import Iterable
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.core.typed_cards import KIND_LENGTH
from cogs.play.counters import CounterChange
from cogs.text import matching, names
from cogs.text.formatting import label
from cogs.text.language import mark, tr
from cogs.text.typed import folded, means
from rules.actions.action import Action
from rules.actions.tallies import AddToTally, Remind, RemoveReminder, RemoveTally
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import turn_of
from rules.game.tallies import Due
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal

STORM = mark("storm")
"""A tally of the whole table that lasts one turn (702.40)."""
SUGGESTED_TALLIES = (STORM, "Approach of the Second Sun")
"""Suggested tallies, beside those that the table has."""
REMINDER_LENGTH = 100
"""Characters of a reminder."""
Name = app_commands.Range[str, 1, REMINDER_LENGTH]
"""The name of a tally or reminder to be removed."""
TallyDuration = Literal["until end of turn"]
ReminderMoment = Literal["next upkeep", "next turn", "end of turn"]
MOMENTS: dict[ReminderMoment, Due] = {
    "next upkeep": Due.UPKEEP,
    "next turn": Due.TURN,
    "end of turn": Due.END,
}


async def suggest_tallies(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the usual tallies and the table's own; any other name works too."""
    return await _suggested(interaction, typed, SUGGESTED_TALLIES, reminders=False)


async def suggest_all_tallies(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the tallies and reminders that the table has."""
    return await _suggested(interaction, typed, (), reminders=True)


async def _suggested(
    interaction: discord.Interaction, typed: str, usual: Iterable[str], *, reminders: bool
) -> autocomplete.Choices:
    game = await autocomplete.started_game(interaction)
    kept = [one.label for one in game.tallies] if game is not None else []
    kept += [one.text for one in game.reminders] if game is not None and reminders else []
    shown = {tr(one) if one == STORM else one: one for one in (*usual, *kept)}
    return autocomplete.labelled(matching.matching_options(typed, shown, ()))


@anywhere
class TalliesCog(GameCog, commands.GroupCog, group_name="tally", group_description="Tallies and reminders"):
    """The subcommands of /tally."""

    @app_commands.command()
    @app_commands.autocomplete(name=suggest_tallies, who=autocomplete.suggest_targets)
    @app_commands.describe(
        name="What to count, such as storm or Approach of the Second Sun",
        amount="How many (default: 1)",
        who="Player it belongs to (default: you; storm: the table)",
        lasts="How long it lasts (default: until removed; storm: until end of turn)",
    )
    async def add(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, KIND_LENGTH],
        amount: CounterChange = 1,
        who: str | None = None,
        lasts: TallyDuration | None = None,
    ) -> None:
        """Count something that isn't a counter"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            called = tally_name(game, name)
            whole_table = called == STORM and who is None
            ids = () if whole_table else targets.players(game, who, me)
            if amount < 0:
                if lasts is not None:
                    raise Refusal("tally_lasts")
                return RemoveTally(who=ids, label=called, n=-amount)
            until = turn_of(game, me) if lasts is not None or called == STORM else None
            return AddToTally(who=ids, label=called, n=amount, until_end_of=until)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(name=suggest_all_tallies, who=autocomplete.suggest_single_player)
    @app_commands.describe(
        name="Tally or reminder to remove",
        amount="Amount to subtract (default: all)",
        who="Player it belongs to (default: you)",
    )
    async def remove(
        self,
        interaction: discord.Interaction,
        name: Name,
        amount: app_commands.Range[int, 1, MAX_AMOUNT] | None = None,
        who: str | None = None,
    ) -> None:
        """Remove a tally or a reminder"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            called = tally_name(game, name)
            wanted = targets.player(game, who, me) if who is not None else None
            tallying = [one.who for one in game.tallies if one.label == called]
            owner = _owner(tallying, wanted, me)
            if owner in tallying:
                return RemoveTally(who=() if owner is None else (owner,), label=called, n=amount)
            reminded = _owner([one.who for one in game.reminders if one.text == called], wanted, me)
            if reminded is None:
                raise Refusal("no_such_tally", tally=called)
            if amount is not None:
                raise Refusal("reminder_without_amount", text=called)
            return RemoveReminder(who=reminded, text=called)

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.rename(whose="turn-of")
    @app_commands.autocomplete(
        whose=autocomplete.suggest_single_player, who=autocomplete.suggest_single_player
    )
    @app_commands.describe(
        text="What to do, such as pay for Pact of Negation",
        when="When to remind (default: next upkeep)",
        whose="Player whose turn it concerns (default: you; end of turn: this turn)",
        who="Player to remind (default: you)",
    )
    async def remind(
        self,
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, REMINDER_LENGTH],
        when: ReminderMoment = "next upkeep",
        whose: str | None = None,
        who: str | None = None,
    ) -> None:
        """Set a reminder for an upkeep, a turn or the end of a turn"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            reminded, due = targets.player(game, who, me), MOMENTS[when]
            if whose is not None:
                taker = game.taker_of(targets.player(game, whose, me))
            else:
                taker = turn_of(game, me) if due is Due.END else game.taker_of(reminded)
            return Remind(who=reminded, text=label(text), turn_of=taker, due=due)

        await self.service.act(interaction, decide)

    @app_commands.command(name="list")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show all tallies and reminders"""
        await self.reply_privately(interaction, kept)


def tally_name(game: Game, typed: str) -> str:
    """Return the name of a typed tally or reminder: the table's spelling, or else as typed; raises Refusal if
    nothing of it is visible."""
    if means(typed, STORM):
        return STORM
    own = label(typed)
    known = [*(one.label for one in game.tallies), *(one.text for one in game.reminders)]
    return next((one for one in known if one == own), None) or next(
        (one for one in known if folded(one) and folded(one) == folded(own)), own
    )


def _owner(
    owners: Iterable[PlayerId | None], wanted: PlayerId | None, me: PlayerId | None
) -> PlayerId | None:
    """Return the owner among several: the named one, else the requester, else the only one."""
    found = list(dict.fromkeys(owners))
    if wanted is not None or me in found:
        return wanted or me
    return found[0] if len(found) == 1 else me


def kept(game: Game) -> str:
    """Return every tally and reminder, the table's tallies first."""
    order: list[PlayerId | None] = [None, *(player.id for player in game.players)]
    lines = [
        f"{names.tally_of(game, one)} {one.n}{names.until_end(game, one.until_end_of)}"
        for one in sorted(game.tallies, key=lambda one: order.index(one.who))
    ]
    lines += [f"{names.bold_name(game, one.who)}: {names.reminder_text(game, one)}" for one in game.reminders]
    return "\n".join(lines) or tr("No tallies or reminders. `/tally add` and `/tally remind` add one.")
