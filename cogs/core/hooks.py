"""The types of hooks: cogs/hooks.py makes the one list of them."""

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from functools import partial
from inspect import unwrap
from typing import Any, Protocol, Self, TypeAlias, TypeVar

import discord
from msgspec import Struct

from cogs.core.components import Button, ComponentRow
from cogs.core.delivery.announcement import RenderPost
from rules.refusal import Refusal
from storage.followers import CommitFollowers
from storage.games.games import Committed, Request
from storage.posts import PostKind
from storage.scheduler import DeadlineHandler, DeadlineKind
from storage.settings.definitions import Level, Setting
from storage.settings.settings import EffectiveSettings, SettingsScope

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
InteractionHandler: TypeAlias = Callable[[discord.Interaction, Any], Awaitable[None]]
"""Handles a press, pick or form, given its custom_id; may raise Refusal."""
ActionHook: TypeAlias = Callable[[discord.Interaction, Request, Committed], Awaitable[None]]
"""Runs after an action, before it is answered."""
Offer: TypeAlias = Callable[[discord.Interaction, Refusal], Awaitable[Sequence[str | ComponentRow]]]
"""Returns buttons for an alternative to a refused action, and the text about them."""
ResultButtons: TypeAlias = Callable[[EffectiveSettings, Committed], Awaitable[Sequence[Button]]]
"""Returns the buttons below a step's announcement under these settings."""
ExtraLines: TypeAlias = Callable[[Committed], Awaitable[Sequence[str]]]
"""Returns further lines for the reply to a committed action."""
DeliveryHook: TypeAlias = Callable[[Committed], Awaitable[None]]
"""Runs once a channel has a step's announcement with buttons below."""
ResultHook: TypeAlias = Callable[[SettingsScope, Committed], Awaitable[None]]
"""Runs after a game's result, once nothing more can be added to its last event."""


class Contradiction(Exception):
    """Raised if a subject has two hooks, or none."""


class Press(Protocol):
    """A kind of custom_id with a verb for the requested operation."""

    @property
    def verb(self) -> str:
        """The requested operation."""
        ...

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Decode a custom_id; None if it isn't of this kind."""
        ...


class Route(Struct, frozen=True):
    """The buttons, lists and forms with one kind of custom_id, and the handler of each verb.

    ``forms``: the handlers of forms, if these have the custom_ids of the buttons that open them.
    ``prepare`` converts a custom_id to the handlers' argument; may raise Refusal. ``outside``: whether they
    work outside of the bot's servers. ``direct``: whether they work in the bot's direct messages; they find
    their server without the interaction.
    """

    kind: type[Press]
    answers: Mapping[str, InteractionHandler]
    forms: Mapping[str, InteractionHandler] | None = None
    prepare: Callable[[discord.Interaction, Any], Awaitable[object]] | None = None
    outside: bool = True
    direct: bool = False

    def answer(self, verb: str, *, form: bool) -> InteractionHandler:
        """Return the handler of a verb; raises Refusal for a verb of an earlier version."""
        answers = self.forms if form and self.forms is not None else self.answers
        if verb not in answers:
            raise Refusal("outdated")
        return answers[verb]


class HeardMessage(Struct, frozen=True, gc=False):
    """A visible message in a channel, without its content."""

    id: int
    channel: int
    user: int
    """The ID of the author, or of the user whose command it answers."""
    private: bool
    """Whether only that user sees it."""


class Hooks(Struct, frozen=True, kw_only=True):
    """All hooks, in the order in which they are called."""

    routes: Mapping[str, Route] = {}
    """Routes by the beginning of custom_ids."""
    deadlines: Mapping[str, DeadlineHandler] = {}
    """Handlers of deadlines by kind."""
    announcements: Mapping[str, RenderPost] = {}
    """Renderers of posts, by kind."""
    before_answers: Sequence[ActionHook] = ()
    """Hooks that run after every action of a command or press."""
    offers: Sequence[Offer] = ()
    """Hooks that offer an alternative after a refusal."""
    extra_lines_for_totals: Sequence[ExtraLines] = ()
    """Hooks that add lines to every answer to an action."""
    extra_lines: Sequence[ExtraLines] = ()
    """Hooks that add further lines, such as about leagues, unless only totals have changed."""
    result_buttons: Sequence[ResultButtons] = ()
    delivered: Sequence[DeliveryHook] = ()
    results: Sequence[ResultHook] = ()
    passing: Sequence[Callable[[discord.Interaction, int], None]] = ()
    """Called with an interaction and the ID of its answer, if that may be deleted."""
    message_listeners: Sequence[Callable[[HeardMessage], None]] = ()
    """Called with every visible message in a channel."""
    chosen: Sequence[Callable[[Level, int, Setting[object]], None]] = ()
    """Called with each setting that was changed for a server, a channel or a person."""
    commits: CommitFollowers = CommitFollowers()

    def require_complete(self) -> None:
        """Raise Contradiction for a stored kind of deadline or announcement without a handler."""
        for kinds, answers in ((DeadlineKind, self.deadlines), (PostKind, self.announcements)):
            for kind in kinds:
                if kind not in answers:
                    raise Contradiction(f"nothing answers {kinds.__name__}.{kind.name}")


def one_each(what: str, *answers: tuple[K, V]) -> dict[K, V]:
    """Return the handlers by key; raises Contradiction if two have the same."""
    known = dict[K, V]()
    for key, answer in answers:
        if key in known:
            raise Contradiction(f"two answer {what} {key}: {name_of(known[key])} and {name_of(answer)}")
        known[key] = answer
    return known


def bound(
    service: object, table: Mapping[str, Callable[..., Awaitable[None]]]
) -> dict[str, InteractionHandler]:
    """Return the table with the service bound as all functions' first argument."""
    return {verb: partial(answer, service) for verb, answer in table.items()}


def name_of(hook: object) -> str:
    """Return a hook's module and name, such as ``cogs.play.extra_lines.left_out``."""
    while isinstance(hook, partial):
        hook = hook.func
    kind = hook.kind if isinstance(hook, Route) else unwrap(hook) if callable(hook) else type(hook)
    return f"{kind.__module__}.{kind.__qualname__}"
