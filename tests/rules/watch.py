"""What has to be true of every game at every moment, whatever anyone does."""

from collections import Counter
from copy import deepcopy
from functools import cache

from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.endings import CreditKnockOut
from rules.actions.table import Check
from rules.endings import state_based_actions
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.endings import GameEnded, GameRestarted, KnockOutCredited, PlayersLeft
from rules.events.event import GameEvent
from rules.events.life import DamageDealt, LifeGained, LifeLost
from rules.events.table import PlayerJoined, SeatHandedOver
from rules.events.turns import MarkerMoved, TurnBegan
from rules.formats.editions import TODAY
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState, Player, PlayerOutcome
from rules.game.seating import in_range, left_of, seats_from
from rules.players.continuous_effects import can_lose_game
from rules.refusal import Refusal
from rules.rulebook import BY_NUMBER, RULEBOOK_ENTRIES
from rules.table import act, perform

SPACING = 3
"""The seats to the left in which no one else has a marker as a turn begins (807.4d)."""


def needed(players: int) -> int:
    """One marker for each full four players (807.4a); below four the game keeps one."""
    return max(1, players // 4)


class Watch:
    """Plays a game and looks at everything after every action."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = deepcopy(game)
        self.events: list[GameEvent] = []
        self.frozen: dict[str, tuple[Player, object, object]] = {}

    def act(self, action: Action) -> None:
        """Carries an action out, or has it refused; nothing else may come of it."""
        before = self.game
        try:
            done = act(before, action)
        except Refusal as refusal:
            _look_up(refusal.values.get("rule"), before.rules.edition)
            return
        late = before.outcome is not None
        assert not late or isinstance(action, CreditKnockOut), "acted after the end"
        assert done.events, "nothing happened and nothing was refused"
        assert isinstance(done.table, Game)
        events = [event for event in done.events if isinstance(event, GameEvent)]
        self._follow(before, events, late=late)
        assert self.game == done.table, "the fold of the events is another game"
        self.events.extend(events)
        self._look_around(before, events)

    def end(self) -> None:
        """The whole log folds to the game as it is, and it was pure all along."""
        game = self.start
        for event in self.events:
            game = event.apply(game)
        assert game == self.game

    def _follow(self, before: Game, events: list[GameEvent], *, late: bool) -> None:
        """Fold the events one by one and check each against the game that it happens in.

        ``late``: whether the table says who has knocked someone out when the game is over already.
        """
        game = before
        for event in events:
            assert late or game.outcome is None, "something happened after the end"
            if isinstance(event, GameRestarted):
                self.frozen.clear()
            _allowed(game, event)
            _look_up(getattr(event, "rule", None), game.rules.edition)
            game = event.apply(game)
            _recorded(game, event)
            self._freeze(game, event)
        self.game = game

    def _freeze(self, game: Game, event: GameEvent) -> None:
        if isinstance(event, SeatHandedOver) and event.who in self.frozen:
            player, life, counters = self.frozen[event.who]
            handed = replace(player, user=event.user, name=event.name)
            self.frozen[event.who] = handed, life, counters
        if isinstance(event, KnockOutCredited):  # which is said of who is out
            self.frozen[event.who] = _belongings(game, event.who)
        if isinstance(event, PlayersLeft):
            for one in event.leaving:
                self.frozen[one.who] = _belongings(game, one.who)
        if isinstance(event, GameEnded):
            for who, result in event.results.items():
                assert game.player(who).result is result

    def _look_around(self, before: Game, events: list[GameEvent]) -> None:
        game = self.game
        _results(game)
        self._outsiders(game)
        if not any(isinstance(event, TurnBegan | GameRestarted) for event in events):
            joined = {event.player.id for event in events if isinstance(event, PlayerJoined)}
            for player in before.remaining:
                reached = set(in_range(game, player.id)) - joined
                assert reached <= set(in_range(before, player.id)), "range grew"
        _designations(game)
        _players(game)
        if game.outcome is None:
            _in_progress(game)

    def _outsiders(self, game: Game) -> None:
        """Check that players who have left stay as they were; only their result may follow the team's."""
        for who, (player, life, counters) in self.frozen.items():
            now, now_life, now_counters = _belongings(game, who)
            assert (now_life, now_counters) == (life, counters), f"{who} changed after leaving"
            same = {name: getattr(now, name) for name in Player.__struct_fields__ if name != "result"}
            assert same == {
                name: getattr(player, name) for name in Player.__struct_fields__ if name != "result"
            }


@cache
def _look_up(number: object, edition: str) -> None:
    """A number that is cited: /rule finds it, or says of one of today's that the edition lacks it.

    Of what 119.7 is about today, 118.7 of 2011 is only a part: redistributing had no number then.
    """
    if number and edition != TODAY and str(number).startswith("2026: "):
        today = BY_NUMBER[str(number).removeprefix("2026: ")]
        assert not today.numbers[edition] or (today.number, edition) == ("119.7", "2011")
    elif number:
        assert any(number in entry.numbers[edition] for entry in RULEBOOK_ENTRIES), number


def _belongings(game: Game, who: str) -> tuple[Player, object, object]:
    return game.player(who), game.life.get(who), game.counters.get(who)


def _allowed(game: Game, event: GameEvent) -> None:
    """Assert that an event may happen in this game at all."""
    match event:
        case LifeLost() | LifeGained() | CountersAdded() | CountersRemoved():
            assert event.amount > 0
            assert game.player(event.who).in_game
        case DamageDealt():
            assert event.amount > 0
            assert game.player(event.to).in_game
        case TurnBegan():
            assert any(game.player(id).in_game for id in game.team_of(event.taker))
            assert event.number == game.turn.number + 1
            if event.marker is not None and game.rules.blocked_markers_wait:
                _spaced(game, event.marker, event.taker)
        case MarkerMoved(at=str(receiver)):
            if _marker(game, event.marker).state is MarkerState.TRANSIT:
                _spaced(game, event.marker, receiver)
        case GameEnded() if event.outcome.result is PlayerOutcome.DRAW:
            assert all(event.results[player.id] is PlayerOutcome.DRAW for player in game.remaining)
        case PlayersLeft():
            assert event.leaving
            assert all(game.player(one.who).in_game for one in event.leaving)
        case _:
            pass


def _recorded(game: Game, event: GameEvent) -> None:
    """Assert that the game now has what the event says."""
    match event:
        case LifeLost() | LifeGained():
            assert game.life[game.life_holder(event.who)] == event.total
        case CountersAdded() | CountersRemoved():
            holder = game.counter_holder(event.who, event.kind)
            assert game.counters_of(holder).get(event.kind, 0) == event.total
        case DamageDealt(commander=str(commander)):
            assert game.player(event.to).commander_damage[commander] == event.tally
        case _:
            pass


def _marker(game: Game, number: int) -> Marker:
    return next(marker for marker in game.markers if marker.number == number)


def _spaced(game: Game, number: int, taker: str) -> None:
    """No one in the three seats to the left has another marker as a turn begins (807.4d), or in the 2006 text
    as a marker is received (608.4c)."""
    others = [id for id in seats_from(game, taker) if game.player(id).in_game][:SPACING]
    for marker in game.markers:
        if marker.number == number or marker.at is None:
            continue
        place = marker.at if game.player(marker.at).in_game else left_of(game, marker.at)
        assert place != taker or marker.state is not MarkerState.TURN, "two turns of one player at once"
        assert place not in others, "a turn began too close to another"


def _results(game: Game) -> None:
    for player in game.players:
        assert player.in_game or player.result in (PlayerOutcome.LOST, PlayerOutcome.DRAW, PlayerOutcome.WON)
        if game.outcome is None:
            assert player.in_game == (player.result is PlayerOutcome.PLAYING)
        else:
            assert player.result is not PlayerOutcome.PLAYING
    for side in game.sides:
        results = {game.player(id).result for id in side.members}
        remaining = game.remaining_in(side)
        assert remaining or len(results) == 1, "a team that is out with two results"
        if side.one_body:
            assert len(remaining) in (0, len(side.members))
            assert len(results) == 1
        emperor = [id for id in side.members if game.player(id).emperor]
        if emperor and not game.player(emperor[0]).in_game:
            assert not remaining
        if game.outcome is not None and game.outcome.result is not PlayerOutcome.NONE:
            assert len(results) == 1, "a team with two results"
    if game.outcome is not None:
        _look_up(game.outcome.rule, game.rules.edition)
        won = {player.id for player in game.players if player.result is PlayerOutcome.WON}
        assert won == set(game.outcome.winners)
        assert bool(won) == (game.outcome.result is PlayerOutcome.WON)


def _designations(game: Game) -> None:
    for holder in (game.monarch, game.initiative):
        if holder is not None and game.outcome is None:
            assert game.player(holder).in_game
    assert all(game.player(effect.on).in_game for effect in game.effects)
    assert len({effect.id for effect in game.effects}) == len(game.effects)


def _players(game: Game) -> None:
    for player in game.players:
        assert 0 <= player.speed <= 4
        assert 0 <= player.hand.size <= player.hand.drawn <= max(player.max_hand, 0)
        assert player.library is None or player.library >= 0
        assert all(n > 0 for n in player.commander_damage.values())
    for kinds in game.counters.values():
        assert all(n > 0 for n in kinds.values())


def _in_progress(game: Game) -> None:
    """Two sides at least, the right number of markers, and nothing left to check."""
    assert len({player.side for player in game.remaining}) >= 2
    assert all(n > 0 for n in (*game.saved_extra.values(), *game.skips.values()))
    if game.rules.markers:
        assert len(game.markers) - sum(marker.removals for marker in game.markers) == needed(
            len(game.remaining)
        )
        assert any(marker.state is MarkerState.TURN for marker in game.markers), "nobody can play on"
        idle = [marker for marker in game.markers if marker.state is not MarkerState.TURN]
        assert not any(marker.removals for marker in idle)
        assert all(game.player(marker.at or marker.to or "").in_game for marker in idle)
    if not game.held:
        assert not perform(game, Check()).events, "the checks were not done"
        losing = [id for id in state_based_actions.pending(game) if can_lose_game(game, id)]
        assert not losing
        alive = [player.id for player in game.remaining if can_lose_game(game, player.id)]
        assert all(game.life_seen(id) > 0 for id in alive), "704.5a"


def totals(start: Game, events: list[GameEvent]) -> Counter[str]:
    """Return what the life totals come to by the events alone."""
    found = Counter(start.life)
    holders = {player.id: start.life_holder(player.id) for player in start.players}
    for event in events:
        match event:
            case GameRestarted():
                found = Counter(event.game.life)
            case PlayerJoined(player=player, life=life):
                holders[player.id] = player.side if life is None else player.id
                if life is not None:
                    found[player.id] = life
            case LifeLost():
                found[holders[event.who]] -= event.amount
            case LifeGained():
                found[holders[event.who]] += event.amount
            case _:
                pass
    return found
