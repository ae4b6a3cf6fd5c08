"""Tournaments in processes beside each other, and what came of them all."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from campaign.pairings.tournaments import NEVER, Played, Tournament, made_up, play
from campaign.report import as_markdown

SECONDS = 5.0
"""Of CPU time for a round, at most."""


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Play so many tournaments; their figures as Markdown, and whether all was right."""
    known = [Tournament(players=players, rounds=rounds, seed=seed) for players, rounds in NEVER]
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
    """The figures as Markdown, and whether nothing was wrong."""
    everything = [*of_known, *of_others]
    wrong = [line for one in everything for line in one.wrong]
    wrong += [
        f"{tournament}: {one.rematches} rematches"
        for tournament, one in zip(known, of_known, strict=True)
        if one.rematches
    ]
    slowest = max(one.slowest for one in everything)
    rows = {
        "tournaments": len(everything),
        "pairs that met again": sum(one.rematches for one in everything),
        "rounds with such a pair that had no other way, by trying every round": sum(
            one.unavoidable for one in everything
        ),
        "third first turns in four rounds that had no other way, of duels": sum(
            one.forced_starts for one in everything
        ),
        "slowest round, seconds of CPU time": f"{slowest:.1f}",
        "wrong": len(wrong),
    }
    return as_markdown(rows, wrong), not wrong and slowest <= SECONDS
