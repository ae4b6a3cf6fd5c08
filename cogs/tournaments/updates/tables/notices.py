"""Notices for channels of events and threads of tables, such as a result that was corrected."""

from collections.abc import Sequence

from discord.ext import commands

from cogs.core.components import ComponentRow, rows
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.roles import role_ping
from cogs.core.messaging import pinging
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, comma_separated, listed
from cogs.text.language import tr
from cogs.text.withdrawn import struck, withdrawn_by
from cogs.tournaments.pairing import would_have_changed
from cogs.tournaments.updates.tables.private_threads import organizers_of
from cogs.tournaments.views import event as view
from cogs.tournaments.views import outcomes
from cogs.tournaments.views import queue as queue_view
from cogs.tournaments.views import table as table_view
from cogs.tournaments.views.lines import drop_lines, no_show_line
from cogs.tournaments.views.plan import time_given
from rules.pairings.pairings import Participant
from rules.tournaments.absences import MarkNoShow
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import EnterOutcome, WithdrawOutcome, entering
from rules.tournaments.deadlines import GiveTime
from rules.tournaments.log import TournamentEntry, about_table, fold_entries, leaving, withdrawals
from rules.tournaments.state import TournamentId, TournamentState
from storage.engine.timestamps import milliseconds
from storage.posts import Post, PostKind
from storage.scheduler import Deadline
from storage.tournaments.change import Notice
from storage.tournaments.sql import PlayedTable
from storage.tournaments.tournaments import Tournaments
from storage.workers.threads import in_thread

Rendered = Sequence[Announcement]


def of_table(kind: PostKind, table: PlayedTable, *, there: bool = False) -> Notice:
    """Return the notice about a table for the event's channel; ``there``: for the table's thread."""
    detail = f"{table.round}:{table.number}"
    return Notice(kind, f"{detail}:{table.thread}", table.thread) if there else Notice(kind, detail)


async def rulings(
    tournaments: Tournaments, state: TournamentState, act: EnterOutcome, answered: int | None
) -> Sequence[Notice]:
    """Return the notices of a judge's result for an event's channel and a table.

    ``answered``: the channel or thread that needs no notice, since the judge's reply is there.
    """
    table = (await tournaments.queries.tables(state.tournament, act.round)).get(act.table)
    there = Notice(PostKind.CORRECTION, f"{act.round}:{act.table}")
    notices = [there] if table is None else [there, of_table(PostKind.CORRECTION, table, there=True)]
    return [
        one._replace(kind=PostKind.RESULT) if answered == (one.thread or state.channel) else one
        for one in notices
    ]


async def extensions(tournaments: Tournaments, state: TournamentState, act: GiveTime) -> Sequence[Notice]:
    """Return the notices of more time for the threads of the tables that get it."""
    known = await tournaments.queries.tables(state.tournament, len(state.rounds)) if state.rounds else {}
    tables = [act.table] if act.table else state.rounds[-1].unfinished if state.rounds else ()
    return [of_table(PostKind.EXTRA_TIME, known[one], there=True) for one in tables if one in known]


async def availability(
    tournaments: Tournaments, state: TournamentState, player: Participant
) -> Sequence[Notice]:
    """Return the notice, for a player's table of the last round if any, of when they can play."""
    thread = await thread_of(tournaments, state, player)
    return [] if thread is None else [Notice(PostKind.AVAILABLE, f"{len(state.rounds)}:{player}", thread)]


async def thread_of(tournaments: Tournaments, state: TournamentState, player: Participant) -> int | None:
    """Return the thread of a player's table in the last round; None without one."""
    if not state.rounds:
        return None
    last = state.rounds[-1]
    mine = [table for table in last.unfinished if player in last.tables[table]]
    known = await tournaments.queries.tables(state.tournament, len(state.rounds)) if mine else {}
    return next((known[table].thread for table in mine if table in known), None)


class Notices:
    """Renders the notices for events' channels, their judges and their tables."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._tournaments = service.games.tournaments

    async def late_change(self, post: Post, _complete: bool) -> Rendered:
        """Notify the judges of a result that has changed after the next round was paired."""
        state, (round, table) = await self._about(post)
        if state.over:
            return ()
        act = outcome_act(state, round, table)
        if isinstance(act, EnterOutcome):
            what = tr("The players changed the result: {result}", result=outcomes.result(state, act))
        else:
            what = tr("Round {round}, table {n}: the players undid the result.", round=round, n=table)
        lines = [what, *await would_have_changed(self._service, state, round, act)]
        return await self.to_judges(state, [*lines, tr("Enter a final result with `/event result`.")])

    async def result(self, post: Post, _complete: bool) -> Rendered:
        """Notify an event's channel of a result that a judge has entered or corrected."""
        then, (round, table, *_), entries = await self.then(post)
        known = about_table([one for one in entries if one.number <= post.number], round, table)
        last, was = known[-1], known[-2].act if len(known) > 1 else None
        if not isinstance(last.act, EnterOutcome):
            return ()
        earlier = was if isinstance(was, EnterOutcome) else None
        lines = [
            outcomes.result(then, last.act),
            outcomes.before(then, last.act, earlier),
            outcomes.by(last),  # which the answer to the judge doesn't say
            outcomes.own_table(then, last.act, last.user),
        ]
        return (_standing(lines, withdrawals(entries).get(last.number)),)

    async def closed_tables(self, post: Post, _complete: bool) -> Rendered:
        """Notify the judges that tables couldn't be opened."""
        state, _ = await self._about(post)
        if state.rules.private:
            text = tr(
                "Not every table could be opened. Arbiter needs the permissions Create Private Threads and "
                "Send Messages in Threads here; `/event show` tries again."
            )
        else:
            text = tr(
                "Not every table could be opened. Arbiter needs the permissions Create Public Threads and "
                "Send Messages in Threads here; `/event show` tries again."
            )
        return await self.to_judges(state, [text])

    async def table_gone(self, _post: Post, _complete: bool) -> Rendered:
        """Notify a table's thread that it is no longer part of the round."""
        return (_said(tr("This table is no longer part of the round.")),)

    async def table_over(self, post: Post, _complete: bool) -> Rendered:
        """Ask the players of a queue's finished table whether they play again, in one message.

        It is struck through if the table continues after all.
        """
        state, (round, table, *_) = await self._about(post)
        posted = await self._service.games.outbox.delivered(post.topic, post.kind)
        there = next((one for one in posted if one.post.detail == post.detail), None)
        over = round <= len(state.rounds) and table in state.rounds[round - 1].outcomes
        if state.over or not (over or there):
            return ()
        text = tr("Table {n} is over. Play again?", n=table)
        parts = rows(queue_view.requeue_button(state.tournament)) if over else ()
        return (Announcement(text if over else struck(text), rows=parts, stays=True, instead=there),)

    async def who_left(self, post: Post, _complete: bool) -> Rendered:
        """Say in a queue's channel who was removed without an answer."""
        state, players = await self._who(post)
        if state.over:
            return ()
        return (_said(tr("Left the queue without an answer: {players}.", players=players)),)

    async def who_plays(self, post: Post, _complete: bool) -> Rendered:
        """Say in a queue's channel who left it because they got a seat elsewhere."""
        state, players = await self._who(post)
        if state.over:
            return ()
        return (
            _said(tr("Left the queue, as they got a seat at another table: {players}.", players=players)),
        )

    async def _who(self, post: Post) -> tuple[TournamentState, str]:
        """Return the queue of a post and the names of its players."""
        state = await self._tournaments.state(TournamentId(post.subject))
        numbers = post.detail.rpartition(":")[2].split()
        return state, listed(view.entrant_name(state.players[Participant(int(number))]) for number in numbers)

    async def dropped(self, post: Post, _complete: bool) -> Rendered:
        """Announce that a player has dropped or is absent."""
        then, (_, number), entries = await self.then(post)
        player = Participant(number)
        left = leaving([one for one in entries if one.number <= post.number], player)
        absent = isinstance(left.act, MarkNoShow)
        lines = [no_show_line(then, player)] if absent else drop_lines(then, player)
        return (_standing(lines, withdrawals(entries).get(left.number)),)

    async def extra_time(self, post: Post, _complete: bool) -> Rendered:
        """Notify a table of the time that a judge has given it."""
        _, _, entries = await self.then(post)
        given = next(one for one in entries if one.number == post.number)
        if not isinstance(given.act, GiveTime):
            return ()
        judge = "" if given.user is None else tr("-# Given by {judge}.", judge=f"<@{given.user}>")
        lines = [time_given(given.act.minutes, given.act.table), judge]
        return (_standing(lines, withdrawals(entries).get(given.number)),)

    async def available(self, post: Post, _complete: bool) -> Rendered:
        """Notify a table of when one of its players can play."""
        state, (round, number) = await self._about(post)
        player = state.players[Participant(number)]
        if round != len(state.rounds) or state.over or player.available is None:
            return ()
        return (_said(table_view.available(player)),)

    async def reminder(self, post: Post, _complete: bool) -> Rendered:
        """Remind one table's players, unless it has ended or its time has changed."""
        state, (round, table, end) = await self._about(post)
        if state.over or round != len(state.rounds):
            return ()
        last, now = state.rounds[-1], self._service.games.now()
        late = end != last.deadline or now.timestamp() >= last.deadline
        if table not in last.unfinished or late:
            return ()
        players = [player for one in last.tables[table] for player in state.people(one)]
        called = [view.entrant_name(one) if one.user is None else f"<@{one.user}>" for one in players]
        when = f"<t:{last.deadline}:R>"
        line = tr("{players}: your table ends {when}.", players=comma_separated(called), when=when)
        text = truncate("\n".join([line, *table_view.times(state, table)]), MESSAGE_LENGTH)
        allowed = pinging(one.user for one in players if one.user is not None)
        return (Announcement(text, allowed=allowed, rows=table_view.when_i_can(state.tournament)),)

    async def round_over(self, post: Post, _complete: bool) -> Rendered:
        """Say that a round's time is up, unless it was extended, and call the judges to unplayed tables."""
        state, (round,) = await self._about(post)
        if state.over or round != len(state.rounds):
            return ()
        last, now = state.rounds[-1], self._service.games.now().timestamp()
        if not last.unfinished or now < last.deadline:
            return ()
        lines = [tr("**{round}**: time is up. Not played:", round=view.round_title(state))]
        for table in last.unfinished:
            players = comma_separated(view.entrant_name(state.players[one]) for one in last.tables[table])
            lines.append(tr("**Table {n}:** {players}", n=table, players=players))
        last_line = tr(
            "A judge decides: enter a result with `/event result`, or give the round more time with "
            "`/event deadline`."
        )
        return await self.to_judges(state, lines, last_line)

    async def to_judges(
        self,
        state: TournamentState,
        lines: Sequence[str],
        called: str = "",
        parts: Sequence[ComponentRow] = (),
    ) -> Rendered:
        """Return a message that pings the judges by their role, if there is one, as `role_ping` does.

        ``called``: the line that begins with the ping (default: the first one). ``parts``: its buttons.
        """
        role, judges, users = await self._service.judge_role(state.guild, state.channel), "", list[int]()
        if role is not None:
            known, guild = await organizers_of(self._service, state), self._bot.get_guild(state.guild)
            ping, users = await role_ping(guild, role, state.channel, known)
            judges = f"{ping} "
        text = "\n".join([*lines, judges + called] if called else [judges + lines[0], *lines[1:]])
        return (Announcement(truncate(text, MESSAGE_LENGTH), allowed=pinging(users, role), rows=parts),)

    async def _about(self, post: Post) -> tuple[TournamentState, Sequence[int]]:
        """Return the event of a post, and the numbers of its detail."""
        state = await self._tournaments.state(TournamentId(post.subject))
        return state, [int(one) for one in post.detail.split(":") if one]

    async def then(self, post: Post) -> tuple[TournamentState, Sequence[int], Sequence[TournamentEntry]]:
        """Return the event at the time of a post, the numbers of the post's detail, and the event's log."""
        state, numbers = await self._about(post)
        beginning, entries = await self._tournaments.history(state.tournament)
        until = [one for one in entries if one.number <= post.number]
        then = await in_thread(state.tournament, fold_entries, beginning, until)
        return then.named_as(state), numbers, entries

    async def adopt(self, deadline: Deadline) -> None:
        """Post what an earlier version had scheduled for this deadline."""
        tournament, *rest = deadline.key.split(":")
        state = await self._tournaments.state(TournamentId(int(tournament)))
        notice = Notice(PostKind(deadline.kind), ":".join(filter(None, (*rest, deadline.note))))
        if notice.kind is PostKind.AVAILABLE:
            notice = notice._replace(
                thread=await thread_of(self._tournaments, state, Participant(int(rest[1])))
            )
        elif notice.kind in (PostKind.TABLE_OVER, PostKind.ROUND_REMINDER):
            known = await self._tournaments.queries.tables(state.tournament, int(rest[0]))
            notice = notice._replace(thread=known[int(rest[1])].thread if int(rest[1]) in known else None)
        await self._tournaments.tell(state, notice, made=milliseconds(deadline.due))


def _said(text: str) -> Announcement:
    return Announcement(truncate(text, MESSAGE_LENGTH))


def _standing(lines: Sequence[str], by: TournamentEntry | None) -> Announcement:
    """Return a notice that may be withdrawn: struck through if an entry has done that."""
    text = "\n".join(filter(None, lines))
    if by is not None:
        text = withdrawn_by(text, by.user, corrected=not by.undoes)
    return Announcement(truncate(text, MESSAGE_LENGTH), lines[0], stays=True, withdrawn=by is not None)


def outcome_act(state: TournamentState, round: int, table: int) -> TournamentAct:
    """Return the act that led to a table's present state."""
    outcome = state.rounds[round - 1].outcomes.get(table) if round <= len(state.rounds) else None
    if outcome is None:
        return WithdrawOutcome(round=round, table=table)
    return entering(round, table, outcome)
