"""Who plays where right now, so that no one sits at two tables of a server's events and queues."""

from typing import NamedTuple

from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from rules.refusal import Refusal
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Games


class TakenSeat(NamedTuple):
    """A table of a current event or queue at which someone plays."""

    state: TournamentState
    table: int


async def playing_at(games: Games, state: TournamentState, user: int) -> int | None:
    """Return the table of an event's last round where a user's game goes on without their having lost;
    None without one."""
    player = state.find(user, "")
    if player is None or not state.rounds:
        return None
    last, entrant = state.rounds[-1], state.played_as(player.number)
    at = [table for table in last.unfinished if entrant in last.tables[table] and entrant not in last.absent]
    known = await games.tournaments.queries.tables(state.tournament, len(state.rounds)) if at else {}
    for number in at:
        played = known.get(number)
        if played is None:
            return number
        there = await games.view(played.game)
        game = None if there is None else there.table
        if not isinstance(game, Game) or game.outcome is not None:
            continue
        if any(one.user == user and one.result is PlayerOutcome.PLAYING for one in game.players):
            return number
    return None


async def seat_elsewhere(
    games: Games, guild: int, user: int, tournament: TournamentId | None = None
) -> TakenSeat | None:
    """Return where a user plays in a server; None if nowhere. ``tournament``: the one left out.

    Rounds that are played over days leave their players free for other tables.
    """
    queries = games.tournaments.queries
    going_on = {*await queries.of_user(user)} & {*await queries.going_on()} - {tournament}
    async for other in games.tournaments.readable(sorted(going_on)):
        if other.guild != guild or (other.rounds and other.rounds[-1].deadline):
            continue
        table = await playing_at(games, other, user)
        if table is not None:
            return TakenSeat(other, table)
    return None


async def require_no_seat(games: Games, state: TournamentState, user: int, name: str = "") -> None:
    """Raise Refusal "seated_elsewhere" for a requester who plays at a table of another event or queue, or
    "player_elsewhere" for a user of this name."""
    seat = await seat_elsewhere(games, state.guild, user, state.tournament)
    if seat is None:
        return
    event, channel = seat.state.rules.name, f"<#{seat.state.channel}>"
    if name:
        raise Refusal("player_elsewhere", who=name, table=seat.table, event=event, channel=channel)
    raise Refusal("seated_elsewhere", table=seat.table, event=event, channel=channel)
