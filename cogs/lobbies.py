"""The one way to the lobby in a channel, for commands and buttons: who is meant there, and what is asked."""

import random
from collections.abc import Callable

import discord
from discord import app_commands

from cogs import completion, people
from cogs import who as targets
from cogs.desk import TableCog, place_of, say
from cogs.permissions import seat_of
from cogs.ui import lobby as ui
from rules import gathering
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from rules.variants import VARIANTS

DRAWS = 10**9
"""How far the random number goes that picks who starts."""
Decide = Callable[[Lobby], AnyAction]
"""What to do at a lobby; may raise Refusal."""


async def teams(interaction: discord.Interaction, typed: str) -> completion.Choices:
    """The teams that the lobby in this channel offers."""
    command = interaction.command
    cog = command.binding if isinstance(command, app_commands.Command) else None
    view = await cog.desk.games.view(place_of(interaction)) if isinstance(cog, TableCog) else None
    if view is None or not isinstance(view.table, Lobby):
        return []
    return completion.containing(typed, gathering.team_names(view.table.options))


async def orders(interaction: discord.Interaction, typed: str) -> completion.Choices:
    """The lobby's people one after the other, or "random"."""
    drawn = ["random"] if "," not in typed else []
    return completion.choices(targets.continued(typed, [*await _names(interaction), *drawn]))


async def seated(interaction: discord.Interaction, typed: str) -> completion.Choices:
    """Everybody in the lobby of this channel."""
    return completion.containing(typed, await _names(interaction))


async def _names(interaction: discord.Interaction) -> list[str]:
    command = interaction.command
    cog = command.binding if isinstance(command, app_commands.Command) else None
    view = await cog.desk.games.view(place_of(interaction)) if isinstance(cog, TableCog) else None
    if view is None or not isinstance(view.table, Lobby):
        return []
    return [seat.name for seat in view.table.seated]


class LobbyCog(TableCog):
    """A cog with commands for the time before a game."""

    async def in_lobby(
        self, interaction: discord.Interaction, decide: Decide, *, anybody: bool = False
    ) -> None:
        """Answers with what came of an action on the lobby; ``anybody``: also for people without a seat."""
        await self.desk.refusing(interaction, lambda: self.lobby_work(interaction, decide, anybody=anybody))

    async def lobby_work(
        self, interaction: discord.Interaction, decide: Decide, *, anybody: bool = False
    ) -> None:
        """The same within other work; raises Refusal."""
        committed = await self.desk.carry_out(
            interaction,
            place_of(interaction),
            lambda table: decide(lobby_of(table)),
            spectators=anybody,
        )
        await say(interaction, ui.change(committed.after, committed.entry.events))
        self.desk.boards.refresh(committed.game)


def lobby_of(table: Table) -> Lobby:
    """The lobby; raises Refusal when the game has started."""
    if not isinstance(table, Lobby):
        raise Refusal("already_started")
    return table


def join(lobby: Lobby, coming: list[people.Person], team: str | None) -> AnyAction:
    """People take seats; a team is found by its name however it is written."""
    names = {name.casefold(): name for name in gathering.team_names(lobby.options)}
    if team and not names:
        raise Refusal("no_teams", variant=VARIANTS[lobby.options.variant].name)
    wanted = names.get(team.casefold(), team) if team else None
    return gathering.Join(seats=people.seats(lobby, coming, wanted))


def seat_named(lobby: Lobby, typed: str | None, asker: int) -> str:
    """The id of somebody in the lobby by name or mention, or the asker's own; raises Refusal."""
    if typed is None:
        found = seat_of(lobby, asker)
        if found is None:
            raise Refusal("not_seated")
        return found
    for seat in lobby.seated:
        if seat.name.casefold() == typed.strip().casefold() or typed in (
            f"<@{seat.user}>",
            f"<@!{seat.user}>",
        ):
            return seat.id
    raise Refusal("no_such_player", name=typed, hint="")


def arrange(lobby: Lobby, order: str) -> AnyAction:
    """Seats as typed, or drawn at the start for "random"; raises Refusal unless everybody is named once."""
    if order.strip().casefold() == "random":
        return gathering.ArrangeSeats(order=())
    try:
        ids = tuple(seat_named(lobby, part.strip(), 0) for part in order.split(","))
    except Refusal:
        ids = ()
    if sorted(ids) != sorted(seat.id for seat in lobby.seated):
        raise Refusal("name_everybody_once", names=", ".join(seat.name for seat in lobby.seated))
    return gathering.ArrangeSeats(order=ids)


def start(lobby: Lobby, first: str | None = None) -> AnyAction:
    """The start, with seats and starting player drawn here, so that the log has them."""
    order = [seat.id for seat in lobby.seated]
    random.SystemRandom().shuffle(order)
    chosen = seat_named(lobby, first, 0) if first else None
    return gathering.StartGame(order=tuple(order), draw=random.SystemRandom().randrange(DRAWS), first=chosen)
