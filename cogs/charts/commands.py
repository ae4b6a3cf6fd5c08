"""/chart and the pictures of games that end: drawn and described without anyone waiting."""

import io
import logging
from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.charts.records import records_of
from cogs.core.context import scope_of
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.service import GameCog, GameService
from cogs.drawing.truncate import truncate
from cogs.summary import curves_of_log
from cogs.summary.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.summary.end_card import EndCard
from cogs.summary.end_card_of_log import end_card
from cogs.summary.turning_point import knocked_out
from cogs.text.facts.sheets import in_a_sentence
from cogs.text.formatting import comma_separated, listed
from cogs.text.language import numeral, tr
from cogs.text.log.game_log import GameLogText
from cogs.text.withdrawn import withdrawn
from rules.actions.endings import CreditKnockOut
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.games.games import Committed, GameView, LogEntry
from storage.games.outbox import post_of
from storage.posts import Delivered, Post, PostKind
from storage.scheduler import Deadline, RetryLater
from storage.settings.definitions import CHART
from storage.settings.settings import SettingsScope
from storage.workers.pool import Named, TaskFailed
from storage.workers.slices import pause

_log = logging.getLogger(__name__)

CHART_DESCRIPTION_LIMIT = 1024
"""Characters that Discord takes as a picture's description."""
MAX_SENTENCES = 8
"""Up to this many totals each has its own sentence."""
DESCRIBED_LEADERS = 5

DRAW, DRAW_END = Named("cogs.charts.plot", "draw_curves"), Named("cogs.charts.end_plot", "draw_end_card")


def describe(curves: LifeCurves) -> str:
    """Return who leads or has won, who left when and why, and the course of every total, as far as it
    fits."""
    sentences = [tr("Life totals over the game. {about}.", about=curves.about), f"{curves.heading}."]
    if len(curves.lines) > MAX_SENTENCES:
        standing = [line for line in curves.lines if line.fate is not Fate.OUT]
        leaders = sorted(standing, key=lambda line: -line.total)[:DESCRIBED_LEADERS]
        totals = listed(f"{line.name} {numeral(line.total)}" for line in leaders)
        if len(standing) > len(leaders):
            sentences += [tr("Highest of {n} totals at the end: {totals}.", n=len(standing), totals=totals)]
        else:
            sentences += [tr("Highest at the end: {totals}.", totals=totals)]
    sentences += _went_out(curves)
    if len(curves.lines) <= MAX_SENTENCES:
        sentences += [_course(line, curves) for line in curves.lines]
    return _fitting(sentences)


def describe_end(card: EndCard) -> str:
    """Return a finished game in words, with its players, who knocked them out, and its facts."""
    curves = card.curves
    sentences = [tr("Life totals over the game. {about}.", about=curves.about), f"{curves.heading}."]
    for player in card.players:
        said = comma_separated(filter(None, (player.about, player.ending)))
        sentences.append(f"{player.name} {numeral(player.total)}{f' ({said})' if said else ''}.")
    sentences += [f"{card.others}."] if card.others else []
    sentences += map(in_a_sentence, card.facts)
    if len(curves.lines) <= MAX_SENTENCES:
        sentences += [_course(line, curves) for line in curves.lines]
    return _fitting(sentences)


def _went_out(curves: LifeCurves) -> list[str]:
    """Return the departures in order, grouped by turn and reason."""
    out = sorted((line for line in curves.lines if line.fate is Fate.OUT), key=lambda line: line.end)
    groups: dict[tuple[int, str], list[str]] = {}
    for line in out:
        groups.setdefault((line.turn, line.why), []).append(line.name)
    return [knocked_out(who, why, turn if curves.turns else 0) for (turn, why), who in groups.items()]


def _course(line: LifeLine, curves: LifeCurves) -> str:
    """Return a total from its start by its highest and lowest to its end."""
    first, last = line.points[0], line.points[-1]
    high = max(line.points, key=lambda point: point[1])
    low = min(line.points, key=lambda point: point[1])
    between = sorted(point for point in {high, low} if point[1] not in (first[1], last[1]))
    if first[1] == last[1] and not between:
        return tr("{who} stays at {total}.", who=line.name, total=last[1])
    if not between:
        return tr("{who} starts at {first} and ends at {last}.", who=line.name, first=first[1], last=last[1])
    return tr(
        "{who} starts at {first}, reaches {between}, and ends at {last}.",
        who=line.name,
        first=first[1],
        between=comma_separated(_at(x, total, curves) for x, total in between),
        last=last[1],
    )


def _at(x: float, total: int, curves: LifeCurves) -> str:
    turn: TurnMark | None = next((turn for turn in reversed(curves.turns) if turn.at <= x), None)
    if turn is None:
        return str(total)
    return tr("{total} on turn {turn}", total=total, turn=turn.number)


def _fitting(sentences: Sequence[str]) -> str:
    text = sentences[0]
    for sentence in sentences[1:]:
        if len(text) + len(sentence) + 3 > CHART_DESCRIPTION_LIMIT:
            return f"{text} …"
        text = f"{text} {sentence}"
    return truncate(text, CHART_DESCRIPTION_LIMIT)


class ChartCog(GameCog):
    """/chart, and the charts of games that end."""

    def __init__(self, service: GameService) -> None:
        super().__init__(service)

    @anywhere
    @app_commands.command()
    @app_commands.describe(game="Number of an earlier game in this channel (default: the latest)")
    async def chart(
        self, interaction: discord.Interaction, game: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show everyone the game's life chart"""
        view = await self.service.view_here(interaction, game)
        entries = await self.service.games.history(view.game)
        curves = await curves_of_log.curves_in_slices(view.game, entries)
        if curves is None:
            raise Refusal("not_started")
        await pause()
        guild = scope_of(interaction).guild
        self.service.workers.require_room(guild)
        await put_off(interaction)
        card = await self._card(view, entries, curves)
        await respond(interaction, files=[await self._draw(card or curves, guild)])

    async def follow(self, scope: SettingsScope, committed: Committed) -> None:
        """Post the chart of a game that this entry has ended, if the settings ask for one."""
        if (await self.service.settings.effective(scope))[CHART]:
            await self._post(committed)

    async def post_later(self, deadline: Deadline) -> None:
        """Post a chart that an earlier version could not, as its channel was hidden."""
        game, entry = map(int, deadline.key.split(":"))
        recalled = await self.service.games.recall(GameId(game), entry)
        if recalled is not None:
            await self._post(recalled[0])

    async def _post(self, committed: Committed) -> None:
        view, entry = await self.service.view(committed.game), committed.entry
        await self.service.games.outbox.send(post_of(view, entry, PostKind.CHART, entry.at))

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the picture of an ending, or its struck-through caption if the ending was undone after
        posting.

        There is none if the game has continued, or if it has no result and no total has changed. Where one
        that was posted shows the same totals, as after a fix, it is drawn again, and is of this ending from
        now on.
        """
        game = GameId(post.subject)
        text = "-# " + tr("Life chart for game {number}", number=game)
        if (by := await self.service.games.withdrawal(game, post.number)) is not None:
            return (Announcement(withdrawn(text, by), text, stays=True, withdrawn=True),)
        view = await self.service.view(game)
        log = await self.service.read_log(view)
        at = view.entries[-1].at
        if not _is_of(post.number, at, log.entries):
            return ()
        entries = [*log.line(at)]
        curves = await curves_of_log.curves_in_slices(game, entries)
        if curves is None:
            return ()
        instead = await self._shows_same(post, log, curves)
        card = await self._card(view, entries, curves)
        if card is None and curves.flat:
            return ()
        try:
            file = await self._draw(card or curves, view.location.guild or 0)
        except TaskFailed as error:
            _log.warning("The chart of game %s can't be drawn: %s", post.subject, error)
            return (Announcement(text, instead=instead, stays=True),) if instead is not None else ()
        except Refusal as error:
            raise RetryLater(str(error)) from error
        return (Announcement(text, file=file, instead=instead, stays=True),)

    async def _shows_same(self, post: Post, log: GameLogText, curves: LifeCurves) -> Delivered | None:
        """Return another ending's post with the same totals; None if this ending has its own post."""
        posted = await self.service.games.outbox.delivered(post.topic, post.kind)
        if post.number in [one.post.number for one in posted]:
            return None
        for one in posted:
            then = await curves_of_log.curves_in_slices(GameId(post.subject), log.line(one.post.number))
            if then == curves:
                return one
        return None

    async def _card(self, view: GameView, entries: Sequence[LogEntry], curves: LifeCurves) -> EndCard | None:
        """Return the content of a finished game's picture; None for a game without a result."""
        if not isinstance(view.table, Game) or not curves.over:
            return None
        records = await records_of(self.service.games.leagues, view.game)
        identity = self.service.commanders.color_identity
        return end_card(view.game, view.table, entries, curves, identity, records)

    async def _draw(self, shown: LifeCurves | EndCard, guild: int) -> discord.File:
        over = isinstance(shown, EndCard)
        png = await self.service.workers.run(guild, DRAW_END if over else DRAW, shown)
        text = describe_end(shown) if over else describe(shown)
        return discord.File(io.BytesIO(png), "life-totals.png", description=text)


def _is_of(ending: int, at: int, entries: Sequence[LogEntry]) -> bool:
    """Return whether the only changes of a game since its ending, up to an entry, are credits for
    knock-outs."""
    numbered = {entry.number: entry for entry in entries}
    while at > ending and isinstance(numbered[at].action, CreditKnockOut):
        at = numbered[at].parent
    return at == ending
