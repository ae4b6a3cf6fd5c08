"""Turns: ending, beginning, granting and skipping them."""

from rules.actions.action import Action, PlayerAction
from rules.endings import state_based_actions
from rules.events.turns import (
    ExtraTurnGranted,
    PhaseChanged,
    SkipGranted,
    TurnControlled,
    TurnOrderReversed,
)
from rules.formats.editions import RuleKey
from rules.game.parts import Player, PlayerId, TurnOwner, TurnPart
from rules.players import continuous_effects, tallies
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.turns import grand_melee, turns


class EndTurn(Action, frozen=True, kw_only=True):
    """The current turn ends; in Grand Melee the one with this marker (500.1, 807.4c)."""

    marker: int | None = None

    def perform(self, resolution: Resolution) -> None:
        game = resolution.game
        ending = grand_melee.find_marker(game, self.marker) if game.rules.markers else None
        taker = game.turn.taker if ending is None else grand_melee.holder_of(ending)
        if not _clean_up(resolution, taker):
            return
        if ending is None or ending.number in [marker.number for marker in resolution.game.markers]:
            turns.end_turn(resolution, self.marker)


class BeginTurn(Action, frozen=True, kw_only=True):
    """It is this taker's turn now, as the table corrects it."""

    taker: TurnOwner

    def perform(self, resolution: Resolution) -> None:
        if resolution.game.rules.markers or self.taker not in resolution.game.takers:
            raise Refusal("not_a_taker", who=self.taker)
        if not _clean_up(resolution, resolution.game.turn.taker):
            return
        if not any(resolution.game.player(id).in_game for id in resolution.game.team_of(self.taker)):
            raise Refusal("left_game", who=self._name(resolution))
        turns.begin_turn(resolution, self.taker)

    def _name(self, resolution: Resolution) -> str:
        game = resolution.game
        return (game.side(self.taker) if game.rules.shared_turns else game.player(self.taker)).name


def _clean_up(resolution: Resolution, taker: TurnOwner) -> bool:
    """End a turn: reminders trigger in its end step (513.1), effects end in its cleanup step (514.2), then
    players lose whom these effects kept from losing (514.3a).

    Return whether the game continues.
    """
    tallies.end_step(resolution, taker)
    ended = continuous_effects.clean_up(resolution, taker)
    tallies.end_turn_tallies(resolution, taker)
    if ended and not resolution.game.held:
        state_based_actions.check_state(resolution)
    return resolution.game.outcome is None


class GrantExtraTurn(Action, frozen=True, kw_only=True):
    """Players take an extra turn after this one, the newest first (500.7).

    One effect that names several creates them in turn order, so that they are taken in reverse (101.4);
    one that names several members of a team that takes turns together gives it one turn (805.8).
    """

    who: tuple[PlayerId, ...]
    same_effect: bool = True

    def perform(self, resolution: Resolution) -> None:
        game = resolution.game
        named = [game.taker_of(id) for id in resolution.playing(self.who)]
        start = game.turn_order.index(game.turn.taker)
        order = game.turn_order[start:] + game.turn_order[:start]
        for taker in sorted(set(named), key=order.index) if self.same_effect else named:
            if game.rules.markers:
                grand_melee.grant_extra(resolution, taker)
            else:
                resolution.record(ExtraTurnGranted(taker=taker, rule=resolution.rule("extra_turn")))


class GrantSkip(PlayerAction, frozen=True, kw_only=True):
    """A player, or a team with turns together, skips the next turn that would begin (614.10a, 805.8)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        taker = resolution.game.taker_of(self.who)
        resolution.record(SkipGranted(taker=taker, rule=resolution.rule("skip_turn")))


class ReverseTurnOrder(Action, frozen=True, kw_only=True):
    """The turn order is reversed, and with it everything that follows it (101.4); not the seats, and not
    the order of extra turns. Refused in a Grand Melee, where markers pass left (807.4c)."""

    def perform(self, resolution: Resolution) -> None:
        if resolution.game.rules.markers:
            raise Refusal("turn_order_of_markers")
        resolution.record(
            TurnOrderReversed(reversed=not resolution.game.reversed, rule=resolution.rule("turn_order"))
        )


class ChangePhase(Action, frozen=True, kw_only=True):
    """Players get an additional phase or step, or skip one (500.8, 614.10); one effect that names several
    members of a team that takes turns together does so for the team once (805.8)."""

    who: tuple[PlayerId, ...]
    part: TurnPart
    added: bool = False

    def perform(self, resolution: Resolution) -> None:
        key: RuleKey = "extra_phase" if self.added else "skip_phase"
        rule = resolution.rule(key, shared=resolution.game.rules.shared_turns)
        for taker in dict.fromkeys(map(resolution.game.taker_of, resolution.playing(self.who))):
            resolution.record(PhaseChanged(taker=taker, part=self.part, added=self.added, rule=rule))


class ControlTurn(PlayerAction, frozen=True, kw_only=True):
    """A player controls another one during that player's next turn (723.1), and with it the team that takes
    turns together (805.8)."""

    by: PlayerId

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        resolution.playing_one(self.by)
        game = resolution.game
        rule = resolution.rule("control_turn", shared=game.rules.shared_turns)
        resolution.record(TurnControlled(taker=game.taker_of(self.who), by=self.by, rule=rule))
