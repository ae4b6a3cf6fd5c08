"""The handlers of the judges' panel for players: drops, no-shows, moves and penalties."""

import discord

from cogs.core.context import picked, submitted_fields, typed
from cogs.core.custom_ids import whole
from cogs.text.language import speaking
from cogs.tournaments.commands import judging
from cogs.tournaments.commands.absences import empty_seats
from cogs.tournaments.commands.adding import sign_up
from cogs.tournaments.commands.organizing.shown import carry_out, display, follow_up_request, number
from cogs.tournaments.commands.service import (
    EditTournament,
    EventService,
    Pressed,
)
from cogs.tournaments.commands.sign_up import dropping
from cogs.tournaments.updates.seats import require_no_seat
from cogs.tournaments.updates.tables.missing import seats_of
from cogs.tournaments.views import event as view
from cogs.tournaments.views.panel import parts
from cogs.tournaments.views.panel import people as player_pages
from cogs.tournaments.views.panel import substitutes as substitute_pages
from rules.actions.endings import Depart
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.table import Table
from rules.tournaments.absences import Substitute, is_missing, replaceable, takes_substitutes
from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.judging import MAX_TABLE, FixTable
from rules.tournaments.penalties import Penalize, TakeBackPenalty, decides, loss_at_table, newest_penalty
from rules.tournaments.state import Infraction, PenaltyKind, TournamentState
from storage.games.outbox import topic_of
from storage.posts import PostKind
from storage.tournaments.change import Notice, TournamentChange


async def drop_player(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Drop a player or team."""
    await change_player(service, interaction, state, about, dropping(about))


async def sign_up_again(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Sign up a player again who has dropped."""

    def decide(change: TournamentChange) -> None:
        guest = change.state.players[about].user is None
        sign_up(change, about, service.now(), guest=guest)

    await change_player(service, interaction, state, about, decide)


async def mark_no_show(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Record that a player is absent from their table."""
    await change_player(service, interaction, state, about, empty_seats(about))


async def mark_table_empty(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Record that everyone is absent from a table."""
    last = require_round(state)
    there = last.tables.get(about, ())
    await carry_out(
        service, interaction, state, empty_seats(*(one for one in there if one not in last.absent))
    )


async def change_player(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    about: Participant,
    decide: EditTournament | TournamentAct,
    said: str = "",
) -> None:
    """Carry out an act about one player, and show them."""
    if about not in state.players:
        raise Refusal("outdated")
    async with service.changing(interaction, state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            await display(interaction, player_pages.player_panel(after, about, said))
    service.game_service.announcer.send_soon(("tournament", state.tournament))


async def move_player(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Move a player to another table, or to another player's place."""
    fields = submitted_fields(interaction)
    where, swap = typed(fields, parts.WHERE), typed(fields, parts.SWAP)
    other = await service.player(interaction, state, swap) if swap else None
    table = number(where, 0, MAX_TABLE) if where else None
    moving = judging.player_move(state, about, table, other)
    await change_player(service, interaction, state, about, judging.unless_paired(state, moving))


async def fix_table(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Seat a player at the same table from the next pairings on."""
    table = number(typed(submitted_fields(interaction), parts.WHERE), 0, MAX_TABLE)
    await change_player(service, interaction, state, about, FixTable(player=about, table=table))


async def penalize(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Give a player a penalty. A game loss ends the table's current game of a match."""
    fields = submitted_fields(interaction)
    kind, why = PenaltyKind(typed(fields, parts.KIND)), Infraction(typed(fields, parts.INFRACTION))
    written = typed(fields, parts.POINTS) if kind is PenaltyKind.POINTS else ""
    points = number(written, -100, 100) if written else 0
    given = Penalize(player=about, kind=kind, infraction=why, points=points)

    def decide(change: TournamentChange) -> None:
        losses = loss_at_table(change.state, about, kind)
        change.add(given)
        for act in losses:
            change.add(act)
            change.notices.append(Notice(PostKind.CORRECTION, f"{act.round}:{act.table}"))

    given.apply(state)
    if kind is PenaltyKind.GAME_LOSS and not decides(state, kind):
        await _lose_game(service, interaction, state, about)
    with speaking(await service.game_service.language_of_user(interaction)):
        said = player_pages.penalty(state, about, kind, why, points)
    await change_player(service, interaction, state, about, decide, said)


async def _lose_game(
    service: EventService, interaction: discord.Interaction, state: TournamentState, player: Participant
) -> None:
    """Make a player lose the current game of a match; raises Refusal "no_game_to_lose" without one."""
    games, last = service.game_service.games, require_round(state)
    known = await service.tournaments.queries.tables(state.tournament, len(state.rounds))
    table = known.get(last.table_of(player) or 0)
    there = None if table is None else await games.view(table.game)
    if table is None or there is None:
        raise Refusal("no_game_to_lose")

    def lose(game: Table) -> Depart:
        return Depart(who=seats_of(game, state, player))

    current = await games.view(there.location)
    cause = follow_up_request(interaction, "penalty")
    try:
        done = await games.act(there.game if current is None else current.game, cause, lose)
    except Refusal:
        raise Refusal("no_game_to_lose") from None
    service.game_service.announcer.send_soon(topic_of(done.game))


async def ask_about_penalty(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Ask whether a player's newest penalty is taken back."""
    given = newest_penalty(state, about)
    if given is None:
        raise Refusal("no_penalty")
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, player_pages.taking_back(state, given))


async def take_back_penalty(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Take back the penalty of the button's number, unless another judge has just done that."""
    given = next((one for one in state.penalties if one.number == about), None)
    if given is None:
        raise Refusal("event_changed")
    player = given.player

    def decide(change: TournamentChange) -> None:
        newest, one = newest_penalty(change.state, player), change.state.players[player]
        if newest is None or newest.number != about:
            raise Refusal("event_changed")
        guest = one.user is None and not one.members
        change.add(TakeBackPenalty(player=player, here=guest or change.state.checking_in))

    with speaking(await service.game_service.language_of_user(interaction)):
        lines = [player_pages.taken_back(state, given), player_pages.still_lost(state, given)]
    await change_player(service, interaction, state, player, decide, "\n".join(filter(None, lines)))


async def choose_absent(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Ask whose seat at a table is given to another player, unless one player is known to be absent."""
    if not takes_substitutes(state, about):
        raise Refusal("outdated")
    there = replaceable(state, about)
    missing = [one for one in there if is_missing(state, one)]
    if len(missing) == 1:
        await choose_substitute(service, interaction, state, missing[0])
        return
    if not there:
        raise Refusal("seat_of_penalized")
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, substitute_pages.absent(state, about))


async def choose_substitute(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Ask who takes a player's seat in the last round."""
    if not state.rounds or state.rounds[-1].table_of(about) is None:
        raise Refusal("outdated")
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, substitute_pages.choose(state, about))


async def pick_absent(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Ask who takes the seat of the player who was picked."""
    await service.require_organizer(interaction)
    await choose_substitute(service, interaction, pressed.state, _picked(interaction, pressed.state))


async def pick_substitute(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Give an absent player's seat to the player who was picked."""
    await service.require_organizer(interaction)
    state, by, player = pressed.state, _picked(interaction, pressed.state), Participant(whole(pressed.detail))
    table = state.rounds[-1].table_of(player) if state.rounds else None
    if table is None:
        raise Refusal("outdated")
    for one in state.people(by):
        if one.user is not None:
            await require_no_seat(service.game_service.games, state, one.user, view.plain_entrant_name(one))
    act = Substitute(table=table, player=player, by=by)
    async with service.changing(interaction, state, act) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            await display(interaction, substitute_pages.done(after, table, player, by))
    service.game_service.announcer.send_soon(("tournament", state.tournament))


def _picked(interaction: discord.Interaction, state: TournamentState) -> Participant:
    """Return the player who was picked from a list; raises Refusal "outdated"."""
    number = Participant(whole("".join(picked(interaction))))
    if number not in state.players:
        raise Refusal("outdated")
    return number
