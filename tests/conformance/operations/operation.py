"""What an operation of the vocabulary is made into."""

from collections.abc import Callable
from typing import TypeAlias

from rules.actions.action import Action
from rules.game.game import Game
from tests.conformance.case import Fields

Operation: TypeAlias = Callable[[Game, Fields], Action]
"""The action that an operation is, in the game in which it happens."""
