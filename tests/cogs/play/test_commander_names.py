"""Real names of commanders, where the bot's owner has given them to the bot."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.client import Arbiter
from cogs.setup import Installation
from rules.game.game import Game
from storage.cards.catalog import CommanderCatalog, write_catalog
from storage.cards.oracle import commander_cards
from tests.storage.cards.test_cards import SAMPLE
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.leagues import Panel, create, report
from tests.support.tables import deal

QUESTION = "can't be one player's commanders (CR 702.124)"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening of a bot that knows the cards of the sample."""
    with SAMPLE.open("rb") as file:
        write_catalog(tmp_path / "some.cards.json", commander_cards(file))
    catalog = CommanderCatalog(tmp_path / "some.cards.json")

    def make(installation: Installation, *, monotonic: Callable[[], float]) -> Arbiter:
        return Arbiter(replace(installation, commanders=catalog), monotonic=monotonic)

    async with Evening(tmp_path / "arbiter.db", make) as evening:
        yield evening


async def test_names_are_completed_and_those_that_begin_so_come_first(evening: Evening) -> None:
    await deal(evening)
    assert await evening.suggestions("Ana", "commander set", "name", "THE") == [
        *("The Master, Formed Anew", "The Seriema", "The Tenth Doctor"),
        *("Esika, God of the Tree", "Kozilek, the Great Distortion", "Tymna the Weaver"),
    ]
    assert len(await evening.suggestions("Ana", "commander set", "name")) == 17


async def test_only_possible_partners_are_suggested(evening: Evening) -> None:
    await deal(evening)
    for name, partners in (
        ("Tymna the Weaver", ["Thrasios, Triton Hero"]),
        ("Wilson, Refined Grizzly", ["Raised by Giants"]),
        ("Kozilek, the Great Distortion", []),
    ):
        assert await evening.suggestions("Ana", "commander set", "partner", "", name=name) == partners
    anything = await evening.suggestions("Ana", "commander set", "partner", "gran", name="Grandma's own")
    assert anything == []
    assert "Rose Tyler" in await evening.suggestions("Ana", "commander set", "partner", "r", name="Whoever")


async def test_a_pair_that_can_not_be_is_set_and_questioned(evening: Evening) -> None:
    await deal(evening)
    for name, partner, asked in (
        ("Tymna the Weaver", "Thrasios, Triton Hero", False),
        ("Tymna the Weaver", "Grandma's own", False),
        ("Tymna the Weaver", "Rose Tyler", True),
    ):
        answer = await evening.types("Ana", "commander set", name=name, partner=partner)
        assert (QUESTION in answer.text) == asked, answer.text
    cast = await evening.types("Ana", "commander cast", commander="Rose Tyler")
    assert "Rose Tyler" in cast.text


async def test_leagues_know_colors(evening: Evening) -> None:
    await create(evening)
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(
        evening, "Ana", "Ben (Tymna the Weaver / Thrasios, Triton Hero), Cy (Kozilek), Dee (Grandma)"
    )
    await report(evening, "Ana", "Ben (Kozilek), Cy (Tymna the Weaver / Thrasios, Triton Hero)")
    commanders = await evening.types("Ben", "league commanders")
    assert "**Thrasios, Triton Hero / Tymna the Weaver** WUBG · 1–1–0" in commanders.text
    colors = await evening.types("Ben", "league commanders", by="colors")
    lines = [line for line in colors.text.splitlines() if line.startswith("**")]
    # Kozilek has no colors; of Grandma's commander no one knows them.
    assert [line.split(",")[0] for line in lines] == ["**C** 1–1–0", "**WUBG** 1–1–0"]


async def test_partners_in_one_text_are_two_commanders(evening: Evening) -> None:
    """As boards write them, or as known cards; the two faces of one card are one commander."""
    await deal(evening)
    for name, commanders in (
        ("Tana / Tymna", ["Tana", "Tymna"]),
        ("Rose Tyler // The Tenth Doctor", ["Rose Tyler", "The Tenth Doctor"]),
        ("Rose Tyler & The Tenth Doctor", ["Rose Tyler", "The Tenth Doctor"]),
        (
            "Esika, God of the Tree // The Prismatic Bridge",
            ["Esika, God of the Tree // The Prismatic Bridge"],
        ),
    ):
        await evening.types("Ana", "commander set", name=name)
        table = (await view_of(evening.games, evening.place)).table
        assert isinstance(table, Game)
        assert [card.name for card in table.players[0].commanders] == commanders
        await evening.types("Ana", "undo")
    for name in ("Grandma // Grandpa", "Grandma & Grandpa"):
        assert (await evening.refused("Ana", "commander set", name=name)).key == "two_commanders_in_name"
    assert (
        await evening.refused("Ana", "commander set", name="Tana / Tymna", partner="Rose Tyler")
    ).key == "two_commanders_in_name"
