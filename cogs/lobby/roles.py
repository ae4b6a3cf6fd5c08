"""One's own secret role: told to its player alone, and shown to everybody when that player wants it."""

from collections.abc import Mapping

import discord

from cogs.core.components import button, rows
from cogs.core.custom_ids import TableCustomId
from cogs.core.messaging import reply_private
from cogs.core.permissions import seat_of
from cogs.core.service import GameService, Handler
from cogs.text.facts import roles
from cogs.text.language import speaking, tr
from rules.actions.action import Action
from rules.actions.endings import ShowRole
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.games.games import GameView


async def show_own(service: GameService, interaction: discord.Interaction, view: GameView) -> None:
    """Tell the user alone which role they were dealt, and how it wins; raises Refusal."""
    if not isinstance(view.table, Game):
        raise Refusal("not_started")
    game, me = view.table, seat_of(view.table, interaction.user.id)
    if me is None:
        raise Refusal("buttons_for_players")
    with speaking(await service.language_of_user(interaction)):
        role = roles.own(game, me)
        if role is None:
            raise Refusal("no_roles")
        text = "\n".join((f"### {role.title}", role.about, f"-# {role.dealt}"))
        show = button(tr("Show to everyone"), TableCustomId("showrole", view.game))
        await reply_private(interaction, text, *(rows(show) if role.can_show else ()))


async def _own(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await show_own(service, interaction, await service.view(press.game))


async def _show(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show everybody the presser's role."""

    def decide(_game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("buttons_for_players")
        return ShowRole(who=me)

    await service.press_privately(interaction, press.game, decide)


HANDLERS: Mapping[str, Handler] = {"myrole": _own, "showrole": _show}
"""What each verb of a press about one's role does."""
