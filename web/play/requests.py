"""Questions of pages for the process that serves their table, whichever process they reach."""

import time
from collections.abc import Awaitable, Callable, Mapping
from math import inf
from typing import Annotated, Literal, Protocol
from urllib.parse import parse_qs

import msgspec
from msgspec import Meta, Struct

from cogs.summary.fix_preview import LateOffer
from cogs.text.language import speaking
from cogs.text.refusals.explanation import explain
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction
from storage.engine.asking import ServerQuestions
from storage.engine.database import DatabaseError
from storage.engine.group_commit import NotCommitted
from storage.events.cache import LruCache
from storage.games.games import Games, Location
from storage.links import TOKEN, Link, LinkId
from web.play.fixing import RemoteFixPort, fix_panel, plain_line, refused_panel
from web.play.presses import AnyPress, FixPress, JoinPress, LeavePress, UndoPress, decode_press

MAX_TYPED = 200
"""Characters that a guest can send as a name; one of more than 32 is answered with the reason."""
RETRIABLE = frozenset({"too_fast", "server_too_fast", "remote_later", "being_forgotten"})
"""Refusals that say nothing of the press: the page sends it again."""
DONE, WRONG, GONE, TOO_FAST, AWAY = 200, 400, 404, 429, 503
"""Statuses of answers; after the last two the page sends it again."""
PROCESS_ANSWER_LIFETIME = 30.0
"""Seconds for which another process's answer is believed: the language of a channel, whether a link lasts."""
MAX_CACHED_ANSWERS = 10_000
"""Such answers of each kind that are kept in memory."""

ChannelLanguage = Callable[[Location], Awaitable[str]]
"""The language for everyone in a channel that this process serves."""


class RemotePort(RemoteFixPort, Protocol):
    """Carries out presses on a seat's page, once per key. A press returns the game's current step, and raises
    Refusal and NotCommitted. ``game`` is the one that the page shows."""

    @property
    def lasts(self) -> Callable[[Link], Awaitable[bool]]:
        """Whether a link still shows its view; True while that is unknown."""
        ...

    async def enter(
        self,
        link: Link,
        key: str,
        decide: Callable[[Game, PlayerId], AnyAction],
        *,
        game: GameId | None = None,
        continues: bool = False,
        announce: bool = False,
    ) -> int:
        """Carry out an action at the game of a link."""
        ...

    async def late(
        self,
        link: Link,
        key: str,
        decide: Callable[[Game, PlayerId], AnyAction],
        refusal: Refusal,
        *,
        game: GameId | None = None,
    ) -> LateOffer | None:
        """Return the button that adds a late press to its event, if that is possible."""
        ...

    async def join(self, link: Link, key: str, refused: str, *, game: GameId | None = None) -> int:
        """Do that, for the press with the key ``refused``."""
        ...

    async def undo(self, link: Link, key: str, last: int | None, *, game: GameId | None = None) -> int:
        """Take its last step back."""
        ...

    async def fix(self, link: Link, key: str, edit: str, *, game: GameId | None = None) -> int:
        """Do what a preview has shown."""
        ...

    async def leave(self, link: Link, key: str, *, game: GameId | None = None) -> int:
        """Give a guest's seat in a lobby up."""
        ...

    async def seat_guest(self, link: Link, name: str, token: str) -> None:
        """Seat a guest in the lobby of a link, once for each token."""
        ...


class GuestName(Struct, frozen=True, forbid_unknown_fields=True):
    """The name with which a guest joins a lobby, and the token of their link, which their phone has
    generated."""

    name: Annotated[str, Meta(max_length=MAX_TYPED)]
    token: Annotated[str, Meta(pattern=rf"\A{TOKEN.pattern}\Z")]


class PageRequest(Struct, frozen=True):
    """A request of a page: a press, a query about fixes, a guest's name, the channel's language, or whether
    the link still works.

    ``language``: the page's; empty for the channel's.
    """

    link: LinkId
    what: Literal["press", "fix", "guest", "language", "lasts"]
    text: str = ""
    language: str = ""


class PageAnswer(Struct, frozen=True):
    """The answer to a page: a status, and with `DONE` JSON for a press or a guest, HTML for a fix, or a
    language."""

    status: int
    text: str = ""


class TableServer(Protocol):
    """Answers pages' requests about the tables that they show."""

    async def language_of(self, link: Link) -> str:
        """Return the public language of a link's channel."""
        ...

    async def lasts(self, link: Link) -> bool:
        """Return whether a link still shows its view."""
        ...

    async def carry_out(self, link: Link, request: PageRequest) -> PageAnswer:
        """Carry out a request from a link's page; return the answer."""
        ...


AskServer = Callable[[int, str], Awaitable[str | None]]
"""Asks the process that serves a server a question; None if it doesn't answer in time. Raises
NotCommitted."""


class OtherServer:
    """Another process that serves a table; its answers are cached for a while.

    ``language_of``: the language of a channel about which it has never answered. ``fresh``: the seconds for
    which an answer is valid (default: `PROCESS_ANSWER_LIFETIME`).
    """

    def __init__(self, ask: AskServer, language_of: ChannelLanguage, fresh: float | None = None) -> None:
        self._ask = ask
        self._language_of = language_of
        self._fresh = fresh
        self._languages = LruCache[Location, tuple[float, str]](MAX_CACHED_ANSWERS)
        """Of channels, and when each was asked for."""
        self._lasting = LruCache[LinkId, tuple[float, bool]](MAX_CACHED_ANSWERS)
        """Whether links last, and when each was asked for."""

    def _is_fresh(self, asked: float) -> bool:
        return asked > time.monotonic() - (PROCESS_ANSWER_LIFETIME if self._fresh is None else self._fresh)

    def forget_languages(self) -> None:
        """Forget cached languages, since someone may have changed one."""
        self._languages.clear(lambda _answer: True)

    async def language_of(self, link: Link) -> str:
        """Return the public language of a link's channel; the last known one while no process serves it."""
        place = Location(link.channel, link.guild)
        asked, language = self._languages.get(place) or (-inf, "")
        if not self._is_fresh(asked):
            answer = await self.carry_out(link, PageRequest(link.id, "language"))
            language = answer.text if answer.status == DONE else language
            if language:
                self._languages.put(place, (time.monotonic(), language))
        return language or await self._language_of(place)

    async def lasts(self, link: Link) -> bool:
        """Return whether a link still shows its view; the last known answer while no process serves it."""
        asked, lasts = self._lasting.get(link.id) or (-inf, True)
        if not self._is_fresh(asked):
            answer = await self.carry_out(link, PageRequest(link.id, "lasts"))
            lasts = lasts if answer.status == AWAY else answer.status == DONE
            self._lasting.put(link.id, (time.monotonic(), lasts))
        return lasts

    async def carry_out(self, link: Link, request: PageRequest) -> PageAnswer:
        """Carry out a request from a link's page; return the answer."""
        try:
            answer = await self._ask(link.guild, msgspec.json.encode(request).decode())
        except NotCommitted:
            answer = None
        return PageAnswer(AWAY) if answer is None else msgspec.json.decode(answer, type=PageAnswer)


class PageRequests:
    """Carries out the requests of pages. A process that doesn't serve the table forwards them to the one that
    does; presses are idempotent."""

    def __init__(
        self, games: Games, language_of: ChannelLanguage, remote: Callable[[], RemotePort | None]
    ) -> None:
        self._games = games
        self._language_of = language_of
        self._remote = remote
        self._elsewhere = OtherServer(ServerQuestions(games.database, self.answer).ask, language_of)

    async def language_of(self, link: Link) -> str:
        """Return the public language of a link's channel; the last known one while no process serves it."""
        if self._games.database.owns(link.guild):
            return await self._language_of(Location(link.channel, link.guild))
        return await self._elsewhere.language_of(link)

    async def lasts(self, link: Link) -> bool:
        """Return whether a link still shows what it leads to; while no one serves it, as it was last."""
        if self._games.database.owns(link.guild):
            return await self._lasts(link)
        return await self._elsewhere.lasts(link)

    async def _lasts(self, link: Link) -> bool:
        remote = self._remote()
        return remote is None or await remote.lasts(link)

    async def carry_out(self, link: Link, request: PageRequest) -> PageAnswer:
        """Carry out a request from a link's page; return the answer."""
        if self._games.database.owns(link.guild):
            return await self._carried_out(link, request)
        return await self._elsewhere.carry_out(link, request)

    async def answer(self, question: str) -> str:
        """Answer a request from another process, both as JSON. Raises DecodeError."""
        request = msgspec.json.decode(question, type=PageRequest)
        try:
            link = await self._games.links.get(request.link)
            answer = PageAnswer(GONE) if link is None else await self.carry_out(link, request)
        except DatabaseError:
            answer = PageAnswer(AWAY)
        return msgspec.json.encode(answer).decode()

    async def _carried_out(self, link: Link, request: PageRequest) -> PageAnswer:
        if request.what == "lasts":
            return PageAnswer(DONE if await self._lasts(link) else GONE)
        language = request.language or await self._language_of(Location(link.channel, link.guild))
        if request.what == "language":
            return PageAnswer(DONE, language)
        remote = self._remote()
        if remote is None:
            return PageAnswer(AWAY)
        with speaking(language):
            answer = await _ANSWERS[request.what](remote, link, request.text)
        # If another process may serve the table by now, the page asks again; presses are idempotent.
        return answer if self._games.database.certain else PageAnswer(AWAY)


async def _press(remote: RemotePort, link: Link, text: str) -> PageAnswer:
    try:
        press = decode_press(text.encode())
    except msgspec.DecodeError:
        return PageAnswer(WRONG)
    try:
        answer: dict[str, object] = {"at": await _carry_out(remote, link, press)}
    except NotCommitted:
        return PageAnswer(AWAY)
    except Refusal as refusal:
        if refusal.reason in RETRIABLE:
            return PageAnswer(TOO_FAST)
        answer = await _refused(remote, link, press, refusal)
    return PageAnswer(DONE, msgspec.json.encode(answer).decode())


async def _carry_out(remote: RemotePort, link: Link, press: AnyPress) -> int:
    game = None if press.game is None else GameId(press.game)
    match press:
        case UndoPress():
            return await remote.undo(link, press.key, press.last, game=game)
        case LeavePress():
            return await remote.leave(link, press.key, game=game)
        case FixPress():
            return await remote.fix(link, press.key, press.edit, game=game)
        case JoinPress():
            return await remote.join(link, press.key, press.of, game=game)
        case _:
            return await remote.enter(
                *(link, press.key, press.action),
                game=game,
                continues=press.continues,
                announce=press.announce,
            )


async def _refused(remote: RemotePort, link: Link, press: AnyPress, refusal: Refusal) -> dict[str, object]:
    """Return why a press was refused, and whether it can still join its event."""
    answer: dict[str, object] = {"refused": _why(refusal)}
    if not isinstance(press, UndoPress | LeavePress | FixPress | JoinPress):
        game = None if press.game is None else GameId(press.game)
        offer = await remote.late(link, press.key, press.action, refusal, game=game)
        if offer is not None:
            answer["joins"] = [plain_line(one) for one in (offer.about, *offer.differences)]
    return answer


async def _fix(remote: RemotePort, link: Link, query: str) -> PageAnswer:
    """Return the preview of a fix, as a part of the page; nothing is written."""
    try:
        panel = await fix_panel(remote, link, parse_qs(query, keep_blank_values=True))
    except Refusal as refusal:
        panel = refused_panel(_why(refusal))
    return PageAnswer(DONE, panel)


async def _guest(remote: RemotePort, link: Link, text: str) -> PageAnswer:
    """Seat a guest."""
    try:
        guest = msgspec.json.decode(text, type=GuestName)
    except msgspec.DecodeError:
        return PageAnswer(WRONG)
    try:
        await remote.seat_guest(link, guest.name, guest.token)
    except NotCommitted:
        return PageAnswer(AWAY)
    except Refusal as refusal:
        if refusal.reason in RETRIABLE:
            return PageAnswer(TOO_FAST)
        if refusal.reason == "remote_not_yours":
            return PageAnswer(GONE)
        return PageAnswer(DONE, msgspec.json.encode({"refused": _why(refusal)}).decode())
    return PageAnswer(DONE, "{}")


_ANSWERS: Mapping[str, Callable[[RemotePort, Link, str], Awaitable[PageAnswer]]] = {
    "press": _press,
    "fix": _fix,
    "guest": _guest,
}


def _why(refusal: Refusal) -> str:
    return plain_line(explain(refusal))
