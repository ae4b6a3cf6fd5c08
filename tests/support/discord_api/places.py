"""Other objects of a server: threads, scheduled events and members' roles; and direct channels."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from aiohttp import web

from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.objects import APPLICATION, GUILD, JOINED, OUTSIDE, USER, Json, user
from tests.support.discord_api.responses import answer, refusal

PUBLIC_THREAD, DIRECT = 11, 1
"""Discord's types of channels."""
SCHEDULED, COMPLETED = 1, 3
"""Discord's states of scheduled events; one from the latter on is over."""


class Places:
    """Threads, scheduled events, roles and direct channels of the first server; ``number`` gives new IDs."""

    def __init__(self, gateway: Gateway, number: Callable[[], int]) -> None:
        self._gateway = gateway
        self._number = number
        self.threads: dict[int, dict[str, Any]] = {}
        self.events: dict[int, dict[str, Any]] = {}
        self.given: list[tuple[int, int]] = []
        """Each role given to a member, with the member."""

    def routes(self, api: str) -> list[web.RouteDef]:
        """Return the routes below an address."""
        channel, guild = api + "/channels/{channel}", api + "/guilds/{guild}"
        return [
            web.post(channel + "/threads", self._open_thread),
            web.post(channel + "/messages/{message}/threads", self._open_thread),
            web.get(channel, self._tell_thread),
            web.patch(channel, self._change_thread),
            web.post(api + "/users/@me/channels", _open_direct),
            web.get(guild + "/scheduled-events", self._tell_events),
            web.post(guild + "/scheduled-events", self._make_event),
            web.get(guild + "/scheduled-events/{event}", self._tell_event),
            web.patch(guild + "/scheduled-events/{event}", self._change_event),
            web.put(guild + "/members/{user}/roles/{role}", self._give),
        ]

    def threads_of(self, channel: int) -> list[int]:
        """Return the IDs of a channel's threads."""
        return [number for number, one in self.threads.items() if int(one["parent_id"]) == channel]

    async def _open_thread(self, request: web.Request) -> web.Response:
        """Open a thread, at a message once; all sessions hear of it."""
        message = request.match_info.get("message")
        if message is not None and int(message) in self.threads:
            return refusal(400, 160004)
        number = self._number() if message is None else int(message)
        self.threads[number] = thread = {
            **{"id": str(number), "type": PUBLIC_THREAD, "guild_id": str(GUILD), "member_count": 1},
            **{"parent_id": request.match_info["channel"], "owner_id": str(APPLICATION), "message_count": 0},
            **{"name": (await _json(request))["name"], "last_message_id": None, "flags": 0},
            "thread_metadata": {
                **{"archived": False, "locked": False, "auto_archive_duration": 4320},
                **{"archive_timestamp": JOINED, "create_timestamp": JOINED},
            },
        }
        self._gateway.emit("THREAD_CREATE", {**thread, "newly_created": True})
        return answer(thread, 201)

    async def _tell_thread(self, request: web.Request) -> web.Response:
        known = self.threads.get(int(request.match_info["channel"]))
        return refusal(404, 10003) if known is None else answer(known)

    async def _change_thread(self, request: web.Request) -> web.Response:
        thread, sent = self.threads[int(request.match_info["channel"])], await _json(request)
        thread["thread_metadata"] |= {key: sent[key] for key in ("archived", "locked") if key in sent}
        self._gateway.emit("THREAD_UPDATE", thread)
        return answer(thread)

    async def _tell_events(self, _request: web.Request) -> web.Response:
        return answer([*self.events.values()])

    async def _make_event(self, request: web.Request) -> web.Response:
        number = self._number()
        self.events[number] = {
            **{"id": str(number), "guild_id": str(GUILD), "creator_id": str(APPLICATION)},
            **{"status": SCHEDULED, "channel_id": None, "entity_id": None, **await _json(request)},
        }
        return answer(self.events[number])

    async def _tell_event(self, request: web.Request) -> web.Response:
        return answer(self.events[int(request.match_info["event"])])

    async def _change_event(self, request: web.Request) -> web.Response:
        event = self.events[int(request.match_info["event"])]
        if event["status"] >= COMPLETED:
            return refusal(400, 180000)
        event |= await _json(request)
        return answer(event)

    async def _give(self, request: web.Request) -> web.Response:
        self.given.append((int(request.match_info["role"]), int(request.match_info["user"])))
        return web.Response(status=204)


def direct_channel(person: int) -> int:
    """Return the ID of a person's direct channel."""
    return OUTSIDE + person - USER


async def _open_direct(request: web.Request) -> web.Response:
    person = int((await _json(request))["recipient_id"])
    channel: Json = {"id": str(direct_channel(person)), "type": DIRECT, "last_message_id": None}
    return answer({**channel, "recipients": [user(person)], "flags": 0})


async def _json(request: web.Request) -> Mapping[str, Any]:
    return msgspec.json.decode(await request.read())
