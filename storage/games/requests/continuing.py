"""Several presses of one person in a row, as one step of the log."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise

from msgspec.structs import replace

from rules.continuing import is_vote, joined
from rules.refusal import Refusal
from rules.table import act
from storage.games.cache import LoadedGame, Revision
from storage.games.values import EntryKind, LogEntry

CONTINUATION_WINDOW = timedelta(seconds=5)
"""How soon after the last press another one continues its step."""


def continued_entry(loaded: LoadedGame, entry: LogEntry, revision: Revision) -> tuple[LogEntry, Revision]:
    """Return one entry for an action and the last one, if the same user has just requested the same, or
    both belong to one vote; else the given one.

    It replaces the last entry, so one undo reverses all of it. Both ways have to give the same table;
    otherwise they stay two steps.
    """
    last = loaded.view.entries[-1]
    parent = loaded.kept(last.parent)
    if parent is None or last.number != loaded.continuing:
        return entry, revision
    both = None if last.action is None or entry.action is None else joined(last.action, entry.action)
    soon = last.user == entry.user and entry.when - last.when <= CONTINUATION_WINDOW
    if both is None or not (soon or is_vote(both)):
        return entry, revision
    try:
        done = act(parent.table, both)
    except Refusal:
        return entry, revision
    if done.table != revision.table:
        return entry, revision
    return (
        replace(entry, parent=parent.number, action=both, events=done.events),
        replace(revision, parent=parent.number, unsaved=parent.unsaved + 1),
    )


def replaced(entries: Iterable[LogEntry]) -> set[int]:
    """Return the numbers of a log's entries that a later one replaces, oldest first."""
    return {
        one.number
        for one, later in pairwise(entries)
        if one.kind is later.kind is EntryKind.ACT and one.parent == later.parent
    }
