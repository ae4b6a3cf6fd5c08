"""``make campaign``, or ``python -m campaign WHAT …``; --help says what."""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

from campaign import kills, leases, neighbour, presses, processes, soak
from campaign.evenings import moving
from campaign.evenings import run as evenings
from campaign.pairings import run as pairings

WHAT = {
    "kills": "kill the bot at random moments, under faults, and compare its log with what was answered",
    "soak": "many commands over 500 channels; memory, threads and files have to return to rest",
    "evenings": "people play from lobby to result, err and correct themselves; it ends as it was meant to",
    "pairings": "tournaments of 6 to 512; every round is checked, small ones against every other round",
    "leases": "processes lease shards, lose them and append; only the owner may (needs PostgreSQL)",
    "moving": "games and leagues move to PostgreSQL and back; what is exported stays the same",
    "presses": "a remote's presses, replayed, doubled and reordered amid kills; each acts once",
    "processes": "two processes and their primary are killed under load; nothing is lost (needs PostgreSQL)",
    "neighbour": "one server does its worst; another one's presses have to stay quick",
}
TIMES = {
    "kills": 100,
    "soak": 200_000,
    "neighbour": 150,
    "evenings": 1_000,
    "pairings": 1_000,
    "leases": 10_000,
    "moving": 1_000,
    "presses": 10_000,
    "processes": 200,
}


def main() -> int:
    """Run a campaign, print its figures, and return 1 where something was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m campaign",
        description="Campaigns against the real process:\n"
        + "\n".join(f"  {name:<10} {sentence}" for name, sentence in WHAT.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="?", default="kills", choices=WHAT)
    times = ", ".join(f"{name} {number}" for name, number in TIMES.items())
    parser.add_argument(
        "--times",
        type=int,
        metavar="N",
        help=f"kills, commands, presses, evenings and so on (default: {times})",
    )
    parser.add_argument("--tables", type=int, default=20, metavar="N", help="of kills; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: %(default)s")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="keep the database and the log there")
    options = parser.parse_args()
    times = options.times or TIMES[options.what]
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="campaign-")))
        folder.mkdir(parents=True, exist_ok=True)
        match options.what:
            case "soak":
                running = soak.run(times, options.seed, folder)
            case "moving":
                running = moving.run(times, options.seed, folder)
            case "evenings":
                running = evenings.run(times, options.seed, folder)
            case "pairings":
                running = pairings.run(times, options.seed, folder)
            case "leases":
                running = leases.run(times, options.seed)
            case "presses":
                running = presses.run(times, options.seed, folder)
            case "processes":
                running = processes.run(times, options.seed, folder)
            case "neighbour":
                running = neighbour.run(times, options.seed, folder)
            case _:
                running = kills.run(times, options.tables, options.seed, folder)
        text, clean = asyncio.run(running)
    print(text)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
