"""The engine beside a sheet of paper: turns, votes, tallies, the planar die, designations."""

from tests.rules.turns.sheet_games import SheetGame
from tests.support.machines import examples

TestSheet = SheetGame.TestCase
TestSheet.settings = examples(60, 50)
