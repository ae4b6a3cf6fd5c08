"""Secretly dealt roles, once they become public."""

from msgspec.structs import replace

from rules.events.event import PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.parts import PlayerId, PlayerOutcome, SecretRoles


class RoleShown(PlayerEvent, frozen=True, kw_only=True):
    """A player has shown their role, which has this key."""

    role: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, role=self.role)


class LeaderReplaced(PlayerEvent, frozen=True, kw_only=True):
    """A player knocked out the leader ``before`` and took that role, with the key ``role``; the leader gets
    the player's role, with the key ``lost``, and with ``stays`` plays on."""

    before: PlayerId
    role: str
    lost: str
    stays: bool = False

    def apply(self, game: Game) -> Game:
        if game.secret_roles is not None:
            swapped = {self.who: self.before, self.before: self.who}
            order = tuple(swapped.get(id, id) for id in game.secret_roles.order)
            game = replace(game, secret_roles=SecretRoles(order=order))
        game = with_player_fields(
            with_player_fields(game, self.who, role=self.role), self.before, role=self.lost
        )
        if not self.stays:
            return game
        return with_player_fields(game, self.before, left=None, result=PlayerOutcome.PLAYING)
