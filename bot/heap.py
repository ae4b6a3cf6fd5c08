"""Settings of the garbage collector."""

import gc

from storage.workers.threads import share

GC_THRESHOLD = 10_000
"""Collect after this many new objects: a button creates a few thousand, none of them in cycles."""


async def freeze_heap_when_ready() -> None:
    """Exclude Discord's data of servers from garbage collection, too, because it is long-lived.

    Of 5,000 servers, a full collection would take a fifth of a second each time.
    """
    gc.freeze()


def freeze_heap() -> None:
    """Exclude everything loaded so far from garbage collection, because it lives as long as the process.

    Call this once, after loading: it makes a button 3% faster. Disabling collections until then makes
    loading 10% faster.
    """
    share()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])
    gc.enable()
