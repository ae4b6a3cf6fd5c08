"""/event picture: the description says what a reader of the picture sees.

`make pictures` puts one into docs/pictures.
"""

import os
import re
from pathlib import Path

from tests.cogs.tournaments.test_rounds import GUESTS, tables, types
from tests.support.evening import Evening
from tests.support.leagues import file_of

PNG = b"\x89PNG\r\n\x1a\n"


def keep(png: bytes) -> None:
    """Put a picture into the folder that PICTURES names, for the guides."""
    if folder := os.environ.get("PICTURES"):
        Path(folder, "event-pairings.png").write_bytes(png)


def seated(names: list[str]) -> str:
    """Who sits where at a table, in words."""
    return ", ".join(f"Seat {number} {name}" for number, name in enumerate(names, start=1))


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
    seats = [seated(names) for names in (first, second)]
    assert said.startswith(
        f"Friday: round 1. Table 1, {seats[0]}, Result {first[1]} wins; Table 2, {seats[1]}, Result "
    )
    left = said.split(f"{seats[1]}, Result ")[1].split(";")[0]
    assert left in ("40:00", "39:59", "39:58", "39:57")
    assert said.endswith(f"; Table –, Seat 1 {bye}, Result Bye.")
    png, said = await file_of(await ben.slash(evening.channel, "event picture", kind="standings"))
    assert png.startswith(PNG)
    assert said.startswith("Friday: standings.  1., Player ")
    assert re.search(rf"Player {first[1]}, Points 5, W–L–D 1–0–0, [^\d]* 20\.0%", said)
    assert re.search(rf"Player {bye}, Points 5, W–L–D 0–0–0, [^\d]* 20\.0%", said)
