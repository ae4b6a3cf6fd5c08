"""/event picture: the description says what a reader of the picture sees.

`make pictures` puts one into docs/pictures.
"""

import io
import os
import re
from pathlib import Path

from PIL import Image

from tests.cogs.tournaments.test_rounds import GUESTS, tables, types
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import file_of, imports
from tests.support.messages import message_of, private_message_of, text

PNG = b"\x89PNG\r\n\x1a\n"


def keep(png: bytes) -> None:
    """Put a picture into the folder that PICTURES names, for the guides."""
    if folder := os.environ.get("PICTURES"):
        Path(folder, "event-pairings.png").write_bytes(png)


def seated(number: int, names: list[str], *results: str) -> str:
    """Return who sits at a table and how it has ended for each, in words."""
    players = zip(names, results, strict=True)
    return f"Table {number}, " + "; ".join(f"Player {who}, Result {result}" for who, result in players)


async def test_pairings_with_the_time_left_and_standings_as_pictures(evening: Evening) -> None:
    """Nine players: two tables of four and one bye. A win and a bye are 5 points, and 0 opponents' points."""
    await evening.types("Ana", "event create", name="Friday", odd="byes")
    ben = evening.people["Ben"]
    refused = await evening.types("Ben", "event picture", kind="pairings")
    assert refused.text == "There are no standings before the first round."
    await evening.types(
        "Ana", "event add", players=", ".join([f"{ben.mention}, new: Lee", *GUESTS, "Mo", "Grandma"])
    )
    await evening.types("Ana", "event round", minutes=60)
    await evening.env.settle()
    first, second = await tables(evening)
    (bye,) = {"Ben", *GUESTS, "Lee", "Mo", "Grandma"} - {*first, *second}
    await types(evening, 1, 1, "win", who=first[1])
    await evening.passes(minutes=20)
    png, said = await file_of(await ben.slash(evening.channel, "event picture", kind="pairings"))
    assert png.startswith(PNG)
    keep(png)
    assert said.startswith(f"Friday: round 1. {seated(1, first, 'lost', 'won', 'lost', 'lost')}; Table 2, ")
    left = said.split(f"Player {second[0]}, Result ")[1].split(";")[0]
    assert left in ("40:00", "39:59", "39:58", "39:57")
    assert said.endswith(f"; Table –, Player {bye}, Result Bye.")
    png, said = await file_of(await ben.slash(evening.channel, "event picture", kind="standings"))
    assert png.startswith(PNG)
    assert said.startswith("Friday: standings.  1., Player ")
    assert re.search(rf"Player {first[1]}, Points 5, W–L–D 1–0–0, [^\d]* 20\.0%", said)
    assert re.search(rf"Player {bye}, Points 5, W–L–D 0–0–0, [^\d]* 20\.0%", said)


async def test_a_phone_shows_rows_of_twelve_pixels(evening: Evening) -> None:
    """Eight pods. Rows are 48 pixels high: a picture 1,200 wide has rows of 12 where it is shown 300 wide."""
    await evening.types("Ana", "event create", name="A long name of an event")
    names = "\n".join(f"Bartholomew the {number}th of Nottingham" for number in range(1, 33))
    await imports(evening, names.encode())
    await evening.types("Ana", "event round")
    await evening.env.settle()
    for kind in ("pairings", "standings"):
        shown = await evening.people["Ben"].slash(evening.channel, "event picture", kind=kind)
        files = message_of(shown).attachments
        assert len(files) == 2, "32 rows of at most 28"
        for file in files:
            assert Image.open(io.BytesIO(await file.read())).width <= 1200
        assert sum((file.description or "").count("Bartholomew") for file in files) > 10


async def test_the_final_places_are_shown_and_shared(evening: Evening) -> None:
    """The player who lost the final is second, though the standings before the cut say otherwise."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo")
    for number in (1, 2):
        await evening.types("Ana", "event round")
        await evening.env.settle()
        for table, names in enumerate(await tables(evening), start=1):
            await types(evening, number, table, "win", who=min(names))
        if number == 1:
            await evening.types("Ana", "event cut", players=2)
    _, lower = sorted((await tables(evening))[0])
    await evening.types("Ana", "event close")
    await evening.env.settle()
    shown = await evening.people["Ben"].click(event(evening), label="Standings")
    assert text(private_message_of(shown)).splitlines()[0] == "### Friday: final places"
    picture = await evening.people["Ben"].click(private_message_of(shown), label="Picture")
    png, described = await file_of(picture)
    assert png.startswith(PNG)
    assert described.startswith("Friday: final places.  1., Player ")
    assert f"2., Player {lower}, " in described
