"""The part of /game that prepares a game: options, emperors and the archenemy, vanguards, subgames."""

from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core import autocomplete
from cogs.core.autocomplete import VARIANT_CHOICES
from cogs.core.context import location_of, request_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import require_bot
from cogs.lobby import panel as lobby_panel
from cogs.lobby import roles
from cogs.lobby.lobby import LobbyCog, suggest_seated, switched
from rules.actions.endings import ShowRole
from rules.formats.editions import EDITIONS
from rules.formats.options import Attack
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal
from rules.setup import lobby_actions, opening
from rules.table import AnyAction
from storage.games.games import Location

Editions = [app_commands.Choice(name=one.name, value=key) for key, one in EDITIONS.items()]
AttackName = Literal["multiple", "left", "right"]


class LobbyOptions(LobbyCog):
    """Subcommands of /game for the lobby, besides joining and seating."""

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
        variant="Format (choosing one, even the same one, resets the other options)",
        teams="Number of teams, if the format lets you choose",
        life="Custom starting life total",
        edition="Edition of the Comprehensive Rules",
        range="Limited range of influence, in seats",
        attack="Which opponents creatures can attack",
        commander="Whether to add Commander rules to another format",
        deploy="Deploy creatures option: teammates can take control of each other's creatures",
        team_damage="Whether commander damage adds up for a team that shares its life",
        out_can_win="Whether a player who is out can still win, in Star or by a secret role",
        show_out="Whether players who leave show their secret roles",
        joint_draw="Whether roles that win at the same time draw instead of sharing the win",
        leader_stays="Whether a King whom the Usurper knocks out plays on as Usurper at 1 life",
        best_of="Games in the match (default: a single game)",
    )
    async def options(
        self,
        interaction: discord.Interaction,
        variant: app_commands.Choice[str] | None = None,
        teams: app_commands.Range[int, 2, 8] | None = None,
        life: app_commands.Range[int, 1, MAX_AMOUNT] | None = None,
        edition: app_commands.Choice[str] | None = None,
        range: app_commands.Range[int, 1, 20] | None = None,
        attack: AttackName | None = None,
        commander: bool | None = None,
        deploy: bool | None = None,
        team_damage: bool | None = None,
        out_can_win: bool | None = None,
        show_out: bool | None = None,
        joint_draw: bool | None = None,
        leader_stays: bool | None = None,
        best_of: Literal[1, 3, 5] | None = None,
    ) -> None:
        """Change this lobby's options (leave blank to open the panel)"""
        typed = {
            "teams": teams,
            "life": life,
            "edition": edition.value if edition is not None else None,
            "range": range,
            "attack": Attack(attack) if attack is not None else None,
            "commander": commander,
            "deploy": deploy,
            "team_damage": team_damage,
            "out_can_win": out_can_win,
            "show_out": show_out,
            "joint_draw": joint_draw,
            "leader_stays": leader_stays,
            "best_of": best_of,
        }
        given = {name: value for name, value in typed.items() if value is not None}
        if variant is None and not given:
            view = await self.service.view(location_of(interaction))
            await lobby_panel.show_panel(self.service, interaction, TableCustomId("setup", view.game))
            return
        settings = await self.service.settings_for(interaction)

        def decide(lobby: Lobby) -> AnyAction:
            start = lobby.options if variant is None else switched(lobby.options, variant.value, settings)
            return lobby_actions.ChangeOptions(options=replace(start, **given))

        await self.in_lobby(interaction, decide)

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_seated)
    @app_commands.describe(
        role="Role (leave blank to see your own secret role)", who="Player who gets the role (default: you)"
    )
    async def role(
        self,
        interaction: discord.Interaction,
        role: Literal["emperor", "archenemy"] | None = None,
        who: str | None = None,
    ) -> None:
        """See your secret role, or choose a team's emperor or the archenemy"""
        if role is None:
            if who is not None:
                raise Refusal("role_is_own")
            view = await self.service.view(location_of(interaction))
            await roles.show_own(self.service, interaction, view)
            return
        name = lobby_actions.NameEmperor if role == "emperor" else lobby_actions.NameArchenemy
        await self.act_on_seat(interaction, who, lambda seat: name(who=seat))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Guest whose role to show (default: your own)")
    async def reveal(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show your secret role to everyone"""
        await self.act_on_player(interaction, who, lambda id: ShowRole(who=id))

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_seated)
    @app_commands.describe(
        life="The card's life modifier, such as -3",
        hand="The card's hand modifier, such as +2",
        who="Player with the vanguard card (default: you)",
    )
    async def vanguard(
        self,
        interaction: discord.Interaction,
        life: app_commands.Range[int, -99, 99],
        hand: app_commands.Range[int, -7, 20] = 0,
        who: str | None = None,
    ) -> None:
        """Set a vanguard card's life and hand modifiers"""
        await self.act_on_seat(
            interaction, who, lambda seat: lobby_actions.SetVanguard(who=seat, life=life, hand=hand)
        )

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_seated)
    @app_commands.describe(
        seats="Seats in each direction (default: the game's range)",
        who="Player whose range to set (default: you)",
    )
    async def range(
        self,
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 1, 20] | None = None,
        who: str | None = None,
    ) -> None:
        """Set one player's range of influence"""
        await self.act_on_seat(interaction, who, lambda seat: lobby_actions.SetRange(who=seat, range=seats))

    @app_commands.command()
    async def subgame(self, interaction: discord.Interaction) -> None:
        """Start a subgame in this thread while the channel's game waits"""
        main = await self._main_game(interaction)
        (await self.service.requester(interaction)).require_part(main)
        lobby = opening.lobby_again(main)
        options = replace(lobby.options, subgame=True)
        gather = lobby_actions.Gather(options=options, seated=lobby.seated, host=str(interaction.user.id))
        opened = await self.service.games.open(location_of(interaction), request_of(interaction), gather)
        await self.service.replies.post_board(interaction, opened.game)

    async def _main_game(self, interaction: discord.Interaction) -> Game:
        """Return the game in progress in a thread's parent channel; raises Refusal."""
        require_bot(interaction)
        if not isinstance(interaction.channel, discord.Thread) or interaction.guild_id is None:
            raise Refusal("subgame_in_thread")
        view = await self.service.games.view(Location(interaction.channel.parent_id, interaction.guild_id))
        if view is None or not isinstance(view.table, Game) or view.table.outcome is not None:
            raise Refusal("no_main_game")
        return view.table
