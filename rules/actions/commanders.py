"""Commanders: naming and casting them."""

from rules.actions.action import PlayerAction
from rules.events.commanders import CommanderCast, CommanderDamageSet, CommanderNamed
from rules.game.parts import Commander, Player
from rules.players.commanders import (
    MAX_COMMANDERS,
    TAX,
    find_commander,
    id_of_commander,
    owner_of,
    tax,
    team_tally,
)
from rules.refusal import Refusal
from rules.resolution import Resolution, require_countable


class NameCommander(PlayerAction, frozen=True, kw_only=True):
    """A player's commander, or the second of partners, has this name (903.3, 702.124); its tallies stay."""

    name: str
    partner: bool = False

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        id = id_of_commander(self.who, MAX_COMMANDERS if self.partner else 1)
        known = find_commander(resolution.game, id)
        commander = Commander(id=id, name=self.name, casts=known.casts if known is not None else 0)
        resolution.record(CommanderNamed(who=self.who, commander=commander))


class CastCommander(PlayerAction, frozen=True, kw_only=True):
    """A player casts a commander from the command zone, which costs more each time (903.8)."""

    commander: str

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        card = next((card for card in player.commanders if card.id == self.commander), None)
        if card is None:
            raise Refusal("no_such_commander", who=player.name)
        casts, due = card.casts + 1, tax(card) + TAX
        rule = resolution.rule("tax")
        resolution.record(CommanderCast(who=self.who, commander=card.id, casts=casts, tax=due, rule=rule))


class SetCommanderDamage(PlayerAction, frozen=True, kw_only=True):
    """The combat damage by a commander to a player counts as ``n``, as the table corrects it (903.10a).

    OWN: life totals stay as they are. Raises Refusal below 0.
    """

    commander: str
    n: int

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        owner = resolution.game.player(owner_of(self.commander))
        if self.commander not in {
            id_of_commander(owner.id, number) for number in range(1, MAX_COMMANDERS + 1)
        }:
            raise Refusal("no_such_commander", who=owner.name)
        if self.n < 0:
            raise Refusal("bad_number", text=str(self.n))
        if self.n != player.commander_damage.get(self.commander, 0):
            tally = require_countable(self.n)
            team = team_tally(resolution.game, self.who, self.commander, tally)
            resolution.record(
                CommanderDamageSet(who=self.who, commander=self.commander, tally=tally, team=team)
            )
