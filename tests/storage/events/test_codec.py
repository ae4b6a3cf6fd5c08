"""What is written to the log can be read again, also by versions that know more or less."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.life import LoseLife
from rules.actions.table import ChangeLink, Together
from rules.events import EVENTS
from rules.events.continuous_effects import EffectBegan
from rules.events.event import Event
from rules.events.life import LifeLost
from rules.events.table import LinkChanged
from rules.events.turns import TurnBegan
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import EffectKind, TurnKind
from rules.setup.lobby_actions import LOBBY_ACTIONS, LobbyAction
from rules.table import Table
from storage.events.codec import (
    Unreadable,
    decode_action,
    decode_events,
    decode_table,
    encode_action,
    encode_events,
    encode_table,
)

SHORT = 2
"""Elements of a sequence or mapping at most: games are full of them, in several layers."""

# An Action itself is nothing that can be asked.
names = st.sampled_from(sorted(ACTIONS))
st.register_type_strategy(
    Action, st.deferred(lambda: names.flatmap(lambda name: st.from_type(ACTIONS[name])))
)


def kinds_of(base: type[Struct]) -> Iterator[type[Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


@cache
def filled(kind: type[Struct]) -> st.SearchStrategy[Struct]:
    """Every field has any value of its type; Hypothesis doesn't know the factories of defaults."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: values(hints[name]) for name in kind.__struct_fields__})


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type; sequences and mappings are short, as more elements add nothing."""
    match get_origin(hint), get_args(hint):
        case type() as kind, (element, other) if kind is tuple and other is ...:
            return st.lists(values(element), max_size=SHORT).map(tuple)
        case type() as kind, (key, value) if kind is Mapping:
            return st.dictionaries(values(key), values(value), max_size=SHORT)
        case _:
            return st.from_type(hint)


for kind in kinds_of(Struct):
    if kind.__module__.startswith("rules.") and kind is not Action:
        st.register_type_strategy(kind, filled)
few = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@few
@pytest.mark.parametrize("type_", [*ACTIONS.values(), *LOBBY_ACTIONS.values()])
@given(data=st.data())
def test_every_action_comes_back(type_: type[Action | LobbyAction], data: st.DataObject) -> None:
    action = data.draw(st.from_type(type_))
    assert decode_action(encode_action(action)) == action


@few
@pytest.mark.parametrize("type_", EVENTS.values())
@given(data=st.data())
def test_every_event_comes_back(type_: type[Event], data: st.DataObject) -> None:
    events = tuple(data.draw(st.lists(st.from_type(type_), min_size=1, max_size=3)))
    assert decode_events(encode_events(events)) == events


@few
@given(table=st.one_of(st.from_type(Game), st.from_type(Lobby)))
def test_every_table_comes_back(table: Table) -> None:
    assert decode_table(encode_table(table)) == table


def test_actions_and_lobby_actions_share_one_set_of_names() -> None:
    assert not ACTIONS.keys() & LOBBY_ACTIONS.keys()


def test_the_text_is_json_under_stable_names() -> None:
    text = encode_action(
        Together(
            actions=(
                LoseLife(who=("ana", "ben"), amount="half_up"),
                BeginEffect(who=("cy",), kind=EffectKind.CANT_LOSE_LIFE),
            )
        )
    )
    lose = ["LoseLife", {"who": ["ana", "ben"], "amount": "half_up", "by": None, "ranged": False}]
    begin = {"who": ["cy"], "kind": "cant_lose_life", "n": None, "source": None, "until_turn_of": None}
    begin |= dict.fromkeys(("until_end_of", "times", "combat", "dealt_by", "commander"))
    begin |= {"creatures": False, "during": None, "life_at_most": None, "passing": 0}
    begin |= {**dict.fromkeys(("to", "afterwards")), "card": "", "scope": "named", "ranged": False}
    assert json.loads(text) == ["Together", {"actions": [lose, ["BeginEffect", begin]]}]
    assert " " not in text


def test_effects_of_earlier_versions_are_their_own_object_and_no_ones() -> None:
    """They stay when their requester leaves, as they did in the game that the log is of."""
    earlier = '["EffectBegan",{"effect":{"id":4,"kind":"cant_win_game","on":"ben","n":0,"source":null}}]'
    (began,) = decode_events(f"[{earlier}]")
    assert isinstance(began, EffectBegan)
    assert (began.effect.made_by, began.effect.card, began.effect.source) == (4, "", None)
    assert decode_action('["BeginEffect",{"who":["ben"],"kind":"cant_win_game"}]') == BeginEffect(
        who=("ben",), kind=EffectKind.CANT_WIN_GAME
    )


def test_any_text_people_type_is_kept() -> None:
    events = (LinkChanged(link='"é\\\n\u2028🎲\ud800'),)
    text = encode_events(events)
    assert text.isascii()
    assert decode_events(text) == events


def test_texts_are_written_as_they_are_and_read_as_earlier_versions_escaped_them() -> None:
    action = ChangeLink(link="https://meet.example/é🎲")
    text = '["ChangeLink",{"link":"https://meet.example/é🎲"}]'
    assert encode_action(action) == text
    assert decode_action(text) == action
    assert decode_action('["ChangeLink",{"link":"https://meet.example/\\u00e9\\ud83c\\udfb2"}]') == action


def test_half_a_surrogate_pair_is_kept_inside_of_together_too() -> None:
    action = Together(
        actions=(ChangeLink(link="\ud83c"), Together(actions=(LoseLife(who=("é",), amount=1),)))
    )
    assert decode_action(encode_action(action)) == action


def test_an_enum_comes_back_as_itself() -> None:
    [event] = decode_events('[["TurnBegan",{"taker":"ana","kind":"extra","number":2,"rule":"500.7"}]]')
    assert isinstance(event, TurnBegan)
    assert event.kind is TurnKind.EXTRA


def test_an_old_log_may_lack_fields_that_have_a_default() -> None:
    assert decode_action('["DealDamage",{"to":["ana"],"amount":3}]') == DealDamage(to=("ana",), amount=3)
    lobby = Lobby(seated=(Seated(id="ana", name="Ana"),))
    assert decode_table('["Lobby",{"seated":[{"id":"ana","name":"Ana"}]}]') == lobby


def test_fields_that_are_known_no_longer_are_passed_over() -> None:
    text = '[["LifeLost",{"who":"ana","amount":1,"total":2,"cause":"effect","rule":"119.3","mood":"sad"}]]'
    assert decode_events(text) == (LifeLost(who="ana", amount=1, total=2, cause="effect", rule="119.3"),)


@pytest.mark.parametrize(
    "text",
    [
        '["Teleport",{"who":["ana"]}]',
        '["LoseLife",{"amount":1}]',
        '["LoseLife",["ana",1]]',
        '["LoseLife",{"who":"ana","amount":1}]',
        '["LoseLife",{"who":["ana"],"amount":"five"}]',
        '["LoseLife",{"who":["ana"],"amount":1.5}]',
        '["LoseLife",{"who":["ana"],"amount":true}]',
        '["LoseLife",{"who":["ana"],"amount":null}]',
        '["LoseLife",{"who":[7],"amount":1}]',
        '["Together",{"actions":[["Teleport",{"who":["ana"]}]]}]',
        '["Together",{"actions":[["Join",{"seats":[]}]]}]',
        '["LoseLife",{"who":["ana"],"amount":1}',
        '["PayLife",{"payments":[1]}]',
        '{"LoseLife":{}}',
        "7",
    ],
)
def test_what_cannot_be_read_is_said(text: str) -> None:
    with pytest.raises(Unreadable):
        decode_action(text)


def test_every_field_is_written_so_that_a_default_may_change() -> None:
    [[_, fields]] = json.loads(encode_events([TurnBegan(taker="a", kind=TurnKind.NORMAL, number=1, rule="")]))
    assert fields.keys() == set(TurnBegan.__struct_fields__)
