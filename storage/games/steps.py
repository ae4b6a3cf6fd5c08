"""The steps of a game, as entered and then corrected by fixes.

Read the steps that led to a table here and not in the log, because a fix is one entry for many steps.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Raw, Struct
from msgspec.structs import replace

from rules.events.event import Event
from storage.events import codec
from storage.games.values import AS_ENTERED, EntryKind, Fix, FixedStep, LogEntry, Step

FIX = '["Fix",'
"""The beginning of a fix's action in the log."""

_JOINED = b'["Simultaneous",'
"""The beginning of a step's action that combines several at the same time."""

_, _decode_fix = codec.plain_codec(tuple[str, Fix])


def encode_fix(fix: Fix) -> str:
    """Encode a fix as JSON, which the log stores like an action."""
    return codec.dump(("Fix", fix))


def decode_fix(text: str) -> Fix:
    """Decode a fix from a text of ``encode_fix``; raises Unreadable."""
    return _decode_fix(text)[1]


def raw_json(text: str) -> Raw:
    """Return a JSON text as part of another."""
    return Raw(text.encode())


def steps(entries: Mapping[int, LogEntry], at: int) -> Iterator[Step]:
    """Yield the steps that led to an entry's outcome, oldest first, including those that no longer count.

    ``entries``: all of a game's, by number.
    """
    for base, fixed in _plan(entries, at):
        yield _step(entries, base, fixed)


def entered(entry: LogEntry) -> Step:
    """Return a step that no fix has changed."""
    return Step(entry, FixedStep(entry.number), entry.parent)


class CorrectedStep(Struct, frozen=True, gc=False):
    """A step changed by a fix: its result before, and now.

    ``before``: the step after an inserted one; 0 for any other. ``joined``: whether it was joined with others
    into one event.
    """

    number: int
    was: tuple[Event, ...]
    events: tuple[Event, ...]
    out: bool
    before: int
    joined: bool = False


def steps_of_fix(number: int, fix: Fix) -> Sequence[CorrectedStep]:
    """Return the steps that the fix with this number is about."""
    now = {fixed.number: fixed for fixed in fix.steps}
    following = dict(pairwise(fixed.number for fixed in fix.steps))
    return [
        CorrectedStep(
            number=one,
            was=codec.decode_events(was),
            events=() if now[one].events == AS_ENTERED else codec.decode_events(now[one].events),
            out=bool(now[one].out),
            before=following[one] if one == number else 0,
            joined=bytes(now[one].action).startswith(_JOINED),
        )
        for one, was in zip(fix.corrected, fix.was, strict=True)
    ]


def _plan(entries: Mapping[int, LogEntry], at: int) -> list[tuple[int | None, FixedStep]]:
    """Return the steps, oldest first, each with the entry whose table it started from."""
    found: list[tuple[int | None, FixedStep]] = []
    while at:
        entry = entries[at]
        if entry.fix is None:
            found.append((entry.parent, FixedStep(at)))
            at = entry.parent
        else:
            first, at = True, entry.fix.base
            several: list[tuple[int | None, FixedStep]] = []
            for fixed in entry.fix.steps:
                several.append((at if first else None, fixed))
                first = False
            found += reversed(several)
    return found[::-1]


def _step(entries: Mapping[int, LogEntry], base: int | None, fixed: FixedStep) -> Step:
    own = entries[fixed.number]
    if fixed == FixedStep(fixed.number):
        return Step(own, fixed, base)
    by, moment = entries[fixed.by or fixed.number], entries[fixed.at or fixed.number]
    entry = replace(
        own,
        kind=EntryKind.ACT,
        user=by.user,
        name=by.name,
        when=moment.when,
        action=own.action if fixed.action == AS_ENTERED else codec.decode_action(fixed.action),
        events=_events(own, fixed),
        fix=None,
    )
    return Step(entry, fixed, base)


def _events(own: LogEntry, fixed: FixedStep) -> tuple[Event, ...]:
    if fixed.out:
        return ()
    return own.events if fixed.events == AS_ENTERED else codec.decode_events(fixed.events)
