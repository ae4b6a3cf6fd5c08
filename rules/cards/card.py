"""A card on the list, and what its controller chooses."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct, field

from rules.actions.action import Action
from rules.formats.editions import RuleKey
from rules.game.game import Game
from rules.game.parts import PlayerId, Scope, TurnOwner
from rules.game.seating import in_range, opponents_in_range, turn_of
from rules.refusal import Refusal
from rules.resolution import Resolution

Whom: TypeAlias = Literal["nobody", "player", "opponent", "two", "several", "members"]
"""The players that a card's controller chooses: one player, one opponent, two players, any number; or, of
teams that share a total, the affected members (810.9d), if that makes a difference."""
ANY_NUMBER = "several"
MEMBERS = "members"
Mode: TypeAlias = str
"""The chosen ability of a card, or the condition for its effect."""


class Play(Struct, frozen=True, kw_only=True):
    """A played card: its player, the chosen players, and the numbers.

    ``x``: its number. ``numbers``: one for each counted player. ``mode``: its ability, or the met
    condition. ``parts``: the number of targets, players and others, among which it is divided.
    """

    game: Game
    by: PlayerId
    chosen: tuple[PlayerId, ...] = ()
    x: int | None = None
    numbers: Mapping[PlayerId, int] = field(default_factory=dict[str, int])
    mode: Mode | None = None
    parts: int | None = None

    @property
    def amount(self) -> int:
        """The card's number; 0 if it has none."""
        return self.x or 0

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """Each player whom the controller's effects can affect (801.10)."""
        return in_range(self.game, self.by)

    @property
    def opponents(self) -> tuple[PlayerId, ...]:
        """Each opponent whom they can affect."""
        return opponents_in_range(self.game, self.by)

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Each other player whom they can affect."""
        return tuple(id for id in self.everyone if id != self.by)

    @property
    def this_turn(self) -> TurnOwner:
        """The player whose turn it is; of several turns at once, the nearest to the controller's right."""
        return turn_of(self.game, self.by)

    @property
    def own_turns(self) -> TurnOwner:
        """The owner of the controller's turns."""
        return self.game.taker_of(self.by)

    def after(self, *actions: Action) -> Game:
        """Return the game after these actions in order, before any check."""
        resolution = Resolution(self.game)
        for action in actions:
            action.perform(resolution)
            resolution.begin_next_event()
        return resolution.game


Counted: TypeAlias = Callable[[Play], tuple[PlayerId, ...]]


class Numbers(Struct, frozen=True):
    """The players for whom a card counts something.

    ``each``: all of them need a number; otherwise one member of a team that shares its life total is
    enough. ``libraries``: it counts the cards in their libraries.
    """

    of: Counted
    each: bool = False
    libraries: bool = False

    def missing(self, play: Play) -> tuple[PlayerId, ...]:
        """Return the players whose number is missing."""
        counted = self.of(play)
        if not self.each:
            return () if play.numbers else counted
        if self.libraries:
            return tuple(who for who in counted if who not in play.numbers)
        known = {play.game.life_holder(who) for who in play.numbers}
        return tuple(who for who in counted if play.game.life_holder(who) not in known)


def each_player(play: Play) -> tuple[PlayerId, ...]:
    """Return the players in range."""
    return play.everyone


def controller(play: Play) -> tuple[PlayerId, ...]:
    """Return the card's player."""
    return (play.by,)


def chosen(play: Play) -> tuple[PlayerId, ...]:
    """Return the chosen players."""
    return play.chosen


def each_opponent(play: Play) -> tuple[PlayerId, ...]:
    """Return the opponents in range."""
    return play.opponents


SCOPES: Mapping[Counted, Scope] = {
    controller: Scope.CONTROLLER,
    each_opponent: Scope.OPPONENTS,
    each_player: Scope.PLAYERS,
}
"""The players of each count who follow from a card's controller; others are chosen."""


class Card(Struct, frozen=True, kw_only=True):
    """A card that affects players, and its choices."""

    name: str
    rule: RuleKey
    """The rule that says most about it."""
    actions: Callable[[Play], Sequence[Action]] = lambda play: ()
    whom: Whom = "nobody"
    x: bool = False
    """It needs a number."""
    known: Callable[[Play], int | None] = lambda play: None
    """The number, if the game knows it."""
    numbers: Numbers | None = None
    """It needs a number of players."""
    divided: bool = False
    """It is divided among targets, which need not be players."""
    modes: Mapping[Mode, "Card"] = MappingProxyType({})
    """The card by the chosen ability or the met condition; one has to be chosen."""

    @property
    def chooses_nothing(self) -> bool:
        """Whether its controller is the only choice."""
        said = self.x or self.divided or bool(self.modes)
        return self.whom == "nobody" and self.numbers is None and not said

    def lacks(self, play: Play) -> bool:
        """Return whether the card lacks a required input."""
        if self.modes:
            mode = self.modes.get(play.mode or "")
            return mode is None or mode.lacks(play)
        return (
            (self.whom not in ("nobody", MEMBERS) and not play.chosen)
            or (self.x and play.x is None and self.known(play) is None)
            or (self.numbers is not None and bool(self.numbers.missing(play)))
            or (self.divided and play.parts is None)
        )

    def meant(self, play: Play) -> "Card":
        """Return the card in the chosen mode, complete.

        Raises Refusal for missing choices, and for a player that the card can't affect.
        """
        if self.modes:
            mode = self.modes.get(play.mode or "")
            if mode is None:
                raise Refusal("card_needs_mode", card=self.name)
            return mode.meant(play)
        self._require_players(play)
        if self.x and self.known(play) is None and (play.x is None or play.x < 0):
            raise Refusal("card_needs_x", card=self.name)
        if self.numbers is not None:
            self._require_numbers(self.numbers, play)
        if self.divided and (play.parts is None or play.parts < len(play.chosen)):
            raise Refusal("card_needs_parts", card=self.name)
        return self

    def _require_players(self, play: Play) -> None:
        players = len(play.game.players)
        least, most = {
            "nobody": (0, 0),
            "two": (2, 2),
            ANY_NUMBER: (1, players),
            MEMBERS: (0, players),
        }.get(self.whom, (1, 1))
        if not most and play.chosen:
            raise Refusal("card_takes_no_players", card=self.name)
        if not least <= len(set(play.chosen)) <= most:
            needed = str(least) if least == most else f"{least}–{most}"
            raise Refusal("card_needs_players", card=self.name, players=needed)
        if self.whom == "opponent" and play.chosen[0] not in play.game.opponents(play.by):
            raise Refusal("card_players", card=self.name, who=play.game.player(play.chosen[0]).name)
        _require_in_range(play, play.chosen)

    def _require_numbers(self, numbers: Numbers, play: Play) -> None:
        counted = numbers.of(play)
        _require_in_range(play, tuple(play.numbers))
        for who in play.numbers:
            if who not in counted:
                raise Refusal("card_numbers_of", card=self.name, who=play.game.player(who).name)
        missing = numbers.missing(play)
        if missing:
            who = tuple(play.game.player(id).name for id in missing)
            if numbers.libraries:
                raise Refusal("card_needs_libraries", card=self.name, who=who)
            raise Refusal("card_needs_numbers", card=self.name, who=who)


def _require_in_range(play: Play, players: Sequence[PlayerId]) -> None:
    """Refuse players out of range of the card's controller (801.10)."""
    reached = play.everyone
    for who in players:
        player = play.game.player(who)
        if player.in_game and who not in reached:
            raise Refusal("out_of_range", who=player.name, of=play.game.player(play.by).name)


def by_mode(name: str, rule: RuleKey, **modes: Card) -> Card:
    """Return a card with abilities to choose from, or a condition to confirm."""
    return Card(name=name, rule=rule, modes=modes)
