"""``make campaign``, or ``python -m campaign WHAT …``; --help says what."""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from campaign import cuts, kills, leases, neighbor, presses, processes, soak, streams
from campaign.evenings import moving
from campaign.evenings import run as evenings
from campaign.pairings import run as pairings
from campaign.strangers import run as strangers


class Campaign(Struct, frozen=True):
    """A campaign: its default size, the function that runs it, and its description."""

    times: int
    run: Callable[[int, int, Path], Coroutine[Any, Any, tuple[str, bool]]]
    """Takes the size, a seed and a folder, and returns the figures as Markdown, and whether all was right."""
    sentence: str


CAMPAIGNS = {
    "kills": Campaign(
        100,
        kills.run,
        "kill the bot at random moments, under faults, and compare its log with what was answered",
    ),
    "soak": Campaign(
        200_000,
        soak.run,
        "many commands over 500 channels; memory, threads and files have to return to rest",
    ),
    "evenings": Campaign(
        1_000,
        evenings.run,
        "people play from lobby to result, err and correct themselves; it ends as it was meant to",
    ),
    "pairings": Campaign(
        1_000,
        pairings.run,
        "tournaments of 6 to 512; every round is checked, small ones against every other round",
    ),
    "leases": Campaign(
        10_000,
        leases.run,
        "processes lease shards, lose them and append; only the owner may (needs PostgreSQL)",
    ),
    "moving": Campaign(
        1_000,
        moving.run,
        "games and leagues move to PostgreSQL and back; what is exported stays the same",
    ),
    "presses": Campaign(
        10_000,
        presses.run,
        "a remote's presses, replayed, doubled and reordered amid kills; each acts once",
    ),
    "processes": Campaign(
        200,
        processes.run,
        "two processes and their primary are killed under load; nothing is lost (needs PostgreSQL)",
    ),
    "cuts": Campaign(
        200,
        cuts.run,
        "lines of two processes to PostgreSQL are cut; no one hears what is wrong (needs PostgreSQL)",
    ),
    "neighbor": Campaign(
        150,
        neighbor.run,
        "one server does its worst; another one's presses have to stay quick",
    ),
    "streams": Campaign(
        10_000,
        streams.run,
        "games, leagues and events are added to and looked at in any order; no look misses an answer",
    ),
    "strangers": Campaign(
        600,
        strangers.run,
        "for so many seconds strangers do all they can to the pages; play stays quick, no link is refused",
    ),
}


def main() -> int:
    """Run a campaign, print its figures, and return 1 where something was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m campaign",
        description="Campaigns against the real process:\n"
        + "\n".join(f"  {name:<10} {one.sentence}" for name, one in CAMPAIGNS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="?", default="kills", choices=CAMPAIGNS)
    times = ", ".join(f"{name} {one.times}" for name, one in CAMPAIGNS.items())
    parser.add_argument(
        "--times",
        "--seconds",
        type=int,
        metavar="N",
        help=f"kills, commands, presses, evenings and so on (default: {times})",
    )
    parser.add_argument("--tables", type=int, default=20, metavar="N", help="of kills; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: %(default)s")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="keep the database and the log there")
    options = parser.parse_args()
    campaign = CAMPAIGNS[options.what]
    run = partial(kills.run, tables=options.tables) if options.what == "kills" else campaign.run
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="campaign-")))
        folder.mkdir(parents=True, exist_ok=True)
        text, clean = asyncio.run(run(options.times or campaign.times, options.seed, folder))
    print(text)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
