"""The house formats, each from its lobby to its end, as a channel sees it."""

import pytest

from tests.support.evening import Evening
from tests.support.panels import BoardPanel
from tests.support.tables import deal, gather
from tests.support.wording import gist


async def test_pauper_commander(evening: Evening) -> None:
    """30 life; 16 by one commander. It is a number of the format's own, so no rule is cited."""
    await deal(evening, "pauper_commander", "Ana, Ben, Cy")
    assert "# Ben · 30\n" in evening.board()
    await evening.types("Ana", "commander set", name="Crackling Drake")
    hit = await evening.types("Ana", "damage", amount=15, who="Ben", commander="Crackling")
    assert "15 of 16" in hit.text
    ended = await evening.types("Ana", "damage", amount=1, who="Ben", commander="Crackling")
    assert gist(ended.text)[-1] == "Ben 16"
    assert "CR" not in ended.text.splitlines()[-1]


async def test_duel_commander_is_for_two(evening: Evening) -> None:
    await gather(evening, "duel_commander", "Ana, Ben")
    assert gist(await evening.refused("Cy", "game join")) == ["2"]
    await evening.types("Ana", "game start")
    assert evening.board().count("· 20") == 2


async def test_oathbreaker_counts_what_its_signature_spell_costs(evening: Evening) -> None:
    await deal(evening, "oathbreaker", "Ana, Ben, Cy")
    await evening.types("Ana", "commander set", name="Saheeli", partner="Fork")
    await evening.types("Ana", "commander cast", commander="Fork")
    await evening.types("Ana", "commander cast", commander="Fork")
    assert "Fork tax 4" in evening.board()


FIVE = "Ana, Ben, Cy, Dee, Eve"


async def test_star_needs_an_odd_number(evening: Evening) -> None:
    await gather(evening, "star", f"{FIVE}, Fay")
    assert gist(await evening.refused("Ana", "game start")) == ["6"]


@pytest.mark.parametrize(("out_can_win", "winners"), [(False, "Ben"), (True, "Ana")])
async def test_star(evening: Evening, out_can_win: bool, winners: str) -> None:
    """Opposite Ana sit Cy and Dee, opposite Ben Dee and Eve. Ana is out when hers have lost."""
    await deal(evening, "star", FIVE, **{"out-can-win": out_can_win})
    await evening.types("Ana", "concede")
    await evening.types("Ben", "lose", reason="effect", who="Cy")
    ended = await evening.types("Ben", "lose", reason="effect", who="Dee")
    if not out_can_win:
        ended = await evening.types("Ben", "lose", reason="effect", who="Eve")
    last = ended.text.splitlines()[-1]
    assert last.startswith(f"**{winners} ")
    assert "CR" not in last


async def test_a_switch_on_the_panel_lets_players_win_who_are_out(evening: Evening) -> None:
    await gather(evening, "star", FIVE)
    panel = await BoardPanel(evening, "Ana", "Options…").open()
    assert "who are out can still win" not in evening.board()
    await panel.press("Out can still win: off")
    assert "who are out can still win" in evening.board()


@pytest.mark.parametrize("name", ["Pauper Commander", "Duel Commander", "Oathbreaker", "Star"])
async def test_rule_knows_them_by_name(evening: Evening, name: str) -> None:
    told = (await evening.types("Ana", "rule", query=name)).text
    assert told.startswith(f"### {name}\n")
    assert "CR" not in told.splitlines()[0]
    assert "separate rule" not in told


async def test_commander_damage_of_two_heads_is_counted_as_the_lobby_says(evening: Evening) -> None:
    """21 for each player unless the panel's switch says for the team: 11 and 10 are enough then."""
    await gather(evening, "two_headed_giant", "Ana", commander=True, life=60)
    assert "commander damage counted for each player" in evening.board()
    await (await BoardPanel(evening, "Ana", "Options…").open()).press("Commander damage per team: off")
    assert "commander damage counted for the team" in evening.board()
    for name, team in (("Ben", "Red"), ("Cy", "Blue"), ("Dee", "Blue")):
        await evening.types(name, "game join", team=team)
    await evening.types("Ana", "game start")
    await evening.types("Ana", "damage", amount=11, who="Cy", commander="Ana's commander")
    hit = await evening.types("Ana", "damage", amount=4, who="Dee", commander="Ana's commander")
    assert gist(hit.text)[-1] == "Blue 15 21 Ana"  # 11 and 4
    ended = await evening.types("Ana", "damage", amount=6, who="Dee", commander="Ana's commander")
    assert "CR 704.6c" in ended.text
    assert "21 combat damage" in ended.text
