"""Games that end differently from a judge's ruling on their table, which counts."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from cogs.core.delivery.announcement import Announcement
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.tournaments.updates.tables.notices import Notices
from cogs.tournaments.views import outcomes
from rules.pairings.pairings import Participant
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.log import about_table
from rules.tournaments.standings import ending_of
from rules.tournaments.state import Ruling, TableOutcome, TournamentState
from storage.posts import Post, PostKind, Topic
from storage.tournaments.change import Notice
from storage.tournaments.sql import PlayedTable

EMPTYING: Collection[Ruling] = (Ruling.NO_SHOW, Ruling.MATCH_LOSS, Ruling.DISQUALIFICATION)
"""Rulings that empty seats, by which the game ends."""


class OverruledGames:
    """Tells tables and judges that the judge's result counts, not the game's later ending."""

    def __init__(self, service: GameService, notices: Notices) -> None:
        self._outbox = service.games.outbox
        self._tournaments = service.games.tournaments
        self._notices = notices

    async def note(
        self, state: TournamentState, table: PlayedTable, ruled: TableOutcome, ended: TableOutcome
    ) -> None:
        """Queue a notice that a table's game has ended differently from a judge's ruling, once per ruling.

        An ending that the judge knew, because it counted before, isn't mentioned. Raises NotCommitted.
        """
        there = state.rounds[table.round - 1].tables[table.number]
        if ruled.ruling in EMPTYING or _is_same(there, ruled, ended):
            return
        _, entries = await self._tournaments.history(state.tournament)
        about = about_table(entries, table.round, table.number)
        entered = (one.act for one in about if isinstance(one.act, EnterOutcome) and not one.act.judged)
        known = (TableOutcome(winners=one.winners, lost=one.lost) for one in entered)
        if any(_is_same(there, one, ended) for one in known):
            return
        ruling = f"{table.round}:{table.number}:{about[-1].number}"
        topic: Topic = "tournament", state.tournament
        posts = [*self._outbox.of(topic)]
        posts += [one.post for one in await self._outbox.delivered(topic, PostKind.OVERRULED)]
        if any(one.kind == PostKind.OVERRULED and one.detail.startswith(f"{ruling}:") for one in posts):
            return
        numbers = ":".join(map(str, (len(ended.winners), *ended.winners, *ended.lost)))
        await self._tournaments.tell(
            state,
            Notice(PostKind.OVERRULED, f"{ruling}:{table.thread}:{numbers}", table.thread),
            Notice(PostKind.OVERRULED, f"{ruling}:0:{numbers}"),
        )

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Say at a table which result counts, and by whom; to the judges also how to enter another one."""
        then, (round, table, number, thread, won, *players), entries = await self._notices.then(post)
        ruling = next(one for one in entries if one.number == number)
        if not isinstance(ruling.act, EnterOutcome):
            return ()
        winners, lost = map(Participant, players[:won]), map(Participant, players[won:])
        ended = TableOutcome(winners=tuple(winners), lost=tuple(lost))
        line = tr(
            "Round {round}, table {n}: the game ended differently: {outcome}. The judge's result counts: "
            "{result}.",
            round=round,
            n=table,
            outcome=outcomes.at_table(then, round, table, ended),
            result=outcomes.at_table(then, round, table, ruling.act),
        )
        lines = [one for one in (line, outcomes.by(ruling)) if one]
        if thread:
            return (Announcement("\n".join(lines), line, stays=True),)
        last = tr("If the game's result is right, enter it with `/event result table:{n}`.", n=table)
        return [replace(one, stays=True) for one in await self._notices.to_judges(then, [*lines, last])]


def _is_same(there: Sequence[Participant], one: TableOutcome, other: TableOutcome) -> bool:
    """Return whether two outcomes are the same for everyone at a table."""
    if one.void or other.void:
        return one.void and other.void
    return all(ending_of(one, player) is ending_of(other, player) for player in there)
