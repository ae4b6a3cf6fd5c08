"""Any sequence of actions, sensible or not, on any table: the game keeps its promises."""

from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.actions.action import Action
from rules.formats.options import Options
from rules.formats.variants import VARIANTS, Teams
from rules.game.lobby import Lobby
from rules.game.undo_tree import UndoTree
from rules.refusal import Refusal
from rules.setup import opening, seating_plan
from rules.setup.validation import validate
from rules.table import AnyAction, act
from tests.rules.deals import deal, lobby, seats
from tests.rules.dice import COMMON, Dice, make, make_lobby_action, pick
from tests.rules.watch import Watch, totals
from tests.support.machines import examples, of_machine, thrown


def _table(dice: Dice, *variants: str) -> tuple[Lobby, str]:
    """Return a table of any edition and size at which one of these variants can be played, and who goes
    first."""
    variant, teams = VARIANTS[pick(dice, variants)], 2
    if variant.teams is Teams.EQUAL:
        size = variant.team_size or max(variant.min_team_size, dice(2, 4))
        teams = variant.team_count or dice(2, 3)
        count = size * teams
    else:
        most = min(variant.max_players or 40, pick(dice, (4, 6, 9, 30)))
        count = dice(variant.min_players, max(most, variant.min_players))
        count += variant.opposite and count % 2 == 0
    options = Options(
        edition=pick(dice, ("current", "current", "2011", "2006")),
        range=dice(1, 3) if variant.ranged and dice(0, 3) == 0 else None,
        attack=pick(dice, variant.attack_choices or (None,)),
        commander=variant.takes_commanders and dice(0, 3) == 0,
        life=pick(dice, (None, None, 10, 40)),
    )
    table = lobby(variant.key, count, options, teams)
    if not (options.commander and variant.shares_life and options.life is None):
        validate(table)
    return table, pick(dice, seating_plan.starters(table, seats(count)))


class Play(RuleBasedStateMachine):
    """Any action at any table, and a new table after a game that is over."""

    variants = tuple(VARIANTS)

    def __init__(self) -> None:
        super().__init__()
        self.watch = Watch(deal())

    @initialize(table=of_machine(lambda play: thrown(lambda dice: _table(dice, *play.variants))))
    def sit_down(self, table: tuple[Lobby, str]) -> None:
        self.watch = Watch(opening.opening_game(table[0], seats(len(table[0].seated)), table[1]))

    @rule(action=of_machine(lambda play: thrown(lambda dice: make(dice, play.watch.game, COMMON))))
    def play(self, action: Action) -> None:
        self.watch.act(action)

    @rule(action=of_machine(lambda play: thrown(lambda dice: make(dice, play.watch.game))))
    def act(self, action: Action) -> None:
        self.watch.act(action)

    @precondition(lambda play: play.watch.game.outcome is not None)
    @rule(table=of_machine(lambda play: thrown(lambda dice: _table(dice, *play.variants))))
    def play_again(self, table: tuple[Lobby, str]) -> None:
        self.teardown()
        self.sit_down(table)

    def teardown(self) -> None:
        self.watch.end()
        assert self.watch.game.life == totals(self.watch.start, self.watch.events)


class GrandMelee(Play):
    """Departures, extra and skipped turns at any time of several turns at once."""

    variants = ("grand_melee",)


class AnyLobby(RuleBasedStateMachine):
    """A lobby changes or refuses: what starts in the end is a game with everyone in it once."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Lobby()

    @rule(action=of_machine(lambda self: thrown(lambda dice: make_lobby_action(dice, self.table))))
    def act(self, action: AnyAction) -> None:
        try:
            game = act(self.table, action).table
        except Refusal:
            return
        if isinstance(game, Lobby):
            self.table = game
            return
        seated, players = self.table.seated, sorted(player.id for player in game.players)
        assert players == sorted(seat.id for seat in seated)
        assert players == sorted(id for side in game.sides for id in side.members)
        assert game.first in game.takers
        assert set(game.life) == {game.life_holder(id) for id in players}


class Undoing(RuleBasedStateMachine):
    """A walk over a log of actions: undo, then redo, is where it was."""

    def __init__(self) -> None:
        super().__init__()
        self.tree, self.at, self.last = UndoTree(), 0, 0

    @rule()
    def act(self) -> None:
        self.last += 1
        self.tree.add(self.last, self.at)
        self.at = self.last

    @precondition(lambda self: self.at and len(self.tree.path(self.at)) > 1)
    @rule()
    def undo(self) -> None:
        self.at = self.tree.undo(self.at)

    @invariant()
    def redo_leads_back(self) -> None:
        path = self.tree.path(self.at)
        assert path[-1:] == ((self.at,) if self.at else ())
        for back in range(1, len(path)):
            before = self.tree.undo(self.at, back)
            assert before == path[-1 - back]
            assert self.tree.redo(before, back) == self.at


TestPlay, TestGrandMelee = Play.TestCase, GrandMelee.TestCase
TestAnyLobby, TestUndoing = AnyLobby.TestCase, Undoing.TestCase
TestPlay.settings = examples(60, 50)
TestGrandMelee.settings = examples(30, 50)
TestAnyLobby.settings = examples(50, 20)
TestUndoing.settings = examples(50, 30)
