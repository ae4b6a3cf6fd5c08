"""Facts in words, by their causes."""

from typing import get_args

import pytest

from cogs.text.facts.life import CAUSES, in_log
from cogs.text.language import ENGLISH, speaking
from rules.events.life import LifeCause, LifeGained, LifeLost


def test_every_cause_of_a_change_of_life_has_words() -> None:
    assert {*CAUSES} == {*get_args(LifeCause)}


@pytest.mark.parametrize(
    ("event", "said"), [(LifeLost, "lost 3 life"), (LifeGained, "gained 3 life")], ids=["lost", "gained"]
)
def test_a_cause_of_a_newer_version_is_any_loss_or_gain(
    event: type[LifeLost | LifeGained], said: str
) -> None:
    with speaking(ENGLISH):
        assert in_log(event(who="ana", amount=3, total=37, cause="tithe", rule="119.3")) == said
