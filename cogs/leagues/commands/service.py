"""The service behind the leagues' commands: finds the league and the player, and knows the judges."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import NamedTuple

import discord
from discord.ext import commands

from cogs.core import members
from cogs.core.context import scope_of
from cogs.core.delivery.deferring import deferred, put_off
from cogs.core.messaging import reply_public, respond
from cogs.core.naming.people import read_known
from cogs.core.permissions import may_judge
from cogs.core.service import GameService
from cogs.leagues.core import parsing
from cogs.leagues.core.components import LeagueCustomId, PageId, framed_text
from cogs.leagues.core.people import league_candidates
from cogs.leagues.updates import acts
from cogs.leagues.updates.updater import NoticeUpdater
from cogs.leagues.views import pages
from cogs.text.formatting import listed
from cogs.text.language import speaking
from cogs.text.matching import MAX_SUGGESTIONS, nearest
from cogs.text.people import Candidate
from cogs.text.typed import MENTION
from rules.leagues.acts.judges import Judge
from rules.leagues.result import LeagueId, PlayerNumber, Time
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.events.cache import LruCache
from storage.games.games import NotCommitted
from storage.leagues.sql import LeagueMessage
from storage.leagues.unit_of_work import CommittedActs
from storage.settings.definitions import JUDGE, NICKNAMES
from storage.settings.settings import SettingsScope
from storage.spreadsheets import Sheet
from storage.workers.threads import in_thread

MAX_RESULT_FILES = 16
"""Files kept in memory until their results are imported."""
LeagueHandler = Callable[["LeagueService", discord.Interaction, LeagueCustomId], Awaitable[None]]
"""Handles a button, list or form on a league's message; may raise Refusal."""


class KeptSheet(NamedTuple):
    """A file with results for a league, until they are imported."""

    league: LeagueId
    sheet: Sheet


class LeagueService:
    """The path from an interaction to a league."""

    def __init__(self, game_service: GameService, notices: NoticeUpdater) -> None:
        self.game_service = game_service
        self.notices = notices
        self.leagues = game_service.games.leagues
        self.files = LruCache[int, KeptSheet](MAX_RESULT_FILES)
        """The files whose preview was shown, by the number of the command that brought them."""

    def now(self) -> Time:
        """Return the time in whole seconds since 1970."""
        return int(self.clock().timestamp())

    def clock(self) -> datetime:
        """Return the time in UTC."""
        return self.game_service.games.now().astimezone(UTC)

    async def moment(
        self, interaction: discord.Interaction, text: str | None, *, ahead: bool = False
    ) -> Time:
        """Return a past time, or with ``ahead`` a future one, as typed; the current time for an empty text.

        Raises Refusal "bad_time", "time_out_of_bounds".
        """
        zone, language = await self.game_service.zone_and_language(interaction)
        requester = interaction.guild_id or interaction.user.id
        return await in_thread(requester, parsing.parse_moment, text, self.clock(), zone, language, ahead)

    async def page(
        self, state: LeagueState, wanted: PageId, *, private: bool = True
    ) -> discord.ui.LayoutView:
        """Return the message with one page of a league; raises Refusal."""
        cards = self.game_service.commanders
        return await pages.page_message(self.leagues, cards, state, wanted, self.now(), private=private)

    async def announce(self, interaction: discord.Interaction, done: CommittedActs) -> None:
        """Answer publicly with what was done; if that fails, it is sent to the channel soon.

        A deferred press is answered by a separate message.
        """
        state, act = done.state, done.entries[-1].act
        text = acts.act_announcement(state, act, done.records, interaction.guild)
        with self.game_service.announcer.telling(("league", state.league), done.entries[-1].number):
            if interaction.type is discord.InteractionType.component and deferred(interaction) is None:
                await interaction.response.edit_message(view=framed_text(text))
            else:
                await reply_public(interaction, text)

    async def state(
        self, interaction: discord.Interaction, typed: str | None = None, *, looking: bool = False
    ) -> LeagueState:
        """Return the league: the typed one, or the channel's, or the server's only one.

        ``looking``: whether nothing is changed, so that the first of several leagues in the channel will do.
        The user's name is updated to their current nickname. Raises Refusal "no_leagues", "which_league" and
        "no_such_league".
        """
        state = await self._meant(interaction, typed, looking=looking)
        known = state.players.get(state.player_of(interaction.user.id) or PlayerNumber(0))
        user, name = members.member(interaction.user)
        suggesting = interaction.type is discord.InteractionType.autocomplete
        if known is None or known.name == name or suggesting or interaction.guild_id is None:
            return state
        if not (await self.game_service.settings_for(interaction))[NICKNAMES]:
            return state
        with suppress(NotCommitted):
            state = await self.leagues.players.rename(state.league, Person(name, user))
        return state

    async def _meant(
        self, interaction: discord.Interaction, typed: str | None, *, looking: bool
    ) -> LeagueState:
        scope = scope_of(interaction)
        known = await self.leagues.queries.of_guild(scope.guild, archived=True)
        if typed is not None:
            for one in known:
                if typed == str(one.league) or typed.strip().casefold() == one.name.casefold():
                    return await self.leagues.state(one.league)
            near = nearest(typed, [one.name for one in known])
            raise Refusal("no_such_league", name=typed, hint=near or "")
        going_on = [one for one in known if not one.archived]
        counting = set(await self.leagues.queries.of_channels(*scope.channels))
        here = [one for one in going_on if one.league in counting] or going_on
        if not here:
            raise Refusal("no_leagues")
        if looking and counting:
            return await self.leagues.state(min(one.league for one in here))
        if len(here) > 1:
            raise Refusal("which_league", leagues=listed(one.name for one in here[:MAX_SUGGESTIONS]))
        return await self.leagues.state(here[0].league)

    async def of(self, interaction: discord.Interaction, league: LeagueId) -> LeagueState:
        """Return the league with this number; raises Refusal for another server's."""
        state = await self.leagues.state(league)
        if state.guild != interaction.guild_id:
            raise Refusal("no_league")
        return state

    async def of_player(self, interaction: discord.Interaction, league: LeagueId) -> LeagueState:
        """Return the league for actions that players may take in a direct message; raises Refusal for
        strangers there."""
        if interaction.guild_id is not None:
            return await self.of(interaction, league)
        state = await self.leagues.state(league)
        if state.player_of(interaction.user.id) is None:
            raise Refusal("no_league")
        return state

    async def player(self, interaction: discord.Interaction, state: LeagueState, typed: str) -> PlayerNumber:
        """Return the typed player of a league (default: the user); raises Refusal."""
        if not typed:
            return own_player_number(state, interaction.user.id)
        return state.resolved(await self.number(interaction, state, typed))

    async def number(
        self,
        interaction: discord.Interaction,
        state: LeagueState,
        typed: str,
        among: Mapping[PlayerNumber, Candidate] | None = None,
    ) -> PlayerNumber:
        """Return the number of a typed person, by name, number after a # or mention, even if claimed.

        ``among``: the possible people (default: everyone in the league).
        """
        mention = MENTION.fullmatch(typed.strip())
        if mention and state.player_of(int(mention[1])) is None:
            raise Refusal("not_in_league", league=state.rules.name)

        def unknown(hint: str) -> Refusal:
            return Refusal("no_league_player", name=typed.strip(), league=state.rules.name, hint=hint)

        known = league_candidates(state) if among is None else among
        return await read_known(interaction, typed, known, unknown)

    async def is_judge(self, interaction: discord.Interaction) -> bool:
        """Return whether the requester is a judge here."""
        return (await self.game_service.requester(interaction)).is_judge

    async def judge(self, interaction: discord.Interaction, state: LeagueState | None = None) -> Judge | None:
        """Return the user if they are a judge, else None. ``state``: a league whose judges are known in a
        direct message, too."""
        if interaction.guild_id is not None or state is None:
            return (await self.game_service.requester(interaction)).judge
        guild, user = interaction.client.get_guild(state.guild), interaction.user.id
        if guild is None or not await self._may_judge(guild, user):
            return None
        return Judge(user, frozenset([guild.owner_id or 0]) - {user})

    async def _may_judge(self, guild: discord.Guild, user: int) -> bool:
        settings = await self.game_service.settings.effective(SettingsScope(guild.id, (), user))
        try:
            return may_judge(await guild.fetch_member(user), settings[JUDGE])
        except discord.NotFound:
            return False

    async def other_judges(self, interaction: discord.Interaction, state: LeagueState) -> Collection[int]:
        """Return the known judges other than the user.

        These are the server's owner, members of the judge role, and those who have acted as a judge in the
        league and still may. Empty if the requester never played there, since they don't matter then.
        """
        guild, user = interaction.client.get_guild(state.guild), interaction.user.id
        judge = None if state.player_of(user) is None else await self.judge(interaction, state)
        if guild is None or judge is None:
            return ()
        found = {*judge.others}
        for one in await self.leagues.queries.judges(state.league):
            if one not in {*found, user} and await self._may_judge(guild, one):
                found.add(one)
        return found

    async def require_judge(self, interaction: discord.Interaction, state: LeagueState | None = None) -> None:
        """Raise Refusal "league_judges_only" unless the requester judges here or in the league's server."""
        if await self.judge(interaction, state) is None:
            requester = (
                None if interaction.guild_id is None else await self.game_service.requester(interaction)
            )
            raise Refusal("league_judges_only", judges="" if requester is None else requester.judges)

    async def judged_from(self, interaction: discord.Interaction, league: LeagueId) -> LeagueState:
        """Return the league of a judge's message, also a direct one; raises Refusal for everyone else."""
        state = await self.leagues.state(league)
        if interaction.guild_id not in (None, state.guild):
            raise Refusal("no_league")
        await self.require_judge(interaction, state)
        return state

    async def judged(self, interaction: discord.Interaction, typed: str | None) -> LeagueState:
        """Return a judge's league; raises Refusal for everyone else."""
        await self.require_judge(interaction)
        return await self.state(interaction, typed)


def answer_in(interaction: discord.Interaction, message: int) -> LeagueMessage:
    """Return the reply to an interaction with its channel and, in a thread, the thread's parent."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return LeagueMessage(interaction.channel_id or 0, message, parent)


class LeagueCog(commands.Cog):
    """A cog whose commands are about a league."""

    def __init__(self, service: LeagueService) -> None:
        self.service = service
        self.game_service = service.game_service
        self.leagues = service.leagues

    @asynccontextmanager
    async def deferred(self, interaction: discord.Interaction) -> AsyncGenerator[None]:
        """Defer a private answer, which the block fills in, in the user's language."""
        with speaking(await self.game_service.language_of_user(interaction)):
            await put_off(interaction, private=True)
            yield

    async def show_page(self, interaction: discord.Interaction, state: LeagueState, page: PageId) -> None:
        """Show a page privately, inside `deferred`."""
        view = await self.service.page(state, page)
        await respond(interaction, view=view, private=True)


def own_player_number(state: LeagueState, user: int) -> PlayerNumber:
    """Return the number of a Discord user; raises Refusal for a user who hasn't played in the league."""
    number = state.player_of(user)
    if number is None:
        raise Refusal("not_in_league", league=state.rules.name)
    return state.resolved(number)
