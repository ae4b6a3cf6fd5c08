"""What every stream of events has to do with: who asks for something, and where."""

from dataclasses import dataclass, field

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class Location:
    """Where a table is: a channel, or a thread, and its server; None in a direct message.

    ``parent``: the channel in which the thread is. The place is the same whether that is known or not.
    """

    channel: int
    guild: int | None
    parent: int | None = field(default=None, compare=False)


class Request(Struct, frozen=True):
    """Who asks for something, and the interaction's id; one interaction is carried out once."""

    user: int
    name: str
    interaction: int
