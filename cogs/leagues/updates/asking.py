"""Requests for confirmation: by a ping where the result is shown, or in private for players who prefer
that.

Each private message is a separate post. The post for the channel comes after them, and also pings players
who don't accept private messages.
"""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core.delivery.announcement import Announcement
from cogs.core.messaging import pinging
from cogs.core.service import GameService
from cogs.leagues.updates.places import ASKED, REMINDER, RESULT, LeaguePlaces
from cogs.leagues.views import details
from cogs.leagues.views import result as result_view
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.engine.timestamps import milliseconds
from storage.games.games import Location
from storage.leagues.sql import LeagueMessage, delete_message, put_message
from storage.leagues.unit_of_work import due_of
from storage.posts import NOWHERE, Post, PostKind, Topic
from storage.scheduler import Deadline, mark_fired
from storage.settings.definitions import ASK
from storage.settings.settings import SettingsScope, SettingsStore


class Asked(Struct, frozen=True):
    """The players whose confirmation a result waits for, by user and preferred place."""

    here: Mapping[int, PlayerNumber]
    in_private: Mapping[int, PlayerNumber]

    @property
    def allowed(self) -> discord.AllowedMentions:
        """The pings allowed in the message of the result."""
        return pinging(self.here)


async def players_to_ask(
    settings: SettingsStore, state: LeagueState, record: ResultRecord, channel: int
) -> Asked:
    """Return the players to ask about a result shown in a channel; empty once it is settled."""
    here, in_private = dict[int, PlayerNumber](), dict[int, PlayerNumber]()
    for user, player in _users(state, record.waited_for).items():
        chosen = await settings.effective(SettingsScope(state.guild, (channel,), user))
        (in_private if chosen[ASK] else here)[user] = player
    return Asked(here, in_private)


class Asking:
    """Asks for confirmations and reminds of them."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, places: LeaguePlaces) -> None:
        self._bot = bot
        self._games = service.games
        self._leagues = service.games.leagues
        self._settings = service.settings
        self._places = places

    async def ask_in_private(self, state: LeagueState, record: ResultRecord, place: Location) -> None:
        """Ask once, in private, the players who prefer that. Raises NotCommitted."""
        if await self._places.shown(state, ASKED, record.number) is not None:
            return
        known = await players_to_ask(self._settings, state, record, place.channel)
        if known.in_private:
            noted = put_message(state.league, ASKED, record.number, LeagueMessage(place.channel, NOWHERE))
            posts = self._posts(state, record, place, ASKED, known.in_private.values(), ())
            await self._games.outbox.send(*posts, also=[noted])

    async def remind(self, deadline: Deadline) -> None:
        """Remind the players who haven't confirmed or disputed a result, once. Raises NotCommitted."""
        if (waiting := await self._waiting(deadline)) is None:
            return
        state, record, place = waiting
        known = await players_to_ask(self._settings, state, record, place.channel)
        stage = f"{REMINDER} {record.due}"
        posts = self._posts(state, record, place, stage, known.in_private.values(), known.here.values())
        await self._games.outbox.send(*posts, also=[mark_fired(deadline)])

    async def call(self, deadline: Deadline) -> None:
        """Ping the players scheduled by an earlier version. Raises NotCommitted."""
        if (waiting := await self._waiting(deadline)) is not None:
            stage, _, players = deadline.note.partition(" ")
            here = [PlayerNumber(int(one)) for one in players.split(",")]
            await self._games.outbox.send(
                *self._posts(*waiting, stage, (), here), also=[mark_fired(deadline)]
            )

    async def _waiting(self, deadline: Deadline) -> tuple[LeagueState, ResultRecord, Location] | None:
        """Return a deadline's result and where it is shown; None if there is no one to ask."""
        league, number, _ = due_of(deadline)
        found = await self._result(league, number)
        if found is None or self._bot.get_guild(found[0].guild) is None:
            return None
        place = await self._places.of_result(*found) if found[1].waited_for else None
        return None if place is None else (*found, place)

    async def _result(self, league: int, number: int) -> tuple[LeagueState, ResultRecord] | None:
        """Return a result with its league; None if either is gone."""
        try:
            state = await self._leagues.state(LeagueId(league))
            return state, await self._leagues.results.record(state.league, ResultNumber(number))
        except Refusal:
            return None

    def _posts(
        self,
        state: LeagueState,
        record: ResultRecord,
        place: Location,
        stage: str,
        in_private: Iterable[PlayerNumber],
        here: Iterable[PlayerNumber],
    ) -> Sequence[Post]:
        """Return the posts that ask these players; ``stage`` is a stable name of the occasion, once per
        player."""

        def post(kind: PostKind, *players: PlayerNumber) -> Post:
            return Post(
                *("league", state.league, record.number, kind, place, milliseconds(self._games.now())),
                detail=f"{stage}:{','.join(map(str, players))}",
            )

        return [*(post(PostKind.CONFIRM_PRIVATELY, one) for one in in_private), post(PostKind.CONFIRM, *here)]

    async def render_private(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the private question for a player, unless they have answered."""
        found, (stage, players) = await self._result(post.subject, post.number), _about(post)
        if found is None:
            return ()
        users = _users(found[0], {*players} & {*found[1].waited_for})
        return [Announcement(view=_view(stage, *found), user=user) for user in users]

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the question where a result is shown, which later shows the result's outcome."""
        found, (stage, players) = await self._result(post.subject, post.number), _about(post)
        if found is None:
            return ()
        state, record = found
        posted = await self._games.outbox.delivered(post.topic)
        if post.key in [one.post.key for one in posted]:
            worth = await details.worth_of(self._leagues, state, record)
            waits = bool(record.waited_for)
            view = _view(stage, state, record) if waits else result_view.result_message(state, record, worth)
            return (Announcement(view=view, stays=True),)
        for one in posted:
            if one.message == NOWHERE and one.post.number == post.number and _about(one.post)[0] == stage:
                players += _about(one.post)[1]
        users = _users(state, {*players} & {*record.waited_for})
        if not users:
            return ()
        shown = await self._places.shown(state, RESULT, record.number)
        unlike = 0 if shown is None else shown.message
        view = _view(stage, state, record)
        return (Announcement(view=view, allowed=pinging(users), stays=True, unlike=unlike),)

    async def follow(self, state: LeagueState, record: ResultRecord) -> None:
        """Update the questions about a result to its outcome. Raises NotCommitted."""
        outbox = self._games.outbox
        topic: Topic = "league", state.league
        earlier = await self._places.shown(state, REMINDER, record.number)
        if earlier is not None:  # of an earlier version
            place = Location(earlier.channel, state.guild, earlier.parent)
            (post,) = self._posts(state, record, place, REMINDER, (), ())
            forget = delete_message(state.league, REMINDER, record.number)
            await outbox.adopt(post, earlier.message, forget)
        delivered = await outbox.delivered(topic, PostKind.CONFIRM)
        if any(one.post.number == record.number for one in delivered):
            await outbox.edit(topic, record.number)


def _view(stage: str, state: LeagueState, record: ResultRecord) -> discord.ui.LayoutView:
    """Return the message that asks for a confirmation, initially or as a reminder."""
    return (result_view.confirmation_reminder if stage.startswith(REMINDER) else result_view.result_message)(
        state, record
    )


def _about(post: Post) -> tuple[str, list[PlayerNumber]]:
    """Return a post's stage and its players."""
    stage, _, players = post.detail.rpartition(":")
    return stage, [PlayerNumber(int(one)) for one in players.split(",") if one]


def _users(state: LeagueState, players: Iterable[PlayerNumber]) -> Mapping[int, PlayerNumber]:
    """Return the Discord users who answer for players, if any, with the players."""
    users = dict[int, PlayerNumber]()
    for number in players:
        player = state.players.get(state.resolved(number))
        if player is not None and player.user is not None:
            users.setdefault(player.user, number)
    return users
