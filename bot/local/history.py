"""The history of the local table's messages, kept in a file until it is opened again."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from simcord.backend.models.channel import Channel
from simcord.backend.models.message import Message

MESSAGES_PER_CHANNEL = 200
"""Messages of each channel that are kept, at most."""
EPHEMERAL = 1 << 6
"""The flag of a message that one person sees."""

Greetings = dict[int, int]
"""The message in each channel that greets people there."""


class _History(Struct, frozen=True, forbid_unknown_fields=True):
    """The file's content: threads, messages by channel, files of messages by address, and greetings."""

    threads: list[Channel]
    messages: dict[int, list[Message]]
    files: dict[str, bytes]
    greetings: Greetings


def save(backend: Any, file: Path, greetings: Greetings) -> None:
    """Write what everyone can read in a simulated Discord to a file, with its threads and pictures."""
    threads = [one for one in backend.channels.values() if one.is_thread]
    messages = {
        channel: [one for one in kept.values() if not one.flags & EPHEMERAL][-MESSAGES_PER_CHANNEL:]
        for channel, kept in backend.messages.items()
        if backend.channels[channel].guild_id is not None
    }
    urls = {part["url"] for kept in messages.values() for one in kept for part in one.attachments}
    files = {url: content for url in urls if (content := backend.cdn.get(url)) is not None}
    temporary = file.with_suffix(".new")
    temporary.touch(mode=0o600)
    temporary.write_bytes(msgspec.json.encode(_History(threads, messages, files, greetings)))
    temporary.replace(file)


def restore_history(backend: Any, file: Path) -> Greetings:
    """Restore what was saved; return the greetings. A file of another version of simcord is ignored."""
    try:
        history = msgspec.json.decode(file.read_bytes(), type=_History)
    except (OSError, msgspec.MsgspecError):  # games are in the database, whatever is wrong with it
        return {}
    for thread in history.threads:
        if thread.guild_id in backend.guilds:
            backend.channels[thread.id] = thread
            backend.guilds[thread.guild_id].thread_ids.append(thread.id)
    for channel, kept in history.messages.items():
        if channel in backend.channels:
            backend.messages.setdefault(channel, {}).update({one.id: one for one in kept})
    backend.cdn._blobs.update(history.files)
    return {
        channel: one for channel, one in history.greetings.items() if one in backend.messages.get(channel, {})
    }
