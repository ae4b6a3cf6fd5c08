"""What a card on the list is, and what its controller chooses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from rules.actions.action import Action
from rules.formats.editions import RuleKey
from rules.game.game import Game
from rules.game.parts import PlayerId, Taker
from rules.game.seating import in_range, opponents_in_range
from rules.refusal import Refusal

Whom: TypeAlias = Literal["nobody", "player", "opponent", "two", "several"]
"""Whom a card's controller chooses: one player, one opponent, two players, or any number of them."""
ANY_NUMBER = "several"


class Play(Struct, frozen=True, kw_only=True):
    """A card as it is played: by whom, on which chosen players, and with which numbers.

    ``x``: the one number that it needs. ``numbers``: one for each player of whom it counts something.
    """

    game: Game
    by: PlayerId
    chosen: tuple[PlayerId, ...] = ()
    x: int | None = None
    numbers: Mapping[PlayerId, int] = field(default_factory=dict[str, int])

    @property
    def amount(self) -> int:
        """The number that it needs; 0 where it needs none."""
        return self.x or 0

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """Each player whom the controller's effects can touch (801.10)."""
        return in_range(self.game, self.by)

    @property
    def opponents(self) -> tuple[PlayerId, ...]:
        """Each opponent whom they can touch."""
        return opponents_in_range(self.game, self.by)

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Each other player whom they can touch."""
        return tuple(id for id in self.everyone if id != self.by)

    @property
    def this_turn(self) -> Taker:
        """Whose turn it is: the controller's own, where several turns are played at once."""
        own, active = self.game.taker_of(self.by), self.game.active_takers
        return own if own in active else active[0]

    @property
    def own_turns(self) -> Taker:
        """Who takes the controller's turns."""
        return self.game.taker_of(self.by)


class Card(Struct, frozen=True, kw_only=True):
    """A card that does something to players, and what has to be chosen for it."""

    name: str
    rule: RuleKey
    """The rule that says most about it."""
    actions: Callable[[Play], Sequence[Action]]
    whom: Whom = "nobody"
    x: bool = False
    """It needs a number."""
    numbers: bool = False
    """It needs a number for each player."""

    def lacks(self, play: Play) -> bool:
        """Whether something that the card needs has not been said at all."""
        return (
            (self.whom != "nobody" and not play.chosen)
            or (self.x and play.x is None)
            or (self.numbers and not play.numbers)
        )

    def require_complete(self, play: Play) -> None:
        """Raises Refusal for whatever is missing, and for a player whom the card can't have."""
        least, most = {"nobody": (0, 0), "two": (2, 2), ANY_NUMBER: (1, len(play.game.players))}.get(
            self.whom, (1, 1)
        )
        if not most and play.chosen:
            raise Refusal("card_takes_no_players", card=self.name)
        if not least <= len(set(play.chosen)) <= most:
            needed = str(least) if least == most else f"{least}–{most}"
            raise Refusal("card_needs_players", card=self.name, players=needed)
        if self.whom == "opponent" and play.chosen[0] not in play.game.opponents(play.by):
            raise Refusal("card_players", card=self.name, who=play.game.player(play.chosen[0]).name)
        if self.x and (play.x is None or play.x < 0):
            raise Refusal("card_needs_x", card=self.name)
        if self.numbers and not play.numbers:
            raise Refusal("card_needs_numbers", card=self.name)
