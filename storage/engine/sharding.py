"""How Discord shares servers out among shards, and how processes share the shards out among themselves."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

ANYWHERE = -1
"""The server ID for writes that belong to no server."""


class OwnershipLost(Exception):
    """Raised when other processes have declared this one dead: it owns nothing and has to restart."""


def shard_of(guild: int | None, count: int) -> int:
    """Return the shard of ``count`` that Discord uses for a server; the first for direct messages."""
    return 0 if guild is None else (guild >> 22) % count


class ServingProcess(Struct, frozen=True):
    """A process whose lease has not expired; later ones have higher epochs.

    ``assigned``: the only shards that it may serve, None for any. ``leaving``: whether it is about to stop.
    """

    epoch: int
    assigned: frozenset[int] | None = None
    leaving: bool = False


class SharedShard(Struct, frozen=True):
    """A shard: its owner, the process that is connecting to take it over, and whether that one is
    connected."""

    number: int
    epoch: int | None = None
    next: int | None = None
    ready: bool = False


def share_out(processes: Iterable[ServingProcess], shards: Sequence[SharedShard]) -> Mapping[int, int]:
    """Return the owner of each shard: epochs by shard number, without shards that no process may serve.

    If a shard is configured for several processes, the newest gets it. The others get an equal number each
    of the rest, and keep their current ones as far as possible.
    """
    staying = sorted((one for one in processes if not one.leaving), key=lambda one: one.epoch)
    found: dict[int, int] = {}
    for one in staying:
        found |= dict.fromkeys(one.assigned or (), one.epoch)
    numbers = {shard.number for shard in shards}
    found = {number: epoch for number, epoch in found.items() if number in numbers}
    anyones = [one.epoch for one in staying if one.assigned is None]
    if not anyones:
        return found
    rest = [shard for shard in shards if shard.number not in found]
    held: dict[int, list[int]] = {epoch: [] for epoch in anyones}
    for shard in rest:
        epoch = shard.epoch if shard.epoch in held else shard.next
        if epoch in held:
            held[epoch].append(shard.number)
    least, over = divmod(len(rest), len(anyones))
    by_size = sorted(anyones, key=lambda epoch: (-len(held[epoch]), epoch))
    quotas = {epoch: least + (place < over) for place, epoch in enumerate(by_size)}
    for epoch, quota in quotas.items():
        found |= dict.fromkeys(held[epoch][:quota], epoch)
    free = iter(shard.number for shard in rest if shard.number not in found)
    for epoch in anyones:
        for _ in range(quotas[epoch] - len(held[epoch])):
            found[next(free)] = epoch
    return found
