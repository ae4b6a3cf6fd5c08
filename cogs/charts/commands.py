"""/chart and the charts of games that end: drawn and described without anybody waiting."""

import asyncio
import io
import logging
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import locale
from cogs.core.context import scope_of
from cogs.core.delivery.announcer import GIVEN_UP
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.visibility import HiddenChannel
from cogs.core.messaging import LOST, respond, trace
from cogs.core.replies import ends
from cogs.core.service import GameCog, GameService
from cogs.drawing.cutting import shortened
from cogs.summary import curves_of_log
from cogs.summary.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.text.formatting import listed
from cogs.text.language import speaking, tr, trn, trp
from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.games.games import Committed, GameView
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import CHART
from storage.settings.settings import SettingsScope
from storage.workers.pool import Named, TaskFailed
from storage.workers.slices import pause

DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""
FEW = 8
"""Up to this many totals each has its own sentence."""
LEADERS = 5

_log = logging.getLogger(__name__)

DRAW = Named("cogs.charts.plot", "drawn")
FAREWELL = 3.0
"""Seconds that the bot waits at its end for pictures to be posted."""


def describe(curves: LifeCurves) -> str:
    """Who is ahead or has won, who went out when and why, and how every total went, as far as it fits."""
    sentences = [tr("Life totals over the game. {about}.", about=curves.about), f"{curves.heading}."]
    if len(curves.lines) > FEW:
        standing = [line for line in curves.lines if line.fate is not Fate.OUT]
        leaders = sorted(standing, key=lambda line: -line.total)[:LEADERS]
        totals = listed(f"{line.name} {line.total}" for line in leaders)
        if len(standing) > len(leaders):
            sentences += [tr("Highest of {n} totals at the end: {totals}.", n=len(standing), totals=totals)]
        else:
            sentences += [tr("Highest at the end: {totals}.", totals=totals)]
    sentences += _went_out(curves)
    if len(curves.lines) <= FEW:
        sentences += [_course(line, curves) for line in curves.lines]
    return _fitting(sentences)


def _went_out(curves: LifeCurves) -> list[str]:
    """Who went out, in that order; those who did in the same turn for the same reason together."""
    out = sorted((line for line in curves.lines if line.fate is Fate.OUT), key=lambda line: line.end)
    groups: dict[tuple[int, str], list[str]] = {}
    for line in out:
        groups.setdefault((line.turn, line.why), []).append(line.name)
    sentences: list[str] = []
    for (turn, why), names in groups.items():
        values = {"who": listed(names), "why": why, "turn": turn}
        if curves.turns:
            text = trn(
                "{who} is out on turn {turn}: {why}.",
                "{who} are out on turn {turn}: {why}.",
                len(names),
                **values,
            )
        else:
            text = trn("{who} is out: {why}.", "{who} are out: {why}.", len(names), **values)
        sentences.append(text)
    return sentences


def _course(line: LifeLine, curves: LifeCurves) -> str:
    """A total from its start by its highest and lowest to its end."""
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
    return shortened(text, DESCRIPTION)


class ChartCog(GameCog):
    """/chart, and the charts of games that end."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        super().__init__(service)
        self._bot = bot
        self._posting: set[asyncio.Task[None]] = set()

    async def cog_unload(self) -> None:
        """Let charts that are on their way be posted, if that is soon, and stop."""
        if self._posting:
            _, late = await asyncio.wait(self._posting, timeout=FAREWELL)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

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
            task = locale.in_background(self._post_or_wait(committed), "chart of an ended game")
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _post_or_wait(self, committed: Committed) -> None:
        try:
            await self._post_or_warn(committed)
        except HiddenChannel:
            key, now = f"{committed.game}:{committed.entry.number}", self.service.games.now()
            await self.service.games.deadlines.set(Deadline(DeadlineKind.CHART, key, now))

    async def post_later(self, deadline: Deadline) -> None:
        """Post a chart once the bot may view its channel, unless it has waited too long.

        Raises HiddenChannel until then.
        """
        game, entry = map(int, deadline.key.split(":"))
        recalled = await self.service.games.recall(GameId(game), entry)
        if recalled is not None and self.service.games.now() - recalled[0].entry.when <= GIVEN_UP:
            await self._post_or_warn(recalled[0])

    async def _post_or_warn(self, committed: Committed) -> None:
        """Post a chart; raises HiddenChannel."""
        try:
            await self._post(committed)
        except (discord.HTTPException, *LOST, TaskFailed, Refusal) as error:
            game = committed.game
            _log.warning("The picture of game %s could not be posted: %s", game, error, exc_info=trace(error))

    async def _post(self, committed: Committed) -> None:
        """Post the chart of an ending, unless it was undone, no total has changed, or the same chart was
        posted before."""
        then = await self.service.games.view(committed.game)
        if then is None:
            return
        self.service.sender.require_visible(then.location.channel, then.location.parent)
        with speaking(await locale.of_place(self._bot, self.service.settings, then.location)):
            await self._post_of(then, committed)

    async def _post_of(self, then: GameView, committed: Committed) -> None:
        games, number = self.service.games, committed.game
        log = await self.service.read_log(then)
        curves = await curves_of_log.curves_in_slices(number, log.line(committed.entry.number))
        earlier = (entry for entry in log.entries if ends(entry) and entry.number < committed.entry.number)
        if curves is None or curves.flat:
            return
        for one in earlier:
            if await curves_of_log.curves_in_slices(number, log.line(one.number)) == curves:
                return
        file = await self._draw(curves, then.location.guild or 0)
        now = await games.view(number)
        if now is None or not then.table == now.table == committed.after:
            return
        text = "-# " + tr("Life chart for game {number}", number=number)
        cause = f"chart {number} {committed.entry.number}"
        place = now.location
        await self.service.sender.send(place.channel, cause, text, parent=place.parent, file=file)

    async def _draw(self, curves: LifeCurves, guild: int) -> discord.File:
        png = await self.service.workers.run(guild, DRAW, curves)
        return discord.File(io.BytesIO(png), "life-totals.png", description=describe(curves))
