"""A player's secret role: visible to them alone, and shown to everyone when they want that."""

from collections.abc import Mapping

import discord

from cogs.core.components import button, rows
from cogs.core.custom_ids import TableCustomId
from cogs.core.messaging import reply_private
from cogs.core.permissions import seat_of
from cogs.core.service import GameService, TableHandler
from cogs.text.facts import roles
from cogs.text.language import speaking, tr
from rules.actions.action import Action
from rules.actions.endings import ShowRole
from rules.events.endings import GameRestarted
from rules.events.table import GameStarted
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.players.roles import are_dealt
from rules.refusal import Refusal
from storage.games.games import GameView


async def show_own(service: GameService, interaction: discord.Interaction, view: GameView) -> None:
    """Show the user privately which role they have, and how it wins.

    Raises Refusal "not_started", "no_roles", "roles_for_players".
    """
    if not isinstance(view.table, Game):
        raise Refusal("not_started")
    game, me = view.table, seat_of(view.table, interaction.user.id)
    if not are_dealt(game):
        raise Refusal("no_roles")
    role = None if me is None else roles.dealt_role(game, me)
    if role is None:
        raise Refusal("roles_for_players")
    deal = await _deal(service, view.game)
    with speaking(await service.language_of_user(interaction)):
        text = "\n".join((f"### {role.title}", role.about, f"-# {role.dealt}"))
        show = button(tr("Show to everyone"), TableCustomId("showrole", view.game, deal))
        await reply_private(interaction, text, *(rows(show) if role.can_show else ()))


async def _deal(service: GameService, game: GameId) -> str:
    """Return the number of the log's entry that dealt the roles of a game last; empty before any deal."""
    steps = [step.entry for step in await service.games.steps(game) if step.counts]
    dealt = [
        one.number
        for one in steps
        if any(isinstance(event, GameStarted | GameRestarted) for event in one.events)
    ]
    return str(dealt[-1]) if dealt else ""


async def _own(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await show_own(service, interaction, await service.view(press.game))


async def _show(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show the presser's role to everyone, if the button's message is about it."""
    deal = await _deal(service, press.game)
    if deal and deal != press.value:
        raise Refusal("roles_dealt_again")

    def decide(_game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("roles_for_players")
        return ShowRole(who=me)

    await service.press_privately(interaction, press.game, decide)


HANDLERS: Mapping[str, TableHandler] = {"myrole": _own, "showrole": _show}
"""Handlers of the buttons about secret roles, by verb."""
