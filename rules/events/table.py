"""The table itself: its lobby, the start, holds, notes."""

from msgspec.structs import replace

from rules.events.event import Event, GameEvent, PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import Marker, MarkerState, PlanarFace, Player, PlayerId, Side
from rules.game.seating import players_in_range
from rules.game.turn_times import TurnTimes


class LobbyChanged(Event, frozen=True, kw_only=True):
    """The lobby changed to this: someone joined or left, or an option was changed."""

    lobby: Lobby
    change: str
    who: str = ""


class GameStarted(Event, frozen=True, kw_only=True):
    """The game began (103) from this value."""

    game: Game


class GameFixed(GameEvent, frozen=True, kw_only=True):
    """Earlier steps were corrected, and the following ones replayed: the game is now this, and its turns
    have taken this long."""

    game: Game
    turn_times: TurnTimes

    def apply(self, game: Game) -> Game:
        return self.game


class HoldBegan(GameEvent, frozen=True, kw_only=True):
    """The table enters several changes as one event; checks wait."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=True)


class HoldEnded(GameEvent, frozen=True, kw_only=True):
    """The changes entered since the hold began are one event; checks follow (704.3)."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=False)


class LinkChanged(GameEvent, frozen=True, kw_only=True):
    """The table's webcam room has this address."""

    link: str | None

    def apply(self, game: Game) -> Game:
        return replace(game, options=replace(game.options, link=self.link))


class SeatHandedOver(PlayerEvent, frozen=True, kw_only=True):
    """Another person took over a player's seat: the Discord user ``user`` with the name ``name``; None once
    that person's data was deleted."""

    user: int | None
    name: str
    former: str = ""
    """The name of the player who had the seat before; empty in logs of earlier versions."""

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, user=self.user, name=self.name)


class PlayerJoined(GameEvent, frozen=True, kw_only=True):
    """A player took a new seat at a game in progress, to the left of the player ``after``.

    ``life`` is their starting life, None if they share a team's total; ``marker`` the number of the turn
    marker that they add to a Grand Melee.
    """

    player: Player
    after: PlayerId
    life: int | None = None
    marker: int | None = None

    def apply(self, game: Game) -> Game:
        id = self.player.id
        place = [one.id for one in game.players].index(self.after) + 1
        joined = replace(
            game,
            players=(*game.players[:place], self.player, *game.players[place:]),
            life=game.life if self.life is None else {**game.life, id: self.life},
            markers=(*game.markers, *self._markers()),
        )
        return _reached(replace(joined, sides=self._sides(joined)), id)

    def _markers(self) -> tuple[Marker, ...]:
        if self.marker is None:
            return ()
        return (Marker(number=self.marker, at=self.player.id, state=MarkerState.WAITING),)

    def _sides(self, game: Game) -> tuple[Side, ...]:
        id, side = self.player.id, self.player.side
        if side == id:
            sides = (*game.sides, Side(id=id, name=self.player.name, members=(id,)))
        else:
            sides = tuple(
                replace(one, members=(*one.members, id)) if one.id == side else one for one in game.sides
            )
        seats = [one.id for one in game.players]
        return tuple(sorted(sides, key=lambda one: seats.index(one.members[0])))


def _reached(game: Game, joined: PlayerId) -> Game:
    """Return the game with a new player in the neighbors' ranges of influence; no other range changes
    before the next turn begins (801.2c)."""
    reached, seats = players_in_range(game), [player.id for player in game.players]

    def reach(player: Player) -> Player:
        now = reached.get(player.id, ())
        if player.id == joined:
            return replace(player, reach=now)
        if joined not in now or not player.in_game:
            return player
        return replace(player, reach=tuple(sorted((*player.reach, joined), key=seats.index)))

    return replace(game, players=tuple(map(reach, game.players)))


class ChanceDrawn(GameEvent, frozen=True, kw_only=True):
    """Dice, a coin or a player drawn by the bot."""

    kind: str
    asked: str
    result: str


class PlanarDieRolled(PlayerEvent, frozen=True, kw_only=True):
    """The planar die was rolled (901.9).

    ``cost`` is the mana paid, None for a roll by an effect; ``off_turn``: it can only have been by an
    effect, because it wasn't the player's turn.
    """

    face: PlanarFace
    cost: int | None
    rule: str
    off_turn: bool = False

    def apply(self, game: Game) -> Game:
        if self.cost is None:
            return game
        return with_player_fields(game, self.who, planar_rolls=self.cost + 1)
