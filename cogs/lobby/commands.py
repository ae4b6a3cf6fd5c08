"""/game: opening a table, taking seats, starting, showing and closing it."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

from cogs.core import autocomplete, members, targets
from cogs.core.autocomplete import VARIANT_CHOICES
from cogs.core.context import consequence_id, location_of, request_of, scope_of
from cogs.core.delivery.places import comes_from_outside
from cogs.core.messaging import reply_public
from cogs.core.permissions import seat_of
from cogs.entry import chance
from cogs.lobby import late_joiners, seats
from cogs.lobby.lobby import (
    anyone_seated,
    arrange,
    checked_link,
    invited,
    join_action,
    keep_language,
    life_for,
    lobby_of,
    new_person,
    orders,
    people_named,
    seat_groups,
    seat_named,
    start_action,
    suggest_seated,
    teams,
)
from cogs.lobby.options import AttackName, Editions, LobbyOptions
from cogs.text import results
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.endings import AbandonGame, RestartGame
from rules.actions.table import ChangeLink
from rules.formats.options import Attack, Options
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.games import Committed
from storage.settings.definitions import EDITION, LINK, VARIANT


class LobbyCommands(LobbyOptions, commands.GroupCog):
    """The subcommands of /game, and the handlers of lobbies and their panels."""

    @app_commands.command()
    @app_commands.rename(
        out_can_win="out-can-win",
        team_damage="team-damage",
        show_out="show-roles",
        joint_draw="joint-draw",
        leader_stays="king-stays",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, edition=Editions)
    @app_commands.describe(
        variant="Format (default: from /settings)",
        players="Other players: mentions or guest names, separated by commas (teams by /)",
        teams="Number of teams, if the format lets you choose",
        life="Custom starting life total",
        edition="Edition of the Comprehensive Rules",
        range="Limited range of influence, in seats",
        attack="Which opponents creatures can attack",
        link="Webcam link",
        commander="Whether to add Commander rules to a team format (default: no)",
        deploy="Deploy creatures option: teammates can take control of each other's creatures",
        team_damage="Whether commander damage adds up for a team that shares its life (default: no)",
        out_can_win="Whether a player who is out can still win, in Star or by a secret role (default: no)",
        show_out="Whether players who leave show their secret roles (default: the format's)",
        joint_draw="Whether roles that win at the same time draw instead of sharing (default: no)",
        leader_stays="Whether a King whom the Usurper knocks out plays on as Usurper at 1 life (default: no)",
        best_of="Games in the match (default: a single game)",
        start="Start right away if everyone is named (default: yes)",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        variant: app_commands.Choice[str] | None = None,
        players: str | None = None,
        teams: app_commands.Range[int, 2, 8] | None = None,
        life: app_commands.Range[int, 1, MAX_AMOUNT] | None = None,
        edition: app_commands.Choice[str] | None = None,
        range: app_commands.Range[int, 1, 20] | None = None,
        attack: AttackName | None = None,
        link: app_commands.Range[str, 1, 300] | None = None,
        commander: bool = False,
        deploy: bool | None = None,
        team_damage: bool = False,
        out_can_win: bool = False,
        show_out: bool | None = None,
        joint_draw: bool = False,
        leader_stays: bool = False,
        best_of: Literal[1, 3, 5] = 1,
        start: bool = True,
    ) -> None:
        """Open a lobby in this channel, or start a game right away by naming everyone"""
        settings = await self.service.settings_for(interaction)
        key = variant.value if variant is not None else settings[VARIANT]
        if key is None:
            raise Refusal("choose_variant")
        options = Options(
            variant=key,
            edition=edition.value if edition is not None else settings[EDITION],
            life=life_for(key, life, settings),
            range=range,
            attack=Attack(attack) if attack is not None else None,
            deploy=deploy,
            teams=teams,
            commander=commander,
            team_damage=team_damage,
            out_can_win=out_can_win,
            show_out=show_out,
            joint_draw=joint_draw,
            leader_stays=leader_stays,
            link=checked_link(link) if link is not None else settings[LINK],
            best_of=best_of,
        )
        groups, unclear = await invited(interaction, options, players or "")
        gather = lobby_actions.Gather(
            options=options, seated=seat_groups(options, groups), host=str(interaction.user.id)
        )
        named = len(groups) > 1 or not team_names(options)
        begin = bool(players and named and start and not any(one.could_be for one in unclear))
        opened = await self._opened(interaction, gather, begin=begin)
        with self.service.announcer.answering(opened):
            await self.service.replies.post_board(interaction, opened.game)
            if isinstance(opened.after, Game):
                summary = results.tell(opened.before, opened.after, opened.entry.events)
                await reply_public(interaction, summary.text)
        if await self.service.games.needs_hints(scope_of(interaction).channels[-1]):
            hint = first_game_hint(opened.after, voice=not comes_from_outside(interaction))
            await reply_public(interaction, hint)
        await seats.ask_who(self.service, interaction, unclear)

    async def _opened(
        self, interaction: discord.Interaction, gather: lobby_actions.Gather, *, begin: bool
    ) -> Committed:
        """Open a table. ``begin``: whether to start the game at once if possible; otherwise the lobby shows
        what is missing."""
        request, place = request_of(interaction), location_of(interaction)
        starting = replace(request, interaction=consequence_id(f"{request.interaction} start"))

        def decide(table: Table) -> AnyAction:
            return start_action(lobby_of(table))

        self.service.discord_clock.require_in_time(interaction)
        await keep_language(self.service, interaction)
        opened = await self.service.games.open(place, request, gather, (starting, decide) if begin else None)
        if isinstance(opened.after, Game):
            await self.service.follow(interaction, starting, opened)
        return opened

    @app_commands.command()
    @app_commands.autocomplete(team=teams)
    @app_commands.describe(
        team="Team to join (default: the smallest)",
        seat="Seat in a game that has started (default: the last one in turn order)",
    )
    async def join(
        self,
        interaction: discord.Interaction,
        team: str | None = None,
        seat: Literal["last", "random"] | None = None,
    ) -> None:
        """Join the game or switch teams"""
        where = location_of(interaction)
        if isinstance((await self.service.view(where)).table, Game):
            await late_joiners.join_game(self.service, interaction, where, team, seat)
            return
        await self.in_lobby(
            interaction,
            lambda lobby: join_action(lobby, new_person(lobby, interaction.user), team),
            anybody=True,
        )

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_seated)
    @app_commands.describe(who="Player who leaves (default: you)")
    async def leave(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Leave the lobby before the game starts"""
        await self.act_on_seat(interaction, who, lambda seat: lobby_actions.Leave(who=seat))

    @app_commands.command()
    @app_commands.autocomplete(team=teams)
    @app_commands.describe(
        players="Mentions or guest names, separated by commas",
        team="Team to seat them on (default: the smallest)",
    )
    async def add(self, interaction: discord.Interaction, players: str, team: str | None = None) -> None:
        """Seat other players, with or without a Discord account"""
        where = location_of(interaction)
        table = (await self.service.view(where)).table
        ((known,), unclear) = await people_named(interaction, [players], late_joiners.room_in(table))
        if isinstance(table, Game):
            await self.act_on_table(
                interaction, lambda table: late_joiners.joining(late_joiners.require_game(table), known, team)
            )
        else:
            await self.in_lobby(interaction, lambda lobby: join_action(lobby, known, team))
        await seats.ask_who(self.service, interaction, unclear)

    @app_commands.command(name="hand-over")
    @app_commands.autocomplete(who=anyone_seated)
    @app_commands.describe(to="Member who takes the seat", who="Player whose seat it is (default: you)")
    async def hand_over(
        self, interaction: discord.Interaction, to: discord.User, who: str | None = None
    ) -> None:
        """Hand over a seat to another member, with everything that belongs to it"""
        if to.bot:
            raise Refusal("no_bots")
        person, user = members.member(to), interaction.user.id

        def decide(table: Table) -> AnyAction:
            if isinstance(table, Lobby):
                return seats.hand_over_seat(table, seat_named(table, who, user), person)
            return seats.hand_over_seat(table, targets.player(table, who, seat_of(table, user)), person)

        committed = await self.service.carry_out(
            interaction, location_of(interaction), decide, spectators=True
        )
        await seats.announce_seat(self.service, interaction, committed)

    @app_commands.command()
    @app_commands.autocomplete(order=orders)
    @app_commands.describe(order="All players in turn order, separated by commas, or: random")
    async def seats(self, interaction: discord.Interaction, order: str) -> None:
        """Set the seating order, or randomize it at the start"""
        await self.in_lobby(interaction, lambda lobby: arrange(lobby, order, interaction.user.id))

    @app_commands.command()
    @app_commands.autocomplete(first=suggest_seated)
    @app_commands.describe(first="Player who goes first (default: chosen by the format's rules)")
    async def start(self, interaction: discord.Interaction, first: str | None = None) -> None:
        """Start the game"""
        await self.act_on_table(
            interaction, lambda table: start_action(lobby_of(table), first, interaction.user.id)
        )

    @app_commands.command()
    async def board(self, interaction: discord.Interaction) -> None:
        """Show the board in a new message"""
        view = await self.service.view(location_of(interaction))
        await self.service.replies.post_board(interaction, view.game)

    @app_commands.command()
    async def end(self, interaction: discord.Interaction) -> None:
        """Close the game or lobby without a result"""

        def close(table: Table) -> AnyAction:
            return AbandonGame() if isinstance(table, Game) else lobby_actions.CloseLobby()

        await self.act_on_table(interaction, close)

    @app_commands.command()
    @app_commands.autocomplete(by=autocomplete.suggest_single_player)
    @app_commands.describe(by="Player whose effect restarts the game (default: you)")
    async def restart(self, interaction: discord.Interaction, by: str | None = None) -> None:
        """Restart the game by an effect, with the players still in it"""

        def decide(game: Game, me: PlayerId | None) -> Action:
            who = targets.player(game, by, me)
            return RestartGame(by=who, secret_roles=chance.deal_roles_again(game))

        await self.service.act(interaction, decide)

    @app_commands.command()
    @app_commands.describe(url="Webcam link (leave blank to remove)")
    async def link(
        self, interaction: discord.Interaction, url: app_commands.Range[str, 1, 300] | None = None
    ) -> None:
        """Set or remove the webcam link on the board"""

        def decide(table: Table) -> AnyAction:
            address = checked_link(url)
            if address == table.options.link:
                raise Refusal("nothing_happens")
            if isinstance(table, Game):
                return ChangeLink(link=address)
            return lobby_actions.ChangeOptions(options=replace(table.options, link=address))

        await self.act_on_table(interaction, decide)


def first_game_hint(table: Table, *, voice: bool = True) -> str:
    """Return the small print below a channel's first game, without the lobby's part if it has started.

    ``voice``: as for the lobby.
    """
    lobby = (
        tr("New here? Press **Join** or **Seat my voice channel** in the lobby, then **Start**.")
        if voice
        else tr("New here? Press **Join** in the lobby, then **Start**.")
    )
    lines = (
        *([lobby] if isinstance(table, Lobby) else []),
        tr(
            "**−5 −1 +1 +5** change your own life. Use **Others…** for anyone else, or `/life "
            "lose`, `/damage` and `/counter add` for any amount."
        ),
        tr("**Undo** reverses any step, losses are detected automatically, and `/help` covers the rest."),
    )
    return "\n".join(f"-# {line}" for line in lines)
