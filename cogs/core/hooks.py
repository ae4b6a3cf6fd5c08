"""Who answers what: the types of the one list, which cogs/setup.py makes and gives to those who go by it."""

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
"""Does what was pressed, picked or filled in, given its custom_id; may raise Refusal."""
ActionHook: TypeAlias = Callable[[discord.Interaction, Request, Committed], Awaitable[None]]
"""What follows an action before it is answered."""
Offer: TypeAlias = Callable[[discord.Interaction, Refusal], Awaitable[Sequence[str | ComponentRow]]]
"""The buttons with which somebody can still do what was refused, and what is to be said about them."""
ResultButtons: TypeAlias = Callable[[EffectiveSettings, Committed], Awaitable[Sequence[Button]]]
"""Returns the buttons below a step's announcement under these settings."""
ExtraLines: TypeAlias = Callable[[Committed], Awaitable[Sequence[str]]]
"""Returns further lines for the reply to a committed action."""
DeliveryHook: TypeAlias = Callable[[Committed], Awaitable[None]]
"""Follows once a channel has a step's announcement with buttons below."""
ResultHook: TypeAlias = Callable[[SettingsScope, Committed], Awaitable[None]]
"""What follows a game's result, once nothing more is said to have happened at the same time."""


class Contradiction(Exception):
    """The list of hooks names two for one thing, or none."""


class Press(Protocol):
    """A kind of custom_id with a verb, which says what is asked for."""

    @property
    def verb(self) -> str:
        """What is asked for."""
        ...

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return what a custom_id carries; None if it isn't of this kind."""
        ...


class Route(Struct, frozen=True):
    """The buttons, lists and forms with one kind of custom_id, and who answers each of its verbs.

    ``forms``: who answers the forms, where these carry the custom_ids of the buttons that have opened them.
    ``prepare``: makes of a custom_id what is given to who answers; may raise Refusal. ``outside``: whether
    they work where the bot isn't. ``direct``: whether they work in direct messages, where the bot sends
    them by itself; they find their server without the interaction.
    """

    kind: type[Press]
    answers: Mapping[str, InteractionHandler]
    forms: Mapping[str, InteractionHandler] | None = None
    prepare: Callable[[discord.Interaction, Any], Awaitable[object]] | None = None
    outside: bool = True
    direct: bool = False

    def answer(self, verb: str, *, form: bool) -> InteractionHandler:
        """Return who answers a verb; raises Refusal if a message of an earlier version asks for it."""
        answers = self.forms if form and self.forms is not None else self.answers
        if verb not in answers:
            raise Refusal("outdated")
        return answers[verb]


class HeardMessage(Struct, frozen=True, gc=False):
    """A message in a channel that the bot sees, without what it says."""

    id: int
    channel: int
    user: int
    """The ID of the user who has written it, or used the command that it answers."""
    private: bool
    """Whether only that user sees it."""


class Hooks(Struct, frozen=True, kw_only=True):
    """Who answers what, in the order in which they are asked."""

    routes: Mapping[str, Route] = {}
    """By what custom_ids begin with."""
    deadlines: Mapping[str, DeadlineHandler] = {}
    """By the kinds of deadlines."""
    announcements: Mapping[str, RenderPost] = {}
    """What renders posts, by their kinds."""
    before_answers: Sequence[ActionHook] = ()
    """What follows every action of a command or press."""
    offers: Sequence[Offer] = ()
    """What is offered to who was refused something."""
    extra_lines_for_totals: Sequence[ExtraLines] = ()
    """What every answer to an action tells besides."""
    extra_lines: Sequence[ExtraLines] = ()
    """The same, such as about leagues, unless nothing but totals has changed."""
    result_buttons: Sequence[ResultButtons] = ()
    delivered: Sequence[DeliveryHook] = ()
    results: Sequence[ResultHook] = ()
    passing: Sequence[Callable[[discord.Interaction, int], None]] = ()
    """Called with an interaction and the ID of its answer, where that doesn't have to stay in the chat."""
    message_listeners: Sequence[Callable[[HeardMessage], None]] = ()
    """Called with every message in a channel that the bot sees."""
    chosen: Sequence[Callable[[Level, int, Setting[object]], None]] = ()
    """Called with each setting that a server, a channel or a person has changed."""
    commits: CommitFollowers = CommitFollowers()

    def require_complete(self) -> None:
        """Raise Contradiction for a stored kind of deadline or announcement without a handler."""
        for kinds, answers in ((DeadlineKind, self.deadlines), (PostKind, self.announcements)):
            for kind in kinds:
                if kind not in answers:
                    raise Contradiction(f"nothing answers {kinds.__name__}.{kind.name}")


def one_each(what: str, *answers: tuple[K, V]) -> dict[K, V]:
    """Return who answers each, by what it is; raises Contradiction if two answer the same."""
    known = dict[K, V]()
    for key, answer in answers:
        if key in known:
            raise Contradiction(f"two answer {what} {key}: {name_of(known[key])} and {name_of(answer)}")
        known[key] = answer
    return known


def bound(
    service: object, table: Mapping[str, Callable[..., Awaitable[None]]]
) -> dict[str, InteractionHandler]:
    """Return the same table with the service that all its functions take first."""
    return {verb: partial(answer, service) for verb, answer in table.items()}


def name_of(hook: object) -> str:
    """Return a hook's module and name, such as ``cogs.play.extra_lines.left_out``."""
    while isinstance(hook, partial):
        hook = hook.func
    kind = hook.kind if isinstance(hook, Route) else unwrap(hook) if callable(hook) else type(hook)
    return f"{kind.__module__}.{kind.__qualname__}"
