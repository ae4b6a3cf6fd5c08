"""Cards that can be commanders: read from Scryfall's format, kept, found by name, paired by 702.124."""

import asyncio
import gzip
import io
import itertools
import json
import os
import tracemalloc
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from rules.formats.commander_cards import CommanderCard, can_pair, color_identity
from storage.cards import download
from storage.cards.catalog import CommanderCatalog, catalog_file, write_catalog
from storage.cards.oracle import NotCards, commander_cards

SAMPLE = Path(__file__).with_name("oracle-cards.json")
"""In Scryfall's format, with what this project needs of its fields."""
PAIRS = {
    ("Thrasios, Triton Hero", "Tymna the Weaver"),  # both have partner
    ("Pir, Imaginative Rascal", "Toothy, Imaginary Friend"),  # each names the other
    ("Bjorna, Nightfall Alchemist", "Cecily, Haunted Mage"),  # friends forever, once worded otherwise
    ("Raised by Giants", "Wilson, Refined Grizzly"),  # a Background is chosen
    ("Rose Tyler", "The Tenth Doctor"),  # a Doctor's companion
}


@pytest.fixture
def cards() -> dict[str, CommanderCard]:
    with SAMPLE.open("rb") as file:
        return {card.name: card for card in commander_cards(file)}


@pytest.fixture
def catalog(tmp_path: Path, cards: dict[str, CommanderCard]) -> CommanderCatalog:
    write_catalog(tmp_path / "some.cards.json", cards.values())
    return CommanderCatalog(tmp_path / "some.cards.json")


def test_only_what_can_be_a_commander_is_kept(cards: dict[str, CommanderCard]) -> None:
    """903.3: legendary creatures, Vehicles, Spacecraft with power and toughness, and what says so."""
    assert sorted(cards) == sorted(
        (
            *itertools.chain.from_iterable(PAIRS),
            *("Ellie, Brick Master", "The Master, Formed Anew", "Kozilek, the Great Distortion"),
            *("Teferi, Temporal Archmage", "Parhelion II", "The Seriema", "Esika, God of the Tree"),
        )
    )


def test_exactly_these_can_be_together(cards: dict[str, CommanderCard]) -> None:
    found = {
        (one.name, other.name) for one in cards.values() for other in cards.values() if can_pair(one, other)
    }
    assert found == PAIRS | {(other, one) for one, other in PAIRS}


def test_color_identities_are_combined(cards: dict[str, CommanderCard]) -> None:
    """702.124c; a back face counts too (903.4d)."""
    assert color_identity([cards["Tymna the Weaver"], cards["Thrasios, Triton Hero"]]) == "WUBG"
    assert cards["Esika, God of the Tree"].colors == "WUBRG"
    assert color_identity([cards["Kozilek, the Great Distortion"]]) == ""


def test_a_card_is_found_by_every_name_it_goes_by(catalog: CommanderCatalog) -> None:
    for name, found in (
        ("thrasios, triton hero", "Thrasios, Triton Hero"),
        ("Esika, God of the Tree // The Prismatic Bridge", "Esika, God of the Tree"),
        ("Tymna", "Tymna the Weaver"),
        ("The", None),
        ("Tym", None),
        ("", None),
        ("Runeclaw Bear", None),
    ):
        card = catalog.find(name)
        assert (card and card.name) == found, name


def test_colors_are_known_only_if_all_commanders_are(catalog: CommanderCatalog) -> None:
    assert catalog.color_identity(["Tymna", "Thrasios, Triton Hero"]) == "WUBG"
    assert catalog.color_identity(["Tymna", "Grandma's own"]) is None
    assert catalog.color_identity([]) is None
    assert catalog.may_pair("Tymna", "Grandma's own")
    assert not catalog.may_pair("Tymna", "Kozilek, the Great Distortion")


def test_a_file_that_is_replaced_is_read_again(
    catalog: CommanderCatalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert catalog.find("Grandma") is None
    write_catalog(tmp_path / "some.cards.json", [CommanderCard(name="Grandma")])
    os.utime(tmp_path / "some.cards.json", ns=(1, 1))
    assert catalog.find("Grandma") is None, "it looks at the file at intervals"
    monkeypatch.setattr("storage.cards.catalog.RELOAD_INTERVAL", 0.0)
    assert catalog.find("Grandma") is not None
    assert catalog.find("Tymna the Weaver") is None


def test_without_a_file_nothing_is_known_and_nothing_asked(tmp_path: Path) -> None:
    for catalog in (CommanderCatalog(), CommanderCatalog(catalog_file(tmp_path / "arbiter.db"))):
        assert list(catalog.names()) == []
        assert catalog.may_pair("Tymna", "Kozilek, the Great Distortion")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"Dear Ana", b'[{"name": 3}]', b'[{"layout": "nor'])
def test_what_is_not_a_file_of_cards_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(NotCards):
        list(commander_cards(io.BytesIO(content)))


class Endless:
    """The sample's first card over and over, as long as the file that Scryfall offers."""

    def __init__(self, times: int) -> None:
        card = json.dumps(json.loads(SAMPLE.read_text(encoding="utf-8"))[0]).encode()
        self._parts = itertools.chain([b"[", card], itertools.repeat(b"," + card, times), [b"]"])
        self._rest = b""

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (part := next(self._parts, b"")):
            self._rest += part
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


def test_the_file_is_read_piece_by_piece() -> None:
    tracemalloc.start()
    count = sum(1 for _ in commander_cards(cast("BinaryIO", Endless(2_000))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_001
    assert peak < 1_000_000


@pytest.fixture
async def scryfall() -> AsyncGenerator[tuple[str, list[web.Request]]]:
    """A site from which the file is fetched in two steps, and the requests to it."""
    asked: list[web.Request] = []

    async def bulk_data(request: web.Request) -> web.Response:
        asked.append(request)
        return web.json_response({"object": "bulk_data", "download_uri": f"{request.url.origin()}/file.json"})

    async def file(request: web.Request) -> web.Response:
        asked.append(request)
        packed = gzip.compress(SAMPLE.read_bytes())
        return web.Response(body=packed, headers={"Content-Encoding": "gzip"})

    app = web.Application()
    app.router.add_get("/bulk-data/oracle-cards", bulk_data)
    app.router.add_get("/file.json", file)
    async with TestServer(app) as server:
        yield str(server.make_url("/bulk-data/oracle-cards")), asked


async def test_it_is_fetched_as_scryfall_asks(
    scryfall: tuple[str, list[web.Request]], cards: dict[str, CommanderCard]
) -> None:
    url, asked = scryfall

    def fetch() -> list[CommanderCard]:
        with download.downloaded(url) as file:
            return list(commander_cards(file))

    assert await asyncio.to_thread(fetch) == [*cards.values()]
    assert len(asked) == 2
    for request in asked:
        assert request.headers["User-Agent"].startswith("Arbiter/")
        assert "application/json" in request.headers["Accept"]


def test_a_compressed_file_is_read_too(tmp_path: Path, cards: dict[str, CommanderCard]) -> None:
    packed = tmp_path / "cards.json.gz"
    packed.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    with download.open_local_file(packed) as file:
        assert list(commander_cards(file)) == [*cards.values()]
