"""Announces an act once in a channel, even if its command's answer fails."""

import contextlib
from collections.abc import Sequence

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.core.components import TEXT_LIMIT
from cogs.core.delivery.announcement import Announcement
from cogs.core.messaging import pinging, respond, url_of
from cogs.core.service import GameService
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from cogs.text.withdrawn import withdrawn_by
from cogs.tournaments.updates.announcements import EventMessage, announcements
from cogs.tournaments.views import event as view
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import CloseTournament, ReopenTournament
from rules.tournaments.log import WITHDRAWABLE, AnnouncedRequest, TournamentEntry, around, withdrawals
from rules.tournaments.state import TournamentId, TournamentState
from storage.posts import Delivered, Post, PostKind, Topic
from storage.workers.threads import in_thread


class EventAnnouncer:
    """Announces acts by replies, and renders announcements that had no reply, and withdrawn ones."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._games = service.games

    async def answer(
        self,
        interaction: discord.Interaction,
        act: TournamentAct,
        before: TournamentState,
        after: TournamentState,
    ) -> None:
        """Answer with the announcement of an act; it is sent to the event's channel if that is another one,
        or if the answer fails.

        If a reopened event ends as before, the earlier announcement is restored, and the answer links to it.
        """
        topic: Topic = "tournament", after.tournament
        announcer = self._service.announcer
        texts = await self._texts(act, before, after)
        if isinstance(act, CloseTournament) and (earlier := await self._earlier_end(after, texts)):
            url = url_of(earlier[0].post.place, earlier[0].message)
            await respond(interaction, tr("{event} is over.", event=view.title(after)) + f" {url}")
        else:
            here = interaction.channel_id == after.channel
            with announcer.telling(topic, after.entries) if here else contextlib.nullcontext():
                messages = [
                    await respond(
                        interaction,
                        one.text if one.view is None else None,
                        view=one.view,
                        allowed=pinging(one.called),
                    )
                    for one in texts
                ]
                if isinstance(act, WITHDRAWABLE):
                    announcer.note_answer(topic, after.entries, *messages, complete=True)
        announcer.send_soon(topic)

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the messages that announce an act, struck through if it was undone.

        If a reopened event ends with the same standings, the earlier messages announce it.
        """
        state, transition, by = await self._transition(
            TournamentId(post.subject), int(post.detail or post.number)
        )
        texts = await self._texts(transition.entry.act, transition.before, transition.after)
        if by is not None:
            return [_withdrawn(one, by) for one in texts]
        stays = isinstance(transition.entry.act, WITHDRAWABLE)
        ends = isinstance(transition.entry.act, CloseTournament)
        earlier = await self._earlier_end(state, texts, post) if ends else ()
        return [
            Announcement(
                one.text,
                allowed=pinging(one.called),
                view=one.view,
                stays=stays,
                instead=earlier[index] if index < len(earlier) else None,
            )
            for index, one in enumerate(texts)
        ]

    async def render_further(self, post: Post, complete: bool) -> Sequence[Announcement]:
        """Return one of several messages that announce an act."""
        first = replace(post, kind=PostKind.ANNOUNCED, detail="")
        return (await self.render(first, complete))[int(post.detail) :][:1]

    async def _transition(
        self, tournament: TournamentId, number: int
    ) -> tuple[TournamentState, AnnouncedRequest, TournamentEntry | None]:
        """Return an event, the acts of a request there, and the entry that undid them."""
        state = await self._games.tournaments.state(tournament)
        beginning, entries = await self._games.tournaments.history(tournament)
        transition = await in_thread(tournament, around, beginning, entries, number)
        named = replace(
            transition, before=transition.before.named_as(state), after=transition.after.named_as(state)
        )
        return state, named, withdrawals(entries).get(transition.entry.number)

    async def _earlier_end(
        self, state: TournamentState, texts: Sequence[EventMessage], post: Post | None = None
    ) -> Sequence[Delivered]:
        """Return the messages of an undone end with the same texts.

        ``post``: the current end's, which is ignored.
        """
        _, entries = await self._games.tournaments.history(state.tournament)
        if not any(isinstance(one.act, ReopenTournament) for one in entries):
            return ()
        topic: Topic = "tournament", state.tournament
        delivered = await self._games.outbox.delivered(topic)
        first = [one for one in delivered if one.post.kind == PostKind.ANNOUNCED and one.post != post]
        for one in first[::-1]:
            _, transition, by = await self._transition(state.tournament, one.post.number)
            if not isinstance(transition.entry.act, CloseTournament):
                continue
            if (
                by is None
                or await self._texts(transition.entry.act, transition.before, transition.after) != texts
            ):
                return ()
            kind = PostKind.FURTHER, one.post.number
            further = [part for part in delivered if (part.post.kind, part.post.number) == kind]
            return one, *sorted(further, key=lambda part: int(part.post.detail))
        return ()

    async def _texts(
        self, act: TournamentAct, before: TournamentState, after: TournamentState
    ) -> Sequence[EventMessage]:
        now = int(self._games.now().timestamp())
        guild = self._bot.get_guild(after.guild)
        return await announcements(self._games.leagues, guild, act, before, after, now)


def _withdrawn(one: EventMessage, by: TournamentEntry) -> Announcement:
    """Return a message struck through, with who undid or replaced its act."""
    limit = TEXT_LIMIT if one.framed else MESSAGE_LENGTH
    text = withdrawn_by(one.text, by.user, corrected=not by.undoes, limit=limit)
    return Announcement(text, one.text, view=replace(one, text=text).view, stays=True, withdrawn=True)
