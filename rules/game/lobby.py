"""The lobby: the players, their teams and the options before the game starts."""

from msgspec import Struct, field

from rules.formats.options import Options
from rules.game.deck_info import DeckInfo
from rules.game.parts import Player, PlayerId


class Seated(Struct, frozen=True, kw_only=True, gc=False):
    """A player in the lobby: a Discord user, or a guest when `user` is None. ``commanders``: the names of
    their commanders in the game before, of which a match is the next one."""

    id: PlayerId
    name: str
    user: int | None = None
    team: str | None = None
    vanguard_life: int = 0
    vanguard_hand: int = 0
    deck: DeckInfo | None = None
    """What the player has said about their deck, if anything."""
    commanders: tuple[str, ...] = ()

    @staticmethod
    def again(player: Player, team: str | None) -> "Seated":
        """Return a player's seat for a further game, on this team."""
        return Seated(
            id=player.id,
            name=player.name,
            user=player.user,
            team=team,
            vanguard_life=player.vanguard_life,
            vanguard_hand=player.vanguard_hand,
            deck=player.deck,
        )


class Lobby(Struct, frozen=True, kw_only=True, gc=False):
    """The players who have joined, in seat order if the order matters."""

    options: Options = field(default_factory=Options)
    seated: tuple[Seated, ...] = ()
    host: PlayerId | None = None
    closed: bool = False
    expired: bool = False
    """Closed because nothing has happened in it for long."""
    asked: bool = False
    """Whether everyone has been asked if they are ready."""
    ready: tuple[PlayerId, ...] = ()
    """The players who are ready to start."""

    @property
    def awaited(self) -> tuple[Seated, ...]:
        """The players who aren't ready yet; guests count as ready."""
        return tuple(seat for seat in self.seated if seat.user is not None and seat.id not in self.ready)

    def find(self, id: PlayerId) -> Seated | None:
        """Return this player's seat, if any."""
        return next((seat for seat in self.seated if seat.id == id), None)
