"""The owners of seats: guests who are members, seats that change hands, names that several members share."""

from collections.abc import Mapping, Sequence

import discord

from cogs.core import members
from cogs.core.components import ComponentRow, button, message, options, rows, select
from cogs.core.context import location_of
from cogs.core.custom_ids import ShortValue, TableCustomId, Value, custom_id
from cogs.core.messaging import reply_private, reply_public, respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameService, TableHandler
from cogs.lobby import view as ui
from cogs.lobby.lobby import Unclear, guest_like
from cogs.text import results
from cogs.text.formatting import bold, escape, unique_name
from cogs.text.language import speaking, tr
from rules.actions.table import HandOver
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import PlayerId, UserOrGuest
from rules.refusal import Refusal
from rules.setup.lobby_actions import HandOverSeat
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.games import Committed, GameRef

LISTS = 4
"""Maximum names that one message asks about."""
MAX_TEAM_TYPED = 40
"""Characters of a typed team in a custom_id; no team's name has so many."""
_OUTSIDE = ("not_seated_may_not", "not_seated", "nobody_meant", "guest_is_you")
"""Refusals of actions for someone without a seat."""


def hand_over_seat(table: Table, seat: PlayerId, to: UserOrGuest) -> AnyAction:
    """Return the action that gives a seat to a member, under a unique name.

    Raises Refusal for a guest, and "has_another_seat".
    """
    user, name = to
    if user is None:
        raise Refusal("outdated")
    if seat_of(table, user) is not None:
        raise Refusal("has_another_seat", who=name)
    if isinstance(table, Lobby):
        others = [one.name for one in table.seated if one.id != seat]
        called = unique_name(name, [*team_names(table.options), *others])
        return HandOverSeat(who=seat, to=Seated(id=str(user), name=called, user=user))
    others = [one.name for one in table.players if one.id != seat]
    teams = [side.name for side in table.sides if side.is_team]
    return HandOver(who=seat, user=user, name=unique_name(name, [*teams, *others]))


async def announce_seat(service: GameService, interaction: discord.Interaction, committed: Committed) -> None:
    """Announce a seat's new player in the channel, and update the board."""
    if isinstance(committed.after, Game):
        await service.replies.tell(interaction, committed)
        return
    await reply_public(interaction, _text(committed))
    service.boards.refresh(committed.game)


async def tell_in_place(service: GameService, interaction: discord.Interaction, committed: Committed) -> None:
    """Announce it on the pressed question instead."""
    view = message(_text(committed))
    try:
        await interaction.response.edit_message(view=view)
    finally:
        service.boards.refresh(committed.game)


def _text(committed: Committed) -> str:
    if isinstance(committed.after, Lobby):
        return ui.change(committed.after, committed.entry.events)
    return results.tell(committed.before, committed.after, committed.entry.events).text


async def ask_who(service: GameService, interaction: discord.Interaction, unclear: Unclear) -> None:
    """Ask privately about names that may be members'; until then they are guests.

    Say also which members were found by the beginning of their names.
    """
    if not unclear:
        return
    view = await service.view(location_of(interaction))
    people = view.table.seated if isinstance(view.table, Lobby) else view.table.players
    lists: list[ComponentRow] = []
    taken = [f"{escape(one.typed)} → {bold(one.person[1])}" for one in unclear if one.person is not None]
    with speaking(await service.language_of_user(interaction)):
        for reading in unclear:
            name, several = reading.guest[1], reading.could_be
            seat = next((one for one in people if one.user is None and one.name == name), None)
            if seat is None or not several or len(lists) == LISTS:
                continue
            choices = [
                (str(Claim(str(one.id), seat.id)), one.display_name, f"@{one.name}") for one in several[:24]
            ]
            choices.append((str(Claim("", seat.id)), tr("A guest"), tr("A player without Discord")))
            about = tr("Who is {name}?", name=name)
            lists.append(select(TableCustomId("whois", view.game, str(len(lists))), options(choices), about))
        asked = [tr("These names could be members. Who do you mean?")] if lists else []
        if taken or lists:
            await reply_private(interaction, "\n".join((*taken, *asked)), *lists)


class JoinWish(ShortValue, frozen=True):
    """The team and the seat that someone has asked for who may be one of the guests; empty for the usual."""

    team: str = ""
    seat: str = ""

    @classmethod
    def of(cls, interaction: discord.Interaction, press: TableCustomId | None) -> "JoinWish":
        """Return the wish of a button, or of a command's options."""
        if press is not None:
            return cls(press.value)
        options = interaction.namespace
        return cls(str(options.team or "").strip()[:MAX_TEAM_TYPED], str(options.seat or ""))


class Claim(Value, frozen=True):
    """The person behind a guest's name, a Discord user or none, and the guest's seat."""

    user: str
    seat: str


async def _chosen(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Give a guest's seat to the chosen member, or keep the guest."""
    claim = Claim.read(press.value)
    if not claim.user:
        with speaking(await service.language_of_user(interaction)):
            view = message(tr("That player stays a guest."))
        await interaction.response.edit_message(view=view)
        return
    (person,) = await members.picked_people(interaction, [claim.user])
    committed = await service.carry_out(
        interaction, press.game, lambda table: hand_over_seat(table, claim.seat, person), spectators=True
    )
    await tell_in_place(service, interaction, committed)


async def offer_guest_seat(
    service: GameService, interaction: discord.Interaction, refusal: Refusal
) -> Sequence[ComponentRow]:
    """Offer a guest's seat to who has no seat, but a name of that guest's."""
    if refusal.reason not in _OUTSIDE:
        return ()
    press = TableCustomId.read(custom_id(interaction)) if interaction.data is not None else None
    where: GameRef = press.game if press is not None else location_of(interaction)
    view = await service.games.view(where)
    guest = None if view is None else guest_like(view.table, interaction.user)
    if view is None or guest is None:
        return ()
    mine = [button(tr("That's me"), TableCustomId("thatsme", view.game, guest.id))]
    if refusal.reason == "guest_is_you":
        wish = str(JoinWish.of(interaction, press))
        mine.append(button(tr("Someone else: join"), TableCustomId("joinanyway", view.game, wish)))
    return rows(*mine)


async def _thats_me(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Give the user a guest's seat: at once if they may, else once the host agrees."""
    user = interaction.user
    person = members.member(user)
    guest = guest_like((await service.view(press.game)).table, user)
    if guest is None or guest.id != press.value:
        raise Refusal("outdated")
    try:
        committed = await service.carry_out(
            interaction, press.game, lambda table: hand_over_seat(table, press.value, person), spectators=True
        )
    except Refusal as refusal:
        if refusal.reason != "hand_over_not_yours":
            raise
        await _ask_host(interaction, press, guest.name)
        return
    await announce_seat(service, interaction, committed)


async def _ask_host(interaction: discord.Interaction, press: TableCustomId, guest: str) -> None:
    user, name = members.member(interaction.user)
    text = tr(
        "{name} says they're the guest {guest}. The host or a moderator can confirm.",
        name=bold(name),
        guest=escape(guest),
    )
    agree = button(
        tr("Confirm"),
        TableCustomId("agree", press.game, str(Claim(str(user), press.value))),
        discord.ButtonStyle.success,
    )
    await respond(interaction, view=message(text, *rows(agree)))


HANDLERS: Mapping[str, TableHandler] = {"thatsme": _thats_me, "agree": _chosen, "whois": _chosen}
"""Handlers of the buttons about seats, by verb."""
