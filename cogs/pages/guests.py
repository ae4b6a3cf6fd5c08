"""Guests who join by QR code: the host's switch for that, the seat that a guest's phone asks for, and the
remotes of guests' seats.

Guests may join where the table has a link for that: there is no other switch. A phone generates its link's
token, so that it can send the name again after a lost answer or a restart and still gets one seat.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import discord

from cogs.core import members
from cogs.core.components import MAX_OPTIONS, Button, ComponentRow, button, message, options, rows, select
from cogs.core.context import consequence_id, picked
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import NO_SERVER, require_bot
from cogs.core.links.telling import link_address, require_pages, tell_link
from cogs.core.messaging import respond
from cogs.core.permissions import Requester
from cogs.core.service import GameService, TableHandler, privately
from cogs.text.formatting import NAME_LENGTH, clean_name, escape, visible
from cogs.text.language import tr
from cogs.text.typed import COMMA, folded
from rules.actions.table import JoinGame
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId, Player
from rules.refusal import Refusal
from rules.setup import late_joiners, lobby_actions
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.games import GameView, Request
from storage.games.outbox import topic_of
from storage.links import JOINING, Link, LinkId, LinkPurpose, digest

MAX_GUESTS = 60
"""Guests who can join by one link, also those who are removed again."""


async def _hosted(
    service: GameService, interaction: discord.Interaction, game: GameId
) -> tuple[GameView, Requester]:
    """Return the table, before or during its game, that the user may let guests into; raises Refusal."""
    require_pages(service)
    require_bot(interaction)
    view, requester = await service.view(game), await service.requester(interaction)
    if not requester.hosts(view.table):
        raise Refusal("guests_host_only", judges=requester.judges)
    if isinstance(view.table, Lobby):
        lobby_actions.require_guests_open(view.table)
    elif view.table.outcome is not None:
        raise Refusal("game_over")
    return view, requester


async def _show(service: GameService, interaction: discord.Interaction, game: GameId, *, new: bool) -> None:
    """Show the panel as a new message, or in place."""
    view, _ = await _hosted(service, interaction, game)
    shown = _panel(view.table, game, on=bool(await _joining_links(service, view)))
    if new:
        await respond(interaction, view=shown, private=True)
    else:
        await interaction.response.edit_message(view=shown)


async def _joining_links(service: GameService, view: GameView) -> Sequence[LinkId]:
    """Return the links by which guests can join now."""
    purpose = _purpose(view.table)
    links = await service.games.links.of_game(view.game, view.location.channel, purpose)
    return [one.id for one in links]


def _purpose(table: Table) -> LinkPurpose:
    """Return the purpose of links by which guests join: one that was given out in a lobby ends with it."""
    return LinkPurpose.JOIN if isinstance(table, Lobby) else LinkPurpose.LATE


def _panel(table: Table, game: GameId, *, on: bool) -> discord.ui.LayoutView:
    about = tr("With a link, people without Discord take a seat by name and play with their phones.")
    buttons, lists = list[Button](), list[ComponentRow]()
    if isinstance(table, Lobby):
        state = tr("Guests may join: **on**, until the game starts.") if on else ""
    else:
        state = tr("Guests may join: **on**, until the game ends.") if on else ""
    state = state or tr("Guests may join: **off**.")
    if isinstance(table, Lobby) or late_joiners.is_open(table):
        label = tr("New link") if on else tr("Let guests join")
        buttons.append(button(label, TableCustomId("guestlink", game)))
    if on:
        buttons.append(button(tr("Stop"), TableCustomId("guestsoff", game), discord.ButtonStyle.danger))
    guests = options([(one.id, one.name) for one in _guests(table)])
    if guests:
        lists.append(select(TableCustomId("guestphone", game), guests, tr("Give a guest a remote…")))
    if guests and isinstance(table, Lobby):
        lists.append(select(TableCustomId("unseat", game), guests, tr("Remove a guest…")))
    return message("### " + tr("Guests"), f"{about}\n{state}", *rows(*buttons), *lists)


def _guests(table: Table) -> Sequence[Seated | Player]:
    """Return the guests with a seat, of a game those who are still in it."""
    people = table.seated if isinstance(table, Lobby) else table.remaining
    return [one for one in people if one.user is None][:MAX_OPTIONS]


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _show(service, interaction, press.game, new=True)


@privately
async def _let_in(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Make the link by which guests join, which ends an earlier one."""
    view, requester = await _hosted(service, interaction, press.game)
    if isinstance(view.table, Game):
        late_joiners.require_room(view.table)
    place, links, purpose = view.location, service.games.links, _purpose(view.table)
    await links.revoke(await _joining_links(service, view))
    token = await links.make(purpose, place.guild or NO_SERVER, place.channel, requester.user, press.game)
    await _show(service, interaction, press.game, new=False)
    url = link_address(service.pages, purpose, token)
    if isinstance(view.table, Lobby):
        title = tr("**Join game {number} as a guest**, until it starts:", number=press.game)
    else:
        title = tr("**Join game {number} as a guest**, until it ends:", number=press.game)
    note = tr("-# Anyone with the link can take a seat. **Stop** ends it; seats that are taken stay.")
    await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


@privately
async def _stop(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view, _ = await _hosted(service, interaction, press.game)
    await service.games.links.revoke(await _joining_links(service, view))
    await _show(service, interaction, press.game, new=False)


@privately
async def _give_remote(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Make the remote of a guest's seat, which ends an earlier one."""
    view, requester = await _hosted(service, interaction, press.game)
    (chosen,) = picked(interaction)
    seat = next((one for one in _guests(view.table) if one.id == chosen), None)
    if seat is None:
        raise Refusal("outdated")
    place, links = view.location, service.games.links
    phones = await links.of_game(press.game, place.channel, LinkPurpose.GUEST)
    await links.revoke([one.id for one in phones if one.seat == seat.id])
    at = place.guild or NO_SERVER, place.channel
    token = await links.make(LinkPurpose.GUEST, *at, requester.user, press.game, seat.id)
    await _show(service, interaction, press.game, new=False)
    url = link_address(service.pages, LinkPurpose.GUEST, token)
    title = tr("**Remote for {who}**, game {number}:", who=escape(seat.name), number=press.game)
    note = tr("-# Let {who} scan this. A new remote for the seat ends this one.", who=escape(seat.name))
    await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open remote"))


@privately
async def _unseat(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _hosted(service, interaction, press.game)

    def decide(table: Table) -> AnyAction:
        seat = lobby_actions.require_guests_open(table).find(press.value)
        if seat is None or seat.user is not None:
            raise Refusal("outdated")
        return lobby_actions.Leave(who=seat.id)

    await service.carry_out(interaction, press.game, decide, spectators=True)
    try:
        await _show(service, interaction, press.game, new=False)
    finally:
        service.boards.refresh(press.game)


async def seat(service: GameService, link: Link, name: str, token: str) -> None:
    """Seat a guest at the table of a link, and make the link of that seat, which has the token that the
    guest's phone has drawn. Done once for each token.

    Raises Refusal "guests_closed", also for a link to anything else, "cant_join_late", "lobby_full",
    "too_many_guests", "no_name", "guest_name_long", "guest_name_taken", "outdated"; NotCommitted.
    """
    if link.purpose not in JOINING or link.game is None:
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
    request = Request(link.author, clean_name(name), consequence_id(f"guest {link.id} {token}"))
    joining = partial(_joining, purpose=link.purpose, name=name, token=token)
    committed = await service.games.act(link.game, request, joining)
    service.announcer.send_soon(topic_of(link.game))
    service.boards.refresh(link.game)
    joined = committed.entry.action
    assert isinstance(joined, lobby_actions.Join | JoinGame)
    own = joined.seats[0].id
    await links.make(LinkPurpose.GUEST, link.guild, link.channel, link.user, link.game, own, token)


def _joining(table: Table, purpose: LinkPurpose, name: str, token: str) -> AnyAction:
    """Return the action that seats a guest by a link for this; raises Refusal."""
    late_joiners.require_guest_seat(table, late=purpose is LinkPurpose.LATE)
    typed = visible(COMMA.sub(" ", name)).lstrip("@ ")
    if not typed:
        raise Refusal("no_name")
    if len(typed) > NAME_LENGTH:
        raise Refusal("guest_name_long", limit=NAME_LENGTH)
    called = clean_name(name)
    for taken in _taken(table):
        if _alike(taken, called):
            raise Refusal("guest_name_taken", who=taken)
    # The seat is this phone's: a guest of the same name who comes after it was removed has another one.
    id = f"{members.seat_id((None, called))}#{digest(token).hex()[:6]}"
    seats = (Seated(id=id, name=called),)
    return lobby_actions.Join(seats=seats) if isinstance(table, Lobby) else JoinGame(seats=seats)


def _taken(table: Table) -> Sequence[str]:
    """Return the names of the players and teams at a table."""
    if isinstance(table, Lobby):
        return (*team_names(table.options), *(one.name for one in table.seated))
    return (*(one.name for one in table.sides), *(one.name for one in table.players))


def _alike(one: str, other: str) -> bool:
    """Return whether two names differ only in case, accents, spaces or signs."""
    return one.casefold() == other.casefold() or (folded(one) == folded(other) != "")


HANDLERS: Mapping[str, TableHandler] = {
    "guests": _open,
    "guestlink": _let_in,
    "guestsoff": _stop,
    "guestphone": _give_remote,
    "unseat": _unseat,
}
"""What each verb of a press about guests does."""
