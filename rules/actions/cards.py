"""Cards that are entered by their names."""

from rules.actions.action import PlayerAction
from rules.events.cards import CardResolved
from rules.formats.editions import RuleKey
from rules.game.parts import Player
from rules.resolution import Resolution


class ResolveCard(PlayerAction, frozen=True, kw_only=True):
    """A player's card takes effect; it comes before its actions."""

    card: str
    key: RuleKey

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        rule = resolution.rule(self.key)
        resolution.record(CardResolved(who=self.who, card=self.card, rule=rule))
