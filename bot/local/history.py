"""What was said at the local table, kept in a file until it is opened again."""

import pickle
from pathlib import Path
from typing import Any

KEPT = 200
"""Messages of each channel that are kept, at most."""
EPHEMERAL = 1 << 6
"""The flag of a message that one person sees."""

Greetings = dict[int, int]
"""The message in each channel that greets people there."""


def save(backend: Any, file: Path, greetings: Greetings) -> None:
    """Write what everybody can read in a simulated Discord to a file, with its threads and pictures."""
    threads = [one for one in backend.channels.values() if one.is_thread]
    messages = {
        channel: [one for one in kept.values() if not one.flags & EPHEMERAL][-KEPT:]
        for channel, kept in backend.messages.items()
        if backend.channels[channel].guild_id is not None
    }
    urls = {part["url"] for kept in messages.values() for one in kept for part in one.attachments}
    pictures = {url: backend.cdn.get(url) for url in urls}
    temporary = file.with_suffix(".new")
    temporary.write_bytes(pickle.dumps((threads, messages, pictures, greetings)))
    temporary.replace(file)


def restore(backend: Any, file: Path) -> Greetings:
    """Put back what was written; return the greetings. A file of another version of simcord is left out."""
    try:
        threads, messages, pictures, greetings = pickle.loads(file.read_bytes())
    except Exception:  # noqa: BLE001  whatever is wrong with it, games are in the database
        return {}
    backend.channels.update({one.id: one for one in threads})
    for channel, kept in messages.items():
        backend.messages.setdefault(channel, {}).update({one.id: one for one in kept})
    backend.cdn._blobs.update(pictures)
    return {channel: one for channel, one in greetings.items() if one in backend.messages.get(channel, {})}
