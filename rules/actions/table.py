"""Actions on the game itself: holds, checks, new players and seats."""

from collections.abc import Mapping, Sequence

from rules.actions.action import Action, PlayerAction, reached_players
from rules.actions.endings import Concede, Depart, LoseGame, Penalise, WinGame
from rules.endings import leaving, state_based_actions
from rules.events.table import (
    ChanceDrawn,
    HoldBegan,
    HoldEnded,
    LinkChanged,
    PlanarDieRolled,
    SeatHandedOver,
)
from rules.formats.editions import RuleKey
from rules.formats.losses import LeavingKey
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import PlanarFace, Player, PlayerId
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup import late_joiners


class Hold(Action, frozen=True, kw_only=True):
    """The table starts to enter several changes as one event."""

    def perform(self, resolution: Resolution) -> None:
        if resolution.game.held:
            raise Refusal("already_held")
        resolution.record(HoldBegan())


class Release(Action, frozen=True, kw_only=True):
    """The changes entered under hold are one event; the checks follow (704.3)."""

    def perform(self, resolution: Resolution) -> None:
        if not resolution.game.held:
            raise Refusal("not_held")
        resolution.record(HoldEnded())


class Check(Action, frozen=True, kw_only=True):
    """A player would receive priority: state-based actions are checked (704.3).

    ``resolving``: the player whose ability resolves next; the check then also waits for a table's hold.
    """

    resolving: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        if self.resolving is None or not resolution.game.held:
            state_based_actions.check_state(resolution)


class ChangeLink(Action, frozen=True, kw_only=True):
    """The address of the table's webcam room."""

    link: str | None

    def perform(self, resolution: Resolution) -> None:
        resolution.record(LinkChanged(link=self.link))


class HandOver(Action, frozen=True, kw_only=True):
    """A Discord user takes over the seat of a guest or another user, even one who has left the game.

    OWN: the rules have no such change; for them it is the same player.
    """

    who: PlayerId
    user: int | None
    name: str

    def perform(self, resolution: Resolution) -> None:
        former = resolution.game.player(self.who).name
        if any(one.user == self.user is not None for one in resolution.game.players):
            raise Refusal("already_seated", who=self.name)
        resolution.record(SeatHandedOver(who=self.who, user=self.user, name=self.name, former=former))


class JoinGame(Action, frozen=True, kw_only=True):
    """People take new seats at a game in progress; a seat's team is the one that they join.

    ``place`` is the new seat's place in turn order, counted from 2 since the starting player has the first;
    None is the last one. A team sits together, so its members get the seat at its end.
    """

    seats: tuple[Seated, ...]
    place: int | None = None

    def perform(self, resolution: Resolution) -> None:
        late_joiners.require_room(resolution.game, len(self.seats))
        for seat in self.seats:
            late_joiners.seat_late_joiner(resolution, seat, self.place)


class RecordChance(Action, frozen=True, kw_only=True):
    """A public random result of the bot: dice, a coin or a player."""

    kind: str
    asked: str
    result: str

    def perform(self, resolution: Resolution) -> None:
        resolution.record(ChanceDrawn(kind=self.kind, asked=self.asked, result=self.result))


class RollPlanarDie(PlayerAction, frozen=True, kw_only=True):
    """A player has rolled the planar die: for mana, as only an active player may, or by an effect (901.9)."""

    face: PlanarFace
    by_effect: bool = False

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        active = self.who in resolution.game.active_players
        resolution.record(
            PlanarDieRolled(
                who=self.who,
                face=self.face,
                cost=player.planar_rolls if active and not self.by_effect else None,
                rule=resolution.rule(_FACES[self.face]),
                off_turn=not active and not self.by_effect,
            )
        )


_FACES: Mapping[PlanarFace, RuleKey] = {
    PlanarFace.BLANK: "planar_blank",
    PlanarFace.CHAOS: "planar_chaos",
    PlanarFace.PLANESWALK: "planar_walk",
}
"""The rule about each face of the planar die."""


class Together(Action, frozen=True, kw_only=True):
    """Several simultaneous actions as one event: no check in between, amounts are read before all of them,
    and effects that make players win or lose are carried out last and together (104.3f, 104.4a).

    If one of them ends the game, the rest doesn't happen (104.1).
    """

    actions: tuple[Action, ...]

    def perform(self, resolution: Resolution) -> None:
        for action in _wins_and_losses_as_one(self.actions):
            if resolution.game.outcome is None:
                action.perform(resolution)


class InOrder(Action, frozen=True, kw_only=True):
    """The parts of one spell or ability, in the order of its text: each is a separate event that sees
    the results of the previous ones (608.2c), and the checks come after all of them (704.3).

    The rest doesn't happen if the game has ended (104.1), or if a check before its resolution has made its
    controller leave (800.4a).
    """

    actions: tuple[Action, ...]

    def perform(self, resolution: Resolution) -> None:
        for action in self.actions:
            action.perform(resolution)
            resolution.begin_next_event()
            if resolution.game.outcome is not None or _is_gone(resolution.game, action):
                break


def _is_gone(game: Game, action: Action) -> bool:
    """Return whether an ability has left with its controller before it could resolve."""
    who = action.resolving if isinstance(action, Check) else None
    return who is not None and not game.player(who).in_game


class Simultaneous(Action, frozen=True, kw_only=True):
    """Actions that were entered separately but are one event.

    As in `Together`, there is no check between them. Players who concede, leave or lose by effects leave at
    the same moment: if they are all the players, the game is a draw (104.4a, 104.4d). These losses, and an
    effect that makes a player win, happen at once, before the checks for other losses (104.1, 104.3a, 704.3).
    """

    actions: tuple[Action, ...]

    def perform(self, resolution: Resolution) -> None:
        actions = _flat(self.actions)
        Together(actions=tuple(one for one in actions if not isinstance(one, _GOING))).perform(resolution)
        resolution.finish()
        if resolution.game.outcome is not None:
            return
        going = [one for one in actions if isinstance(one, _GOING)]
        if not going:
            return
        leavers, losers = _leavers(resolution, going), _losers(resolution, going)
        winning = [one for one in going if isinstance(one, WinGame)]
        for one in winning:
            if resolution.game.outcome is None:
                WinGame(who=one.who, also_loses=(*one.also_loses, *leavers, *losers)).perform(resolution)
        if not winning:
            leaving.leave_simultaneously(
                resolution, leavers, dict.fromkeys(losers, "lose_effect"), credited=losers
            )


_GOING = (Concede, Depart, Penalise, LoseGame, WinGame)


def _flat(actions: tuple[Action, ...]) -> list[Action]:
    """Return the single actions of these actions, which may be nested."""
    found: list[Action] = []
    for one in actions:
        found += _flat(one.actions) if isinstance(one, Together | Simultaneous | InOrder) else [one]
    return found


def _leavers(resolution: Resolution, going: Sequence[Action]) -> leaving.Causes:
    """Return why each player leaves who does so regardless of effects."""
    causes: dict[PlayerId, LeavingKey] = {}
    for one in going:
        match one:
            case Concede(who=who):
                causes[resolution.playing_one(who).id] = "lose_concession"
            case Penalise(who=who):
                causes[resolution.playing_one(who).id] = "lose_judge"
            case Depart(who=several):
                causes |= dict.fromkeys(resolution.playing(several), "lose_departure")
            case _:
                pass
    return causes


def _losers(resolution: Resolution, going: Sequence[Action]) -> Mapping[PlayerId, PlayerId | None]:
    """Return the players who lose by effects, and the effects' controllers."""
    losers: dict[PlayerId, PlayerId | None] = {}
    for one in going:
        if isinstance(one, LoseGame):
            losers |= dict.fromkeys(reached_players(resolution, one.by, one.who), one.by)
    return losers


def as_one_event(*actions: Action) -> Action:
    """Return these actions as one event; a single action is returned unchanged."""
    return actions[0] if len(actions) == 1 else Together(actions=actions)


def with_draws(draws: tuple[RecordChance, ...], action: Action) -> Action:
    """Return an action with its random results, such as a random player, as one step."""
    if not draws:
        return action
    return Together(actions=(*draws, *(action.actions if isinstance(action, Together) else (action,))))


def without_draws(action: Action) -> tuple[tuple[RecordChance, ...], Action]:
    """Return an action's random results, and the action itself."""
    if not isinstance(action, Together):
        return (), action
    draws = tuple(one for one in action.actions if isinstance(one, RecordChance))
    rest = tuple(one for one in action.actions if not isinstance(one, RecordChance))
    return (draws, as_one_event(*rest)) if draws and rest else ((), action)


def _wins_and_losses_as_one(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    effects = [one for one in actions if isinstance(one, LoseGame)]
    losing = [who for one in effects for who in one.who]
    by = {one.by for one in effects}
    losses: list[Action] = [LoseGame(who=tuple(losing), by=by.pop() if len(by) == 1 else None)]
    wins: list[Action] = []
    for one in actions:
        if isinstance(one, WinGame):
            wins.append(WinGame(who=one.who, also_loses=(*one.also_loses, *losing)))
    others = (one for one in actions if not isinstance(one, LoseGame | WinGame))
    return (*others, *(wins or (losses if losing else ())))
