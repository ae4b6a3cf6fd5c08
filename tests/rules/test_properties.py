"""Any sequence of actions, sensible or not, on any table: the game keeps its promises.

``pytest tests/rules --hypothesis-profile thorough`` plays games of thousands of actions.
"""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.formats.options import Options
from rules.formats.variants import VARIANTS, Teams, Variant
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.undo_tree import UndoTree
from rules.refusal import Refusal
from rules.setup import opening, seating_plan
from rules.setup.validation import validate
from rules.table import act
from tests.rules.deals import lobby, seats
from tests.rules.dice import Dice, make, make_lobby_action, pick
from tests.rules.watch import Watch, totals

THOROUGH = settings.get_current_profile_name() == "thorough"


def _table(dice: Dice, variant: Variant) -> Game:
    """A table of any edition and size at which the variant can be played."""
    teams = 2
    if variant.teams is Teams.EQUAL:
        size = variant.team_size or max(variant.min_team_size, dice(2, 4))
        teams = variant.team_count or dice(2, 3)
        count = size * teams
    else:
        most = min(variant.max_players or 40, pick(dice, (4, 6, 9, 30)))
        count = dice(variant.min_players, max(most, variant.min_players))
    options = Options(
        edition=pick(dice, ("current", "current", "2011", "2006")),
        range=dice(1, 3) if variant.ranged and dice(0, 3) == 0 else None,
        attack=pick(dice, variant.attack_choices or (None,)),
        commander=variant.takes_commanders and dice(0, 3) == 0,
        life=pick(dice, (None, None, 10, 40)),
    )
    table = lobby(variant.key, count, options, teams)
    order = seats(count)
    if not (options.commander and variant.shares_life and options.life is None):
        validate(table)
    first = pick(dice, seating_plan.starters(table, order))
    return opening.deal(table, order, first)


def _play(dice: Dice, actions: int, *variants: Variant) -> None:
    """Plays so many actions of these variants, or of all, with a new game after each that is over."""
    choice = variants or tuple(VARIANTS.values())
    watch = Watch(_table(dice, pick(dice, choice)))
    for _ in range(actions):
        watch.act(make(dice, watch.game))
        if watch.game.outcome is not None and dice(0, 2) == 0:
            _end(watch)
            watch = Watch(_table(dice, pick(dice, choice)))
    _end(watch)


def _end(watch: Watch) -> None:
    watch.end()
    assert watch.game.life == totals(watch.start, watch.events)


@given(st.data())
def test_every_promise_holds_in_short_games(data: st.DataObject) -> None:
    def dice(low: int, high: int) -> int:
        return data.draw(st.integers(low, high))

    _play(dice, data.draw(st.integers(1, 25)))


@given(st.integers(0, 2**64))
def test_every_promise_holds_in_long_games(seed: int) -> None:
    _play(Random(seed).randint, 3_000 if THOROUGH else 300)


@given(st.integers(0, 2**64))
def test_turn_markers_keep_their_distance(seed: int) -> None:
    """Grand Melee, where departures, extra and skipped turns come at any time of several turns at once."""
    _play(Random(seed).randint, 3_000 if THOROUGH else 100, VARIANTS["grand_melee"])


@given(st.data())
def test_undo_then_redo_is_where_it_was(data: st.DataObject) -> None:
    """Walks over a log of actions, undoing and redoing at will."""
    tree = UndoTree()
    at = 0
    for number in range(1, data.draw(st.integers(1, 30)) + 1):
        steps = data.draw(st.integers(0, 3))
        for _ in range(steps):
            if len(tree.path(at)) > 1:
                at = tree.undo(at)
        tree.add(number, at)
        at = number
        path = tree.path(at)
        assert path[-1] == at
        for back in range(1, len(path)):
            before = tree.undo(at, back)
            assert before == path[-1 - back]
            assert tree.redo(before, back) == at


@given(st.integers(0, 2**64))
def test_a_lobby_changes_or_refuses(seed: int) -> None:
    """Any actions on a lobby: what starts in the end is a game with everybody in it once."""
    table, dice = Lobby(), Random(seed).randint
    for _ in range(20):
        action = make_lobby_action(dice, table)
        try:
            done = act(table, action)
        except Refusal:
            continue
        if isinstance(done.table, Lobby):
            table = done.table
            continue
        game = done.table
        assert sorted(player.id for player in game.players) == sorted(seat.id for seat in table.seated)
        assert sorted(id for side in game.sides for id in side.members) == sorted(
            player.id for player in game.players
        )
        assert game.first in game.takers
        assert set(game.life) == {game.life_holder(player.id) for player in game.players}
