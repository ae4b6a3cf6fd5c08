"""The seat of a link, in its game and in the following ones of the same channel."""

from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId, Player, PlayerId
from rules.table import Table
from storage.events.store import Location
from storage.games.requests.stored import StoredGames
from storage.games.values import GameView
from storage.links import Link


class LinkedGames(StoredGames):
    """Games with seats that are played by links."""

    async def linked_seat(
        self, link: Link, game: GameId | None = None
    ) -> tuple[GameView | None, PlayerId | None]:
        """Return the table of a seat's link and the link's player; None without one.

        It is the newest started game of its channel in which the seat's player sits, else the link's original
        one. ``game``: the one of these games to return.
        """
        assert link.game is not None, "a seat is one of a game"
        made_for = await self.view(link.game)
        if made_for is None:
            return None, None
        player = _player(made_for.table, link)
        if player is None or game == link.game:
            return made_for, player and player.id
        newer = await self.view(Location(link.channel, link.guild) if game is None else game)
        if newer is None or newer.location.channel != link.channel or newer.game < link.game:
            return made_for, None if game is not None else player.id
        seat = _seat_in(newer.table, player)
        if game is None and seat is None:
            return made_for, player.id
        return newer, seat


def _player(table: Table, link: Link) -> Player | Seated | None:
    """Return the player of a link; None if the seat belongs to someone else by now."""
    people = table.seated if isinstance(table, Lobby) else table.players
    return next((one for one in people if one.id == link.seat and link.plays(one.user)), None)


def _seat_in(table: Table, player: Player | Seated) -> PlayerId | None:
    """Return the seat of a player of an earlier game; guests are identified by name and ID."""
    if not isinstance(table, Game):
        return None
    if player.user is not None:
        return next((one.id for one in table.players if one.user == player.user), None)
    known = (player.id, player.name, None)
    return next((one.id for one in table.players if (one.id, one.name, one.user) == known), None)
