"""The messages of channels, as Discord keeps them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from tests.support.discord_api import objects
from tests.support.discord_api.recent import Recent

NONCES = 1000
"""Messages whose nonces are remembered."""

Message: TypeAlias = dict[str, Any]


class Messages:
    """The messages of all channels; ``most``: how many are remembered per channel, or None for all."""

    def __init__(self, most: int | None) -> None:
        self._channels = defaultdict[int, Recent[int, Message]](lambda: Recent(most))
        self._pressable = defaultdict[int, Recent[int, Message]](lambda: Recent(most))
        """The messages of each channel that have buttons or lists."""
        self._nonces = Recent[tuple[int, str], int](NONCES)

    def of(self, channel: int) -> Collection[Message]:
        """Return the messages of a channel, oldest first."""
        return self._channels[channel].values()

    def get(self, channel: int, number: int | None) -> Message | None:
        """Return a message by its ID, if it is still there."""
        return self._channels[channel].get(number) if number is not None else None

    def newest(self, channel: int, part: str) -> Message | None:
        """Return the newest message of a channel with a button whose custom_id begins so."""
        kept = self._channels[channel]
        for number, message in reversed(self._pressable[channel].items()):
            if number in kept and any(one.startswith(part) for one in custom_ids(message)):
                return message
        return None

    def page(self, channel: int, *, limit: int, after: int, before: int) -> Sequence[Message]:
        """Messages between two IDs, newest first: those next to ``after``, or without it to ``before``."""
        found = [one for number, one in self._channels[channel].items() if after < number < before]
        nearest = found[:limit] if after else found[-limit:]
        return nearest[::-1]

    def add(
        self, channel: int, number: int, sent: Mapping[str, Any], interaction: int | None = None
    ) -> Message:
        """Return a new message from a request's content, perhaps for an interaction, or the one with the
        same nonce."""
        nonce = sent.get("nonce")
        if sent.get("enforce_nonce") and (
            known := self.get(channel, self._nonces.get((channel, str(nonce))))
        ):
            return known
        if nonce is not None:
            self._nonces[channel, str(nonce)] = number
        return self._keep(channel, number, objects.message(number, channel, sent, interaction))

    def change(self, channel: int, number: int, sent: Mapping[str, Any]) -> Message:
        """Return a message as it is after an edit."""
        changes = {key: sent[key] or "" for key in ("content",) if key in sent}
        changes |= {key: sent[key] or [] for key in ("components",) if key in sent}
        return self._keep(channel, number, {**self._channels[channel][number], **changes})

    def delete(self, channel: int, number: int) -> None:
        """Delete a message."""
        del self._channels[channel][number]
        self._pressable[channel].pop(number, None)

    def _keep(self, channel: int, number: int, message: Message) -> Message:
        self._channels[channel][number] = message
        if custom_ids(message):
            self._pressable[channel][number] = message
        else:
            self._pressable[channel].pop(number, None)
        return message


def readable(message: Mapping[str, Any]) -> str:
    """Return a message's visible text, line by line."""
    lines = [str(message["content"])]
    for part in _parts(message["components"]):
        if part.get("type") == 10:
            lines.append(str(part["content"]))
    return "\n".join(filter(None, lines))


def custom_ids(message: Mapping[str, Any]) -> list[str]:
    """Return the custom_ids of a message's buttons and lists."""
    return [str(part["custom_id"]) for part in _parts(message["components"]) if "custom_id" in part]


def controls(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the buttons that can be pressed on a message, and its lists."""
    return [
        part for part in _parts(message["components"]) if "custom_id" in part and not part.get("disabled")
    ]


def _parts(components: Sequence[Mapping[str, Any]] | None) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for part in components or ():
        found += [part, *_parts(part.get("components"))]
        if "accessory" in part:
            found.append(part["accessory"])
    return found
