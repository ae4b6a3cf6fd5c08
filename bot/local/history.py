"""The history of the local table's messages, kept in a file until it is opened again."""

import io
import pickle
from pathlib import Path
from typing import Any

KEPT = 200
"""Messages of each channel that are kept, at most."""
EPHEMERAL = 1 << 6
"""The flag of a message that one person sees."""

TYPES = {"datetime": {"datetime", "timedelta", "timezone"}, "builtins": {"set", "frozenset"}}
"""The types of a file beside those of simcord."""

Greetings = dict[int, int]
"""The message in each channel that greets people there."""


def save(backend: Any, file: Path, greetings: Greetings) -> None:
    """Write what everyone can read in a simulated Discord to a file, with its threads and pictures."""
    threads = [one for one in backend.channels.values() if one.is_thread]
    messages = {
        channel: [one for one in kept.values() if not one.flags & EPHEMERAL][-KEPT:]
        for channel, kept in backend.messages.items()
        if backend.channels[channel].guild_id is not None
    }
    urls = {part["url"] for kept in messages.values() for one in kept for part in one.attachments}
    pictures = {url: backend.cdn.get(url) for url in urls}
    temporary = file.with_suffix(".new")
    temporary.touch(mode=0o600)
    temporary.write_bytes(pickle.dumps((threads, messages, pictures, greetings)))
    temporary.replace(file)


def restore(backend: Any, file: Path) -> Greetings:
    """Restore what was saved; return the greetings. A file of another version of simcord is ignored."""
    try:
        threads, messages, pictures, greetings = _MessagesUnpickler(io.BytesIO(file.read_bytes())).load()
        channels = {one.id: one for one in threads}
        said = {channel: {one.id: one for one in kept} for channel, kept in messages.items()}
        greeting = {channel: one for channel, one in greetings.items() if one in said.get(channel, {})}
        blobs = {**pictures}
    except Exception:  # noqa: BLE001  whatever is wrong with it, games are in the database
        return {}
    backend.channels.update(channels)
    for thread in channels.values():
        backend.guilds[thread.guild_id].thread_ids.append(thread.id)
    for channel, kept in said.items():
        backend.messages.setdefault(channel, {}).update(kept)
    backend.cdn._blobs.update(blobs)
    return greeting


class _MessagesUnpickler(pickle.Unpickler):
    """Unpickles objects of simcord's types and a few others only, and calls nothing else that a file
    names."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a type by its name. Raises UnpicklingError for others."""
        if module.partition(".")[0] == "simcord" and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        elif name in TYPES.get(module, ()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a message")
