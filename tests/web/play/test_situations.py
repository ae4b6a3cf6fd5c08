"""docs/situations.md on a remote: each row that its buttons and keys have comes to the same as by command."""

from collections.abc import Mapping, Sequence

import pytest

from tests.cogs.test_docs_situations import SITUATIONS, come_to, table
from tests.support.evening import Evening
from tests.support.games import game_of, view_of
from tests.web.play.remotes import pressed, remote, send
from web.play.presses import EACH_OPPONENT

__all__ = ("table",)

Press = tuple[str, Mapping[str, object]]
ROWS = {row.what: row for row in SITUATIONS}
PRESSES: Mapping[str, Sequence[Press]] = {
    "You lose 3 life": [("life", {"who": "Ana", "amount": -3})],
    "You lose 13 life": [("life", {"who": "Ana", "amount": -13})],
    "You gain 5 life": [("life", {"who": "Ana", "amount": 5})],
    "You gain 10 life": [("life", {"who": "Ana", "amount": 10})],
    "Ben loses 3 life": [("life", {"who": "Ben", "amount": -3})],
    "Each opponent loses 2 life": [("life", {"who": EACH_OPPONENT, "amount": -2})],
    "The player to your left loses 2 life": [("life", {"who": "Ben", "amount": -2})],
    "Your commander hits Cy for 7": [("combat", {"who": "Cy", "amount": 7, "commander": "Ana"})],
    "Ben's commander hits you for 5": [("combat", {"who": "Ana", "amount": 5, "commander": "Ben"})],
    "A commander hits for the 21st point": [("combat", {"who": "Cy", "amount": 21, "commander": "Ana"})],
    "Dee gets a poison counter": [("counter", {"who": "Dee", "kind": "poison", "amount": 1})],
    "You get 3 energy": [("counter", {"who": "Ana", "kind": "energy", "amount": 3})],
    "You pay 2 energy": [
        ("counter", {"who": "Ana", "kind": "energy", "amount": 3}),
        ("counter", {"who": "Ana", "kind": "energy", "amount": -2}),
    ],
    "You get an experience counter": [("counter", {"who": "Ana", "kind": "experience", "amount": 1})],
    "The tenth poison counter": [("counter", {"who": "Cy", "kind": "poison", "amount": 10})],
    "You pass the turn": [("pass", {"turn": 1})],
    "You cast your commander": [("cast", {"commander": "Ana"})],
    "You become the monarch": [("designate", {"who": "Ana", "what": "monarch"})],
    "Ben becomes the monarch": [("designate", {"who": "Ben", "what": "monarch"})],
    "You take the initiative": [("designate", {"who": "Ana", "what": "initiative"})],
    "Ben takes the initiative": [("designate", {"who": "Ben", "what": "initiative"})],
    "The Ring tempts you": [("designate", {"who": "Ana", "what": "ring"})],
    "You have the city's blessing": [("designate", {"who": "Ana", "what": "blessing"})],
    "You concede": [("concede", {})],
    "Two players die at once": [
        ("hold", {"on": True}),
        ("life", {"who": "Ben", "amount": -40}),
        ("life", {"who": "Cy", "amount": -40}),
        ("hold", {"on": False}),
    ],
    "The last step was wrong": [("life", {"who": "Ana", "amount": -5}), ("undo", {})],
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("what", PRESSES)
async def test_on_a_remote(table: Evening, what: str) -> None:
    ids = {name: str(person.id) for name, person in table.people.items()}
    address, game = await remote(table, "Ana"), await table.game()
    for do, given in PRESSES[what]:
        values = {key: ids.get(str(value), value) for key, value in given.items()}
        if "commander" in values:
            values["commander"] = f"{values['commander']}:1"
        if do == "pass":
            values["turn"] = (await game_of(table.games, game)).turn.number
        if do == "undo":
            values["last"] = (await view_of(table.games, game)).entries[-1].number
        assert await send(address, {**pressed(do), **values}) == (200, "")
    await table.env.settle()
    await come_to(table, ROWS[what].then, "\n".join(table.chat()))
