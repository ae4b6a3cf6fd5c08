"""The buttons of the lobby, and the one on a finished game that opens the next lobby."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import discord

from cogs import people
from cogs.asking import request_of, spot_of
from cogs.desk import Desk, Handler
from cogs.lobbies import join, lobby_of, seat_named, start
from cogs.sending import pinging
from cogs.ui import lobby as ui
from cogs.ui.custom_id import Press
from cogs.ui.language import tr
from cogs.ui.text import bold, escape, listed
from rules import gathering, rematch
from rules.game import Game
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games import Committed
from storage.settable import CALL


async def _join(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    coming = [people.member(interaction.user)]
    await _change(
        desk, interaction, press, lambda lobby: join(lobby, coming, press.value or None), spectators=True
    )


async def _leave(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        return gathering.Leave(who=seat_named(lobby, None, interaction.user.id))

    await _change(desk, interaction, press, decide, spectators=True)


async def _start(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await _change(desk, interaction, press, start)


async def _cancel(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await _change(desk, interaction, press, lambda lobby: gathering.CloseLobby())


async def _voice(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    view = await desk.view(press.game)
    (await desk.asker(interaction)).require_part(view.table)
    coming = await people.in_voice(interaction)
    await _change(desk, interaction, press, lambda lobby: join_new(lobby, coming))


def join_new(lobby: Lobby, coming: Sequence[people.Person]) -> AnyAction:
    """Those who have no seat yet take one; raises Refusal where that is nobody."""
    seated = {seat.user for seat in lobby.seated}
    new = [person for person in coming if person[0] not in seated]
    if not new:
        raise Refusal("nobody_new_in_voice")
    return gathering.Join(seats=people.seats(lobby, new))


async def _ready(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        me = seat_named(lobby, None, interaction.user.id)
        return gathering.SetReady(who=me, ready=me not in lobby.ready)

    committed = await _change(desk, interaction, press, decide)
    if isinstance(committed.after, Lobby) and committed.after.asked and not committed.after.awaited:
        await interaction.followup.send(ui.change(committed.after, committed.entry.events))


async def _ask_ready(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """Asks everybody; those are pinged who want to be called to their turns, too."""
    by = str(interaction.user.id)
    committed = await _change(desk, interaction, press, lambda lobby: gathering.AskReady(by=by))
    if not isinstance(committed.after, Lobby):
        return
    spot, wanting = spot_of(interaction), list[int]()
    awaited = [seat for seat in committed.after.awaited if seat.user != interaction.user.id]
    for seat in awaited:
        if seat.user is not None and (await desk.settings.chosen(replace(spot, user=seat.user)))[CALL]:
            wanting.append(seat.user)
    names = listed(f"<@{seat.user}>" if seat.user in wanting else escape(seat.name) for seat in awaited)
    asks = bold(committed.entry.name)
    text = (
        tr("{who} asks: is everybody ready? Press **Ready** in the lobby: {names}.", who=asks, names=names)
        if names
        else tr("{who} asks: is everybody ready? Press **Ready** in the lobby.", who=asks)
    )
    await interaction.followup.send(text, allowed_mentions=pinging(wanting))


async def _again(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """A new lobby with the people, teams and options of a game that is over."""
    view = await desk.games.view(press.game)
    if view is None or not isinstance(view.table, Game):
        raise Refusal("no_table")
    if view.table.outcome is None:
        raise Refusal("table_in_use")
    (await desk.asker(interaction)).require_part(view.table)
    gather = rematch.again(view.table, host=str(interaction.user.id))
    opened = await desk.games.open(view.place, request_of(interaction), gather)
    await desk.answers.post_board(interaction, opened.game)


async def _change(
    desk: Desk,
    interaction: discord.Interaction,
    press: Press,
    decide: Callable[[Lobby], AnyAction],
    *,
    spectators: bool = False,
) -> Committed:
    """Carries out what a button asks for and shows it on the lobby's message."""

    def deciding(table: Table) -> AnyAction:
        return decide(lobby_of(table))

    committed = await desk.carry_out(interaction, press.game, deciding, spectators=spectators)
    await desk.answers.show(interaction, committed)
    return committed


HANDLERS: Mapping[str, Handler] = {
    "join": _join,
    "leave": _leave,
    "ready": _ready,
    "start": _start,
    "voice": _voice,
    "askready": _ask_ready,
    "cancel": _cancel,
    "again": _again,
}
"""What each verb of a press in the lobby does."""
