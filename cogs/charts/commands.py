"""/chart and the charts of games that end: drawn and described without anybody waiting."""

import io
import logging
from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.core.context import scope_of
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.service import GameCog, GameService
from cogs.drawing.truncate import truncate
from cogs.summary import curves_of_log
from cogs.summary.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.text.formatting import listed
from cogs.text.language import numeral, tr, trn, trp
from cogs.text.withdrawn import withdrawn
from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.games.games import Committed
from storage.games.outbox import post_of
from storage.posts import Post, PostKind
from storage.scheduler import Deadline, RetryLater
from storage.settings.definitions import CHART
from storage.settings.settings import SettingsScope
from storage.workers.pool import Named, TaskFailed
from storage.workers.slices import pause

_log = logging.getLogger(__name__)

DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""
MAX_SENTENCES = 8
"""Up to this many totals each has its own sentence."""
DESCRIBED_LEADERS = 5

DRAW = Named("cogs.charts.plot", "drawn")


def describe(curves: LifeCurves) -> str:
    """Return who leads or has won, who left when and why, and how every total went, as far as it fits."""
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


def _went_out(curves: LifeCurves) -> list[str]:
    """Return the departures in order; those in the same turn for the same reason together."""
    out = sorted((line for line in curves.lines if line.fate is Fate.OUT), key=lambda line: line.end)
    groups: dict[tuple[int, str], list[str]] = {}
    for line in out:
        groups.setdefault((line.turn, line.why), []).append(line.name)
    sentences: list[str] = []
    for (turn, why), names in groups.items():
        values = {"who": listed(names), "why": why, "turn": turn}
        if curves.turns:
            text = trn(
                "{who} was knocked out on turn {turn}: {why}.",
                "{who} were knocked out on turn {turn}: {why}.",
                len(names),
                **values,
            )
        else:
            text = trn(
                "{who} was knocked out: {why}.", "{who} were knocked out: {why}.", len(names), **values
            )
        sentences.append(text)
    return sentences


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
        between=trp("list", ", ").join(_at(x, total, curves) for x, total in between),
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
        if len(text) + len(sentence) + 3 > DESCRIPTION:
            return f"{text} …"
        text = f"{text} {sentence}"
    return truncate(text, DESCRIPTION)


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
        curves = await curves_of_log.curves_in_slices(view.game, await self.service.games.history(view.game))
        if curves is None:
            raise Refusal("not_started")
        await pause()
        guild = scope_of(interaction).guild
        self.service.workers.require_room(guild)
        await put_off(interaction)
        await respond(interaction, files=[await self._draw(curves, guild)])

    async def follow(self, scope: SettingsScope, committed: Committed) -> None:
        """Post the chart of a game that this has ended, where the settings want one."""
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
        """Return the chart of an ending, or what it says where it was posted before the ending was undone.

        There is none if the game has continued, no total has changed, or one that was posted shows the same;
        where that was of an ending that was undone, it is of this one from now on.
        """
        game = GameId(post.subject)
        text = "-# " + tr("Life chart for game {number}", number=game)
        if (by := await self.service.games.withdrawal(game, post.number)) is not None:
            return (Announcement(withdrawn(text, by), text, stays=True, withdrawn=True),)
        posted = await self.service.games.outbox.delivered(post.topic, post.kind)
        if post.number in [one.post.number for one in posted]:
            return (Announcement(text, stays=True),)
        view = await self.service.view(game)
        if view.entries[-1].at != post.number:
            return ()
        log = await self.service.read_log(view)
        curves = await curves_of_log.curves_in_slices(game, log.line(post.number))
        if curves is None or curves.flat:
            return ()
        for one in posted:
            if await curves_of_log.curves_in_slices(game, log.line(one.post.number)) != curves:
                continue
            if await self.service.games.withdrawal(game, one.post.number) is None:
                return ()
            return (Announcement(text, instead=one, stays=True),)
        try:
            return (Announcement(text, file=await self._draw(curves, view.location.guild or 0), stays=True),)
        except TaskFailed as error:
            _log.warning("The chart of game %s can't be drawn: %s", post.subject, error)
            return ()
        except Refusal as error:
            raise RetryLater(str(error)) from error

    async def _draw(self, curves: LifeCurves, guild: int) -> discord.File:
        png = await self.service.workers.run(guild, DRAW, curves)
        return discord.File(io.BytesIO(png), "life-totals.png", description=describe(curves))
