"""/game: opening a table, taking seats, starting, showing and closing it."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs import completion, people
from cogs import who as targets
from cogs.defaults import life_for, variant_for
from cogs.desk import TableCog, place_of, request_of, say
from cogs.permissions import seat_of
from cogs.ui.text import escape, listed
from rules import actions, gathering
from rules.editions import EDITIONS
from rules.game import Game
from rules.lobby import Lobby
from rules.options import Attack, Options
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from rules.variants import VARIANTS
from storage.settings import EDITION, LINK, web_address

Variants = [app_commands.Choice(name=one.name, value=key) for key, one in VARIANTS.items()]
Editions = [app_commands.Choice(name=one.name, value=key) for key, one in EDITIONS.items()]
AttackName = Literal["multiple", "left", "right"]
DRAWS = 10**9
"""How far the random number goes that picks who starts."""


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


class Tables(TableCog, commands.GroupCog, group_name="game", group_description="The game in this channel"):
    """The subcommands of /game."""

    @app_commands.command()
    @app_commands.choices(variant=Variants, edition=Editions)
    @app_commands.describe(
        variant="What you play; as /settings say, if left out",
        players="Who plays besides you: mentions, and guests' names with commas between them",
        teams="How many teams, where the variant lets you choose",
        life="Another starting life total",
        edition="Which edition of the rules",
        range="Limited range of influence, in seats",
        attack="Whom creatures may attack",
        link="The address of the webcam room",
        commander="Commander rules on top of a team variant",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        variant: app_commands.Choice[str] | None = None,
        players: str | None = None,
        teams: app_commands.Range[int, 2, 8] | None = None,
        life: app_commands.Range[int, 1, 999_999] | None = None,
        edition: app_commands.Choice[str] | None = None,
        range: app_commands.Range[int, 1, 20] | None = None,
        attack: AttackName | None = None,
        link: app_commands.Range[str, 1, 300] | None = None,
        commander: bool = False,
    ) -> None:
        """Open a table in this channel"""

        async def work() -> None:
            chosen = await self.desk.chosen(interaction)
            key = variant_for(variant and variant.value, chosen)
            options = Options(
                variant=key,
                edition=edition.value if edition is not None else chosen[EDITION],
                life=life_for(key, life, chosen),
                range=range,
                attack=Attack(attack) if attack is not None else None,
                teams=teams,
                commander=commander,
                link=checked_link(link) if link is not None else chosen[LINK],
            )
            await self._open(interaction, options, players)

        await self.desk.refusing(interaction, work)

    async def _open(self, interaction: discord.Interaction, options: Options, players: str | None) -> None:
        host = people.member(interaction.user)
        others = await people.typed(interaction, players) if players else []
        gather = gathering.Gather(
            options=options,
            seated=people.seats(Lobby(options=options), [host, *others]),
            host=str(interaction.user.id),
        )
        opened = await self.desk.games.open(place_of(interaction), request_of(interaction), gather)
        await self.desk.post_board(interaction, opened.game)

    @app_commands.command()
    @app_commands.autocomplete(team=teams)
    @app_commands.describe(team="Which team; the smallest, if left out")
    async def join(self, interaction: discord.Interaction, team: str | None = None) -> None:
        """Take a seat, or change to another team"""
        coming = [people.member(interaction.user)]
        await self._in_lobby(interaction, lambda lobby: join(lobby, coming, team), anybody=True)

    @app_commands.command()
    @app_commands.autocomplete(who=seated)
    @app_commands.describe(who="Who leaves; you, if left out")
    async def leave(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Give up a seat before the game starts"""
        await self._in_lobby(
            interaction, lambda lobby: gathering.Leave(who=seat_named(lobby, who, interaction.user.id))
        )

    @app_commands.command()
    @app_commands.autocomplete(team=teams)
    @app_commands.describe(
        players="Mentions, and guests' names with commas between them", team="Which team they join"
    )
    async def add(self, interaction: discord.Interaction, players: str, team: str | None = None) -> None:
        """Seat other people, with or without a Discord account"""

        async def work() -> None:
            coming = await people.typed(interaction, players)
            await self._lobby_work(interaction, lambda lobby: join(lobby, coming, team))

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.autocomplete(order=orders)
    @app_commands.describe(order="Everybody once, going left, with commas between; or: random")
    async def seats(self, interaction: discord.Interaction, order: str) -> None:
        """Arrange the seats, or have them drawn at the start"""
        await self._in_lobby(interaction, lambda lobby: arrange(lobby, order))

    @app_commands.command()
    @app_commands.autocomplete(first=seated)
    @app_commands.describe(first="Who goes first; drawn by the variant's rule, if left out")
    async def start(self, interaction: discord.Interaction, first: str | None = None) -> None:
        """Start the game"""

        async def work() -> None:
            committed = await self.desk.carry_out(
                interaction, place_of(interaction), lambda table: start(lobby_of(table), first)
            )
            await self.desk.answer(interaction, committed)

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    async def board(self, interaction: discord.Interaction) -> None:
        """Show the table in a new message"""

        async def work() -> None:
            view = await self.desk.games.view(place_of(interaction))
            if view is None:
                raise Refusal("no_table")
            await self.desk.post_board(interaction, view.game)

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    async def end(self, interaction: discord.Interaction) -> None:
        """Close the table without a result"""

        def close(table: Table) -> AnyAction:
            return actions.AbandonGame() if isinstance(table, Game) else gathering.CloseLobby()

        async def work() -> None:
            committed = await self.desk.carry_out(interaction, place_of(interaction), close)
            await self.desk.answer(interaction, committed)

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.autocomplete(by=completion.player)
    @app_commands.describe(by="Whose effect restarts the game; yours, if left out")
    async def restart(self, interaction: discord.Interaction, by: str | None = None) -> None:
        """An effect restarts the game: those still in it begin anew"""
        await self.desk.act(
            interaction, lambda game, me: actions.RestartGame(by=targets.player(game, by, me))
        )

    @app_commands.command()
    @app_commands.describe(url="The address of the webcam room; nothing takes it away")
    async def link(
        self, interaction: discord.Interaction, url: app_commands.Range[str, 1, 300] | None = None
    ) -> None:
        """Put the webcam room's address on the board"""

        def decide(table: Table) -> AnyAction:
            address = checked_link(url)
            if address == table.options.link:
                raise Refusal("nothing_happens")
            if isinstance(table, Game):
                return actions.ChangeLink(link=address)
            return gathering.ChangeOptions(options=replace(table.options, link=address))

        async def work() -> None:
            committed = await self.desk.carry_out(interaction, place_of(interaction), decide)
            await self.desk.answer(interaction, committed)

        await self.desk.refusing(interaction, work)

    async def _in_lobby(
        self, interaction: discord.Interaction, decide: Callable[[Lobby], AnyAction], *, anybody: bool = False
    ) -> None:
        await self.desk.refusing(interaction, lambda: self._lobby_work(interaction, decide, anybody=anybody))

    async def _lobby_work(
        self, interaction: discord.Interaction, decide: Callable[[Lobby], AnyAction], *, anybody: bool = False
    ) -> None:
        committed = await self.desk.carry_out(
            interaction,
            place_of(interaction),
            lambda table: decide(lobby_of(table)),
            spectators=anybody,
        )
        await say(interaction, lobby_words(committed.after))
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


def checked_link(link: str | None) -> str | None:
    """A web address, or nothing; raises Refusal for anything else."""
    if link is None:
        return None
    try:
        return web_address(link)
    except ValueError:
        raise Refusal("bad_link") from None


def lobby_words(table: Table) -> str:
    """Who is in the lobby, in one line: the seats, once they are arranged."""
    if not isinstance(table, Lobby):
        return ""
    names = [escape(seat.name) for seat in table.seated]
    if table.options.arranged:
        return f"Seats: {' → '.join(names)}"
    return f"At the table: {listed(names) or 'nobody'}. Seats are drawn at the start."
