"""Everything that a log can consist of is known by its name, and says of itself what is asked of its kind."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import walk_packages

import pytest

import rules
from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.events import EVENTS
from rules.events.event import Event, kinds_of
from rules.leagues.acts import ACTS, said_of
from rules.leagues.acts.base import LeagueAct
from rules.setup.lobby_actions import LOBBY_ACTIONS, LobbyAction
from rules.tournaments.act import TournamentAct
from rules.tournaments.log import TOURNAMENT_ACTS
from rules.turns.clock import CHANGES, ClockChange

KINDS: tuple[tuple[type[object], Mapping[str, type[object]]], ...] = (
    (Action, ACTIONS),
    (Event, EVENTS),
    (LeagueAct, ACTS),
    (LobbyAction, LOBBY_ACTIONS),
    (TournamentAct, TOURNAMENT_ACTS),
    (ClockChange, CHANGES),
)


def test_every_module_with_something_that_logs_store_is_known() -> None:
    for module in walk_packages(rules.__path__, "rules."):
        import_module(module.name)
    for base, known in KINDS:
        named = {name: kind for name, kind in kinds_of(base).items() if kind.__module__.startswith("rules.")}
        assert named == dict(known), base.__name__


def test_two_of_one_name_and_acts_that_say_nothing_are_refused() -> None:
    class Base:
        pass

    class First(Base):
        pass

    Second = type("First", (Base,), {})
    assert {*Base.__subclasses__()} == {First, Second}
    with pytest.raises(TypeError, match="First"):
        kinds_of(Base)
    with pytest.raises(TypeError, match="LeagueAct"):
        said_of({"LeagueAct": LeagueAct})
