"""The buttons of the lobby, and the one on a finished game that opens the next lobby."""

from collections.abc import Callable, Mapping, Sequence

import discord
from msgspec.structs import replace

from cogs.core import members
from cogs.core.components import Button, button
from cogs.core.context import request_of, scope_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.step_announcements import tells_end
from cogs.core.messaging import pinging, reply_public, respond
from cogs.core.service import GameService, TableHandler
from cogs.lobby import view as ui
from cogs.lobby.late_joiners import join_game
from cogs.lobby.lobby import join_action, lobby_of, new_person, room_at, seat_named, start_action
from cogs.lobby.seats import JoinWish, tell_in_place
from cogs.text.formatting import bold, escape, listed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import UserOrGuest
from rules.refusal import Refusal
from rules.setup import lobby_actions, match, rematch
from rules.table import AnyAction
from storage.games.games import Committed
from storage.settings.definitions import CALL
from storage.settings.settings import EffectiveSettings


async def _join(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Seat the user; first ask whether they are one of the table's guests."""
    sure, user = press.verb == "joinanyway", interaction.user
    wish = JoinWish.read(press.value)
    if sure and isinstance((await service.view(press.game)).table, Game):
        await join_game(service, interaction, press.game, wish.team or None, wish.seat or None, sure=True)
        return

    def decide(lobby: Lobby) -> AnyAction:
        coming = [members.member(user)] if sure else new_person(lobby, user)
        return join_action(lobby, coming, wish.team or None)

    if not sure:
        await _change(service, interaction, press, decide, spectators=True)
        return
    committed = await service.carry_out(
        interaction, press.game, lambda table: decide(lobby_of(table)), spectators=True
    )
    await tell_in_place(service, interaction, committed)


async def _leave(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        return lobby_actions.Leave(who=seat_named(lobby, None, interaction.user.id))

    await _change(service, interaction, press, decide, spectators=True)


async def _start(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _change(service, interaction, press, start_action)


async def _cancel(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _change(service, interaction, press, lambda lobby: lobby_actions.CloseLobby())


async def _voice(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view = await service.view(press.game)
    (await service.requester(interaction)).require_part(view.table)
    coming = await members.in_voice(interaction, room_at(lobby_of(view.table).options))
    await _change(service, interaction, press, lambda lobby: join_new(lobby, coming))


def join_new(lobby: Lobby, coming: Sequence[UserOrGuest]) -> AnyAction:
    """Return the action that seats the people without a seat; raises Refusal without any."""
    seated = {seat.user for seat in lobby.seated}
    new = [person for person in coming if person[0] not in seated]
    if not new:
        raise Refusal("nobody_new_in_voice")
    return lobby_actions.Join(seats=members.seats_for(lobby, new))


async def _ready(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        me = seat_named(lobby, None, interaction.user.id)
        return lobby_actions.SetReady(who=me, ready=me not in lobby.ready)

    committed = await _change(service, interaction, press, decide)
    if isinstance(committed.after, Lobby) and committed.after.asked and not committed.after.awaited:
        await reply_public(interaction, ui.change(committed.after, committed.entry.events))


async def _ask_ready(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Ask everyone whether they are ready, pinging those who want turn pings."""
    by = str(interaction.user.id)
    committed = await _change(service, interaction, press, lambda lobby: lobby_actions.AskReady(by=by))
    if not isinstance(committed.after, Lobby):
        return
    scope, wanting = scope_of(interaction), list[int]()
    awaited = [seat for seat in committed.after.awaited if seat.user != interaction.user.id]
    for seat in awaited:
        if seat.user is not None and (await service.settings.effective(replace(scope, user=seat.user)))[CALL]:
            wanting.append(seat.user)
    names = listed(f"<@{seat.user}>" if seat.user in wanting else escape(seat.name) for seat in awaited)
    asks = bold(committed.entry.name)
    text = (
        tr("{who} started a ready check. Press **Ready** in the lobby: {names}.", who=asks, names=names)
        if names
        else tr("{who} started a ready check. Press **Ready** in the lobby.", who=asks)
    )
    await respond(interaction, text, allowed=pinging(wanting))


async def _again(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Open a new lobby with the people, teams and options of a finished game."""
    view = await service.games.view(press.game)
    if view is None or not isinstance(view.table, Game):
        raise Refusal("no_table")
    if view.table.outcome is None:
        raise Refusal("table_in_use")
    (await service.requester(interaction)).require_part(view.table)
    gather = rematch.rematch(view.table, str(interaction.user.id), view.game)
    opened = await service.games.open(view.location, request_of(interaction), gather)
    await service.replies.post_board(interaction, opened.game)


async def rematch_button(_settings: EffectiveSettings, committed: Committed) -> Sequence[Button]:
    """Return the button below a game's result that opens the next lobby."""
    game = committed.after
    if not tells_end(committed) or not isinstance(game, Game):
        return []
    label = tr("Next game") if match.goes_on(game) else tr("Rematch")
    return [button(label, TableCustomId("again", committed.game))]


async def _change(
    service: GameService,
    interaction: discord.Interaction,
    press: TableCustomId,
    decide: Callable[[Lobby], AnyAction],
    *,
    spectators: bool = False,
) -> Committed:
    committed = await service.carry_out(
        interaction, press.game, lambda table: decide(lobby_of(table)), spectators=spectators
    )
    await service.replies.show(interaction, committed)
    return committed


HANDLERS: Mapping[str, TableHandler] = {
    "join": _join,
    "joinanyway": _join,
    "leave": _leave,
    "ready": _ready,
    "start": _start,
    "voice": _voice,
    "askready": _ask_ready,
    "cancel": _cancel,
    "again": _again,
}
"""Handlers of the lobby's buttons, by verb."""
