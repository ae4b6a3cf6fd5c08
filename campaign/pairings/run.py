"""Tournaments in parallel processes, and their combined results."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from campaign.pairings.tournaments import NEVER, ONE_UNDEFEATED, Played, Tournament, made_up, play
from campaign.report import as_markdown

SECONDS = 5.0
"""Maximum seconds of CPU time for a round."""
EACH = 200
"""Maximum tournaments of each size in which the better player always wins."""


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Play this many tournaments; return their figures as Markdown, and whether all was right."""
    known = [Tournament(players=players, rounds=rounds, seed=seed) for players, rounds in NEVER]
    known += [
        Tournament(players=players, rounds=rounds, odd=None, better_wins=True, seed=seed + number)
        for players, rounds in ONE_UNDEFEATED
        for number in range(min(times, EACH))
    ]
    others = [made_up(seed, number) for number in range(times)]
    with ProcessPoolExecutor() as processes:
        loop = asyncio.get_running_loop()
        played = await asyncio.gather(
            *(loop.run_in_executor(processes, play, one) for one in (*known, *others))
        )
    text, clean = report(known, played[: len(known)], played[len(known) :])
    (folder / "pairings.md").write_text(text, encoding="utf-8")
    return text, clean


def report(
    known: Sequence[Tournament], of_known: Sequence[Played], of_others: Sequence[Played]
) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong."""
    everything = [*of_known, *of_others]
    wrong = [line for one in everything for line in one.wrong]
    for tournament, one in zip(known, of_known, strict=True):
        if tournament.better_wins and (one.undefeated > 1 or one.crossings):
            wrong.append(f"{tournament}: {one.undefeated} undefeated, {one.crossings} pairs across points")
        elif not tournament.better_wins and one.rematches:
            wrong.append(f"{tournament}: {one.rematches} rematches")
    slowest = max(one.slowest for one in everything)
    rows = {
        "tournaments": len(everything),
        "pairs that met again": sum(one.rematches for one in everything),
        "rounds with such a pair that had no other way, by trying every round": sum(
            one.unavoidable for one in everything
        ),
        "duels of the better player: tournaments": sum(one.better_wins for one in known),
        "of these with more than one undefeated player": sum(
            one.undefeated > 1
            for tournament, one in zip(known, of_known, strict=True)
            if tournament.better_wins
        ),
        "slowest round, seconds of CPU time": f"{slowest:.1f}",
        "wrong": len(wrong),
    }
    return as_markdown(rows, wrong), not wrong and slowest <= SECONDS
