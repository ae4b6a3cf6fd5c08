"""The local table's page: simcord's preview, made for players.

The preview is made for developers: one channel, commands only from a list, times as of the last
publication. Here each tab has the channel of its address, typed commands work, and everything is current.
"""

import asyncio
import zlib
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import simcord
from aiohttp import web
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.local.commands import carried_out, misread, with_mention_ids
from bot.local.running import TITLE
from bot.settings import LOCAL_CHANNELS

_OWN_FILES = {
    "/table.js": "application/javascript",
    "/queue.js": "application/javascript",
    "/keyboard.js": "application/javascript",
    "/threads.js": "application/javascript",
    "/table.css": "text/css",
}
_PLACES = "/places"
"""The address of a list of the channels and threads."""
_CHANNEL_HEADER, _ZONE_HEADER = "X-Table-Channel", "X-Table-Zone"
_WANTED: ContextVar[str] = ContextVar("the channel that a tab is opened on")

_Seen = tuple[tuple[int, str | None], ...]
"""The messages of all channels, with their edit times."""


class TablePage(Preview):
    """The page of one session: any number of tabs, each on its own channel.

    ``channels``: by name, the first one by default.
    """

    def __init__(
        self,
        env: simcord.Env,
        channels: Mapping[str, simcord.ChannelHandle],
        first: str,
        people: Mapping[str, simcord.MemberActor],
        port: int,
    ) -> None:
        super().__init__(
            env,
            channels[first],
            tuple(people.values()),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.channels = channels
        self.first = first
        self.port = port
        self._server = _Server(self, port)
        self._people = {name: person.id for name, person in people.items()}
        self._seen: _Seen = ()
        self._turn = asyncio.Lock()

    @property
    def address(self) -> str:
        """The page's address."""
        return f"{self._origin}/"

    def keep_up(self) -> None:
        """Keep times current, and show what the bot has posted or edited on its own."""
        self._advance_presentation_time()
        if self._active_action is not None or not self._active:
            return
        seen = tuple(
            (message.id, message.edited_timestamp)
            for kept in self.env.backend.messages.values()
            for message in kept.values()
        )
        if seen != self._seen:
            self._seen = seen
            self._publish_message_pages(reason="refresh")

    def use_zone(self, zone: str | None) -> None:
        """Show times in the browser's zone, if this machine knows it."""
        try:
            self.timezone = ZoneInfo(zone or "UTC").key
        except (ZoneInfoNotFoundError, ValueError):
            self.timezone = "UTC"

    @property
    def places(self) -> Mapping[str, simcord.ChannelHandle]:
        """The channels by their names, and their threads by their IDs."""
        threads = [thread for one in self.channels.values() for thread in one.threads]
        return {**self.channels, **{str(thread.id): thread for thread in threads}}

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        self._identify_buttons(page.channel_id)
        super()._publish(page, reason=reason)

    def _identify_buttons(self, channel: int) -> None:
        """Give what can be pressed in a channel an ID by what it is called, as in `queue.js`.

        The preview knows it by its place in the message otherwise, which each new line above changes.
        """
        for message in self.env.backend.messages.get(channel, {}).values():
            alike = Counter[str]()
            for one in _pressable(message.components):
                called = str(one.get("label") or one.get("placeholder") or one.get("emoji"))
                alike[called] += 1
                one["id"] = zlib.crc32(f"{called} {alike[called]}".encode()) & 0x7FFFFFFF

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Any:
        channel = self.places.get(_WANTED.get(self.first), self.channels[self.first])
        with self._at(channel):
            page = super()._open_page(viewer_id, target_id)
            page.target_id, page.window_end_id = self._initial_target(page.viewer, channel.id), None
            self._publish(page, reason="initial")
            return page

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        # A press counts as it does in Discord, also if another tab has pressed at the same time, or something
        # else on the page has changed meanwhile.
        async with self._turn:
            page = self._get_page(context_id)
            self.channel = next(one for one in self.places.values() if one.id == page.channel_id)
            self._identify_buttons(page.channel_id)
            commands = page.command_catalog.get("entries", [])
            body = {**body, "published_revision": page.revision}
            done = await super()._action(
                context_id, with_mention_ids(carried_out(body, commands), self._people)
            )
            if (explanation := misread(body, commands)) is not None:
                backend = self.env.backend
                backend.create_message(self.channel.id, backend.bot_user.id, explanation)
            return done

    @contextmanager
    def _at(self, channel: simcord.ChannelHandle) -> Generator[None]:
        before, self.channel = self.channel, channel
        try:
            yield
        finally:
            self.channel = before


def _pressable(components: Iterable[dict[str, Any]]) -> Generator[dict[str, Any]]:
    """Yield the buttons and lists among components, and in those."""
    for one in components:
        if "custom_id" in one:
            yield one
        accessory = [one["accessory"]] if "accessory" in one else []
        yield from _pressable([*one.get("components", []), *accessory])


class _Server(PreviewServer):
    """Serves the preview's files, with a page for each channel that needs no key in its address."""

    preview: TablePage

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        **{f"/{name}": "index.html" for name in LOCAL_CHANNELS},
        **{path: path[1:] for path in _OWN_FILES},
        _PLACES: _PLACES,
    }

    async def _static(self, request: web.Request) -> web.Response:
        if request.path not in (*_OWN_FILES, _PLACES):
            response = await super()._static(request)
            if self._STATIC_FILES[request.path] == "index.html":
                response.text = self._made_ours(response.text)
            return response
        if request.headers.get("Host") not in self._allowed_hosts():
            raise web.HTTPForbidden
        if request.path == _PLACES:
            return web.json_response(
                [{"id": str(one.id), "name": one.name, "at": at} for at, one in self.preview.places.items()],
                headers=self._SECURITY_HEADERS,
            )
        text = Path(__file__).with_name(self._STATIC_FILES[request.path]).read_text("utf-8")
        kind = _OWN_FILES[request.path]
        return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS)

    async def _pages(self, request: web.Request) -> web.Response:
        self.preview.use_zone(request.headers.get(_ZONE_HEADER))
        _WANTED.set(request.headers.get(_CHANNEL_HEADER) or self.preview.first)
        return await super()._pages(request)

    def _made_ours(self, page: str) -> str:
        """Return the preview's page with our names, channels, looks and script.

        The key that the preview requires is on the page, which other sites can't read, not in the address.
        """
        links = "".join(f'<a href="/{name}"># {escape(name)}</a>' for name in LOCAL_CHANNELS)
        channels = f'<nav class="table-channels" aria-label="Channels">{links}</nav>'
        key, first = escape(self.preview.capability), escape(self.preview.first)
        head = (
            f'<meta name="table" content="{key}" data-first="{first}">'
            '<link rel="stylesheet" href="/table.css"><script src="/table.js"></script>'
            '<script src="/queue.js"></script><script src="/keyboard.js"></script>'
            '<script src="/threads.js"></script></head>'
        )
        changes: dict[str, str] = {
            "<title>SimCord Preview</title>": f"<title>{TITLE}</title>",
            "</head>": head,
            'aria-hidden="true">S</span>': 'aria-hidden="true">A</span>',
            "<strong>SimCord</strong><small>Preview": "<strong>Arbiter</strong><small>local table",
            ">Messages</button>": ">Channels</button>",
            "<h1>Messages</h1>": f"<h1>Channels</h1>{channels}",
            ">Viewing as\n": ">You are\n",
            'aria-label="Viewing as"': 'aria-label="You are"',
        }
        for theirs, ours in changes.items():
            if theirs not in page:
                raise RuntimeError(f"simcord's page has no {theirs}")
            page = page.replace(theirs, ours)
        return page
