"""Guests who join by QR code: the host's switch for that, and the seat that a guest's phone asks for.

Guests may join where the game has a link for that: there is no other switch. A phone draws the token of its
own link, so that it may send the same name again over a lost answer or a restart, and gets one seat.
"""

from collections.abc import Mapping
from functools import partial

import discord

from cogs.core import members
from cogs.core.components import Button, ComponentRow, button, message, options, rows, select
from cogs.core.context import number_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import NO_SERVER, require_bot
from cogs.core.links.telling import address_of, require_pages, tell_link
from cogs.core.messaging import respond
from cogs.core.permissions import Requester
from cogs.core.service import GameService, TableHandler, privately
from cogs.text.formatting import NAME_LENGTH, clean_name, visible
from cogs.text.language import tr
from cogs.text.typed import COMMA, folded
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.games import GameView, Request
from storage.links import Link, LinkPurpose, digest

MAX_GUESTS = 60
"""Guests who can join by one link, also those who are removed again."""


async def _hosted(
    service: GameService, interaction: discord.Interaction, game: GameId
) -> tuple[GameView, Lobby, Requester]:
    """Return an open lobby to which the user may admit guests; raises Refusal."""
    require_pages(service)
    require_bot(interaction)
    view, requester = await service.view(game), await service.requester(interaction)
    if not requester.is_judge and view.table.host != str(requester.user):
        raise Refusal("guests_host_only", judges=requester.judges)
    return view, lobby_actions.require_open(view.table), requester


async def _show(service: GameService, interaction: discord.Interaction, game: GameId, *, new: bool) -> None:
    """Show the panel as a new message, or in place."""
    view, lobby, _ = await _hosted(service, interaction, game)
    link = next(iter(await service.games.links.of_game(game, view.location.channel, LinkPurpose.JOIN)), None)
    shown = _panel(lobby, game, link)
    if new:
        await respond(interaction, view=shown, private=True)
    else:
        await interaction.response.edit_message(view=shown)


def _panel(lobby: Lobby, game: GameId, link: Link | None) -> discord.ui.LayoutView:
    on = link is not None
    about = tr("With a link, people without Discord take a seat by name and play with their phones.")
    state = tr("Guests may join: **on**, until the game starts.") if on else tr("Guests may join: **off**.")
    buttons: list[Button] = [
        button(tr("New link") if on else tr("Let guests join"), TableCustomId("guestlink", game)),
        *([button(tr("Stop"), TableCustomId("guestsoff", game), discord.ButtonStyle.danger)] if on else []),
    ]
    guests = options([(one.id, one.name) for one in lobby.seated if one.user is None])
    leaving: list[ComponentRow] = (
        [select(TableCustomId("unseat", game), guests, tr("Remove a guest…"))] if guests else []
    )
    return message("### " + tr("Guests"), f"{about}\n{state}", *rows(*buttons), *leaving)


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _show(service, interaction, press.game, new=True)


@privately
async def _let_in(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Make the link by which guests join, which revokes an earlier one."""
    view, _, requester = await _hosted(service, interaction, press.game)
    place, links = view.location, service.games.links
    earlier = await links.of_game(press.game, place.channel, LinkPurpose.JOIN)
    await links.revoke([one.id for one in earlier])
    token = await links.make(
        LinkPurpose.JOIN, place.guild or NO_SERVER, place.channel, requester.user, press.game
    )
    await _show(service, interaction, press.game, new=False)
    url = address_of(service.pages, LinkPurpose.JOIN, token)
    title = tr("**Join game {number} as a guest**, until it starts:", number=press.game)
    note = tr("-# Anyone with the link can take a seat. **Stop** ends it; seats that are taken stay.")
    await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


@privately
async def _stop(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view, _, _ = await _hosted(service, interaction, press.game)
    links = service.games.links
    ending = await links.of_game(press.game, view.location.channel, LinkPurpose.JOIN)
    await links.revoke([one.id for one in ending])
    await _show(service, interaction, press.game, new=False)


@privately
async def _unseat(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _hosted(service, interaction, press.game)

    def decide(table: Table) -> AnyAction:
        seat = lobby_actions.require_open(table).find(press.value)
        if seat is None or seat.user is not None:
            raise Refusal("outdated")
        return lobby_actions.Leave(who=seat.id)

    await service.carry_out(interaction, press.game, decide, spectators=True)
    try:
        await _show(service, interaction, press.game, new=False)
    finally:
        service.boards.refresh(press.game)


async def seat(service: GameService, link: Link, name: str, token: str) -> None:
    """Seat a guest in the lobby of a link, and make the link of that seat with the token that the guest's
    phone has generated. Idempotent per token.

    Raises Refusal "guests_closed", also for a link to anything else, "lobby_full", "too_many_guests",
    "no_name", "guest_name_long", "guest_name_taken", "outdated"; NotCommitted.
    """
    if link.purpose is not LinkPurpose.JOIN or link.game is None:
        raise Refusal("guests_closed")
    links = service.games.links
    known = await links.find(token)
    if known is not None:
        if (known.purpose, known.game) != (LinkPurpose.GUEST, link.game):
            raise Refusal("outdated")
        return
    made = await links.of_game(link.game, link.channel, LinkPurpose.GUEST)
    if sum(one.made >= link.made for one in made) >= MAX_GUESTS:
        raise Refusal("too_many_guests")
    request = Request(link.author, clean_name(name), number_of(f"guest {link.id} {token}"))
    committed = await service.games.act(link.game, request, partial(_joining, name=name, token=token))
    service.boards.refresh(link.game)
    joined = committed.entry.action
    assert isinstance(joined, lobby_actions.Join)
    own = joined.seats[0].id
    await links.make(LinkPurpose.GUEST, link.guild, link.channel, link.user, link.game, own, token)


def _joining(table: Table, name: str, token: str) -> AnyAction:
    """Return the action that seats a guest; raises Refusal."""
    lobby = lobby_actions.require_open(table)
    lobby_actions.require_seats(lobby.options, len(lobby.seated) + 1)
    typed = visible(COMMA.sub(" ", name)).lstrip("@ ")
    if not typed:
        raise Refusal("no_name")
    if len(typed) > NAME_LENGTH:
        raise Refusal("guest_name_long", limit=NAME_LENGTH)
    called = clean_name(name)
    for taken in (*team_names(lobby.options), *(one.name for one in lobby.seated)):
        if _alike(taken, called):
            raise Refusal("guest_name_taken", who=taken)
    # The seat is this phone's: a guest of the same name who comes after it was removed has another one.
    id = f"{members.seat_id((None, called))}#{digest(token).hex()[:6]}"
    return lobby_actions.Join(seats=(Seated(id=id, name=called),))


def _alike(one: str, other: str) -> bool:
    """Return whether two names differ only in case, accents, spaces or signs."""
    return one.casefold() == other.casefold() or (folded(one) == folded(other) != "")


HANDLERS: Mapping[str, TableHandler] = {
    "guests": _open,
    "guestlink": _let_in,
    "guestsoff": _stop,
    "unseat": _unseat,
}
"""What each verb of a press about guests does."""
