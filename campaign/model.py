"""Invariants of the log and the boards, derived from the requests sent and how they were answered."""

import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, field

from tests.support.discord_api.messages import custom_ids, readable
from tests.support.discord_api.server import Answer, DiscordServer
from tests.support.players import BOARD, LIFE, Sent

BEGUN = "goes first"
"""A phrase in the announcement that a game has begun."""
UNDECIDED = (
    "Current board",
    "having trouble",
    "Something went wrong",
    "can't tell whether",
    "can't be read right now",
)
"""Phrases of private answers that leave open whether something was done."""
_TOTAL = re.compile(r"Ana · (\d+)")


class Entry(Struct, frozen=True):
    """A step in a game's log."""

    number: int
    kind: str
    parent: int
    at: int
    interaction: int


class Log(Struct, frozen=True):
    """The events of a game, oldest first."""

    game: int
    channel: int
    entries: list[Entry]


class Verdict(Struct):
    """The faults found, one line each."""

    lost: list[str] = field(default_factory=list[str])
    doubled: list[str] = field(default_factory=list[str])
    wrong: list[str] = field(default_factory=list[str])
    """Changes that were refused in words and done nevertheless, or done without a request."""

    @property
    def lines(self) -> list[str]:
        """All lines."""
        return [*self.lost, *self.doubled, *self.wrong]

    @property
    def figures(self) -> Mapping[str, int]:
        """The number of lines of each kind."""
        return {
            "answered and lost": len(self.lost),
            "in the log twice": len(self.doubled),
            "refused and done, or never asked for": len(self.wrong),
        }


def read_logs(database: Path) -> list[Log]:
    """Return the log of every game; the file is copied first, so that nothing is changed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        for ending in ("", "-wal"):
            if (file := database.with_name(database.name + ending)).exists():
                shutil.copy(file, copy.with_name(copy.name + ending))
        with closing(sqlite3.connect(copy)) as connection:
            games = connection.execute("SELECT id, channel FROM game").fetchall()
            found = {game: Log(game=game, channel=channel, entries=[]) for game, channel in games}
            for game, *rest in connection.execute(
                "SELECT game, number, kind, parent, at, interaction FROM entry ORDER BY game, number"
            ):
                found[game].entries.append(Entry(*rest))
    return list(found.values())


def judge(logs: Sequence[Log], sent: Mapping[int, Sent], answers: Mapping[int, Answer]) -> Verdict:
    """Compare the logs with the requests and their answers."""
    times = Counter(entry.interaction for log in logs for entry in log.entries)
    verdict = Verdict()
    for number, answer in answers.items():
        if number not in sent or not sent[number].acts or answer.type not in (4, 7):
            continue
        if not answer.private and not times[number]:
            verdict.lost.append(f"{number} at table {sent[number].table}: {answer.text[:80]!r}")
        if answer.private and times[number] and not any(part in answer.text for part in UNDECIDED):
            verdict.wrong.append(f"{number} was refused and done: {answer.text[:80]!r}")
    verdict.doubled += [f"{number}: {count} times in the log" for number, count in times.items() if count > 1]
    # What follows from an interaction, such as a timer, has a number below zero.
    verdict.wrong += [f"nobody asked for {number}" for number in times if number > 0 and number not in sent]
    return verdict


def total(entries: Sequence[Entry], sent: Mapping[int, Sent]) -> int:
    """Return Ana's life after a game's log, by the steps that count."""
    acts = {entry.number: entry for entry in entries if entry.kind == "act"}
    joined = {
        later.number: one.number
        for one, later in pairwise(entries)
        if one.kind == later.kind == "act" and one.parent == later.parent
    }
    return LIFE + sum(
        sent[entry.interaction].change
        for entry in _in_force(acts, joined, entries[-1].at)
        if entry.interaction in sent
    )


def _in_force(acts: Mapping[int, Entry], joined: Mapping[int, int], at: int) -> Iterator[Entry]:
    """Yield the steps that lead to one, including later presses that were merged into them."""
    while at:
        part: int | None = at
        while part is not None:
            yield acts[part]
            part = joined.get(part)
        at = acts[at].parent


def wrong_boards(server: DiscordServer, logs: Sequence[Log], sent: Mapping[int, Sent]) -> list[str]:
    """Return the games whose board shows another total than their log."""
    found: list[str] = []
    for log in logs:
        board = server.messages.newest(log.channel, BOARD)
        shown = _TOTAL.search(readable(board)) if board is not None else None
        expected = total(log.entries, sent)
        if shown is None or int(shown[1]) != expected:
            found.append(f"game {log.game}: {shown[1] if shown else 'no board'} instead of {expected}")
    return found


def surplus_boards(server: DiscordServer, logs: Sequence[Log]) -> list[str]:
    """Return the games whose channel has several messages with board buttons."""
    found: list[str] = []
    for log in logs:
        ids = map(custom_ids, server.messages.of(log.channel))
        boards = sum(any(one.startswith(BOARD) for one in of_message) for of_message in ids)
        if boards > 1:
            found.append(f"game {log.game}: {boards} boards")
    return found


def times_begun(server: DiscordServer, log: Log) -> int:
    """Return how often the beginning of the channel's game was announced."""
    return sum(BEGUN in message["content"] for message in server.messages.of(log.channel))
