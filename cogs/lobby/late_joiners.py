"""Joining a game in progress: at once for people who may admit others, else once someone there agrees."""

import random
from collections.abc import Mapping, Sequence

import discord

from cogs.core import members
from cogs.core.components import ComponentRow, button, message, rows
from cogs.core.context import location_of
from cogs.core.custom_ids import TableCustomId, Value, custom_id
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameService, TableHandler
from cogs.lobby.lobby import guest_like, new_person, room_at
from cogs.text import matching, names
from cogs.text.formatting import bold, unique_name
from cogs.text.language import tr
from cogs.text.people import best_match
from rules.actions.table import JoinGame
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import SideId, UserOrGuest
from rules.refusal import Refusal
from rules.setup import late_joiners
from rules.table import AnyAction, Table
from storage.games.games import GameRef, is_over

RANDOM_PLACE = "random"
"""The choice of a seat other than the last one in turn order."""
_OUTSIDE = "not_seated_may_not"
"""The refusal of players' actions for someone without a seat."""


def joining(
    game: Game, coming: Sequence[UserOrGuest], team: str | None, seat: str | None = None
) -> AnyAction:
    """Return the action that seats people at a game; a team is found by name, and a random seat is drawn
    here.

    Raises Refusal for a game without late joiners, for people who have a seat there, and for an invalid
    team.
    """
    if game.outcome is not None:
        raise Refusal("game_over")
    late_joiners.require_room(game, len(coming))
    side = _team(game, team) if team else None
    teams = [one.name for one in game.sides if one.is_team]
    seats: list[Seated] = []
    for person in coming:
        user, name = person
        if user is not None and seat_of(game, user) is not None:
            raise Refusal("already_seated", who=name)
        taken = [*teams, *(one.name for one in (*game.players, *seats))]
        id = _free_id(game, person)
        seats.append(Seated(id=id, name=unique_name(name, taken), user=user, team=side))
    random_place = seat == RANDOM_PLACE and not late_joiners.open_teams(game)
    place = random.SystemRandom().randint(2, len(game.players) + 1) if random_place else None
    return JoinGame(seats=tuple(seats), place=place)


def _free_id(game: Game, person: UserOrGuest) -> str:
    """Return the ID of a new seat, unique even if a person's earlier seat was handed over."""
    id, ids = members.seat_id(person), {one.id: one.user for one in game.players}
    if person[0] is None and ids.get(id, 0) is None:
        raise Refusal("already_seated", who=person[1])
    number, free = 1, id
    while free in ids:
        number += 1
        free = f"{id}:seat{number}"
    return free


def _team(game: Game, typed: str) -> SideId:
    teams = {form: one for one in late_joiners.open_teams(game) for form in names.team_forms(one.name)}
    if not teams:
        raise Refusal("no_teams", variant=VARIANTS[game.rules.variant].name)
    found = best_match(typed, teams)
    if found is None:
        near = teams.get(matching.nearest(typed, teams) or "")
        offered = tuple(side.name for side in late_joiners.open_teams(game))
        raise Refusal("no_such_team", team=typed, teams=offered, hint="" if near is None else near.name)
    return found.id


class SeatWish(Value, frozen=True):
    """A Discord user who wants a seat, and the guest's seat or the team they want, if any."""

    user: str
    seat: str = ""
    team: str = ""


async def join_game(
    service: GameService,
    interaction: discord.Interaction,
    where: GameRef,
    team: str | None = None,
    seat: str | None = None,
    *,
    sure: bool = False,
) -> None:
    """Seat the user at a game: at once if they may admit people, else once someone there agrees.

    Raises Refusal "guest_is_you" if a guest has their name, unless they are ``sure``.
    """
    person = members.member(interaction.user)

    def decide(table: Table) -> AnyAction:
        game = require_game(table)
        return joining(game, [person] if sure else new_person(game, interaction.user), team, seat)

    try:
        committed = await service.carry_out(interaction, where, decide, spectators=True)
    except Refusal as refusal:
        if refusal.reason != "admission_needed":
            raise
    else:
        await service.replies.tell(interaction, committed)
        return
    view = await service.view(where)
    text = tr(
        "{name} would like to join this game. Anyone playing in it can let them in.", name=bold(person[1])
    )
    value = str(SeatWish(str(person[0]), seat or "", team or ""))
    admit = button(tr("Let them in"), TableCustomId("admit", view.game, value), discord.ButtonStyle.success)
    await respond(interaction, view=message(text, *rows(admit)))


def room_in(table: Table) -> members.CapacityCheck:
    """Raise Refusal if too many people want to join a table."""
    if isinstance(table, Game):
        return lambda people: late_joiners.require_room(table, len(people))
    return room_at(table.options)


def require_game(table: Table) -> Game:
    """Return the game; raises Refusal while it has not started."""
    if not isinstance(table, Game):
        raise Refusal("not_started")
    return table


async def _ask(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await join_game(service, interaction, press.game)


async def _admit(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Admit the person who asked; the announcement replaces the question."""
    asked = SeatWish.read(press.value)
    coming = await members.picked_people(interaction, [asked.user])
    committed = await service.carry_out(
        interaction,
        press.game,
        lambda table: joining(require_game(table), coming, asked.team or None, asked.seat or None),
        spectators=True,
    )
    await put_off(interaction)
    await service.replies.tell(interaction, committed)
    await interaction.delete_original_response()


async def offer_late_seat(
    service: GameService, interaction: discord.Interaction, refusal: Refusal
) -> Sequence[str | ComponentRow]:
    """Say how someone without a seat gets one, and offer to ask for it at a game with late joiners."""
    if refusal.reason != _OUTSIDE:
        return ()
    press = TableCustomId.read(custom_id(interaction)) if interaction.data is not None else None
    where: GameRef = press.game if press is not None else location_of(interaction)
    view = await service.games.view(where)
    if view is None or is_over(view.table) or seat_of(view.table, interaction.user.id) is not None:
        return ()
    table, user = view.table, interaction.user
    if guest_like(table, user) is not None:
        return ()
    if isinstance(table, Lobby):
        return (tr("Use `/game join` to take a seat."),)
    ways = list[str | ComponentRow]()
    if any(one.user is None for one in table.remaining):
        ways.append(tr("The host can give you a guest's seat with `/game hand-over`."))
    if late_joiners.is_open(table):
        ways += rows(button(tr("Ask to join"), TableCustomId("askjoin", view.game)))
    return ways or (
        tr("This game takes no one else, but a player can give you a seat with `/game hand-over`."),
    )


HANDLERS: Mapping[str, TableHandler] = {"askjoin": _ask, "admit": _admit}
"""Handlers of the buttons about joining late, by verb."""
