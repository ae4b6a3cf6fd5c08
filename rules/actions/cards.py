"""Cards that are entered by their names."""

from rules.actions.action import PlayerAction
from rules.events.cards import CardResolved
from rules.formats.editions import RuleKey
from rules.game.parts import Player
from rules.resolution import Resolution


class ResolveCard(PlayerAction, frozen=True, kw_only=True):
    """A card of this player does what it does to players; stands before the actions that it comes to."""

    card: str
    key: RuleKey

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        rule = resolution.rule(self.key)
        resolution.record(CardResolved(who=self.who, card=self.card, rule=rule))
