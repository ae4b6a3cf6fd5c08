"""The thread of a dispute: opened with the players and the judges, closed by the ruling."""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

import discord
from discord.ext import commands

from cogs.core.delivery.roles import role_ping
from cogs.core.delivery.threads import open_thread
from cogs.core.messaging import DISCORD_UNAVAILABLE, exc_info_if_ours, pinging
from cogs.core.service import GameService
from cogs.leagues.views import audit
from cogs.leagues.views import result as result_view
from cogs.text.formatting import escape
from cogs.text.language import tr
from cogs.text.leagues import text
from rules.leagues.acts.results import Dispute, EditResult, RestoreVoided, Rule, VoidResult
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.sql import LeagueMessage

_log = logging.getLogger(__name__)

MAX_CALLED = 20


async def reasons_of(leagues: Leagues, state: LeagueState, record: ResultRecord) -> list[str]:
    """Return the statements for and against a result, oldest first."""
    lines: list[str] = []
    for entry in reversed(await leagues.audit(state.league, result=record.number, limit=10)):
        if isinstance(entry.act, Dispute):
            said = escape(entry.act.reason) or tr("no reason given")
            lines.append(f"> {text.name(state, entry.act.player)}: {said}")
        elif isinstance(entry.act, Rule | VoidResult | RestoreVoided | EditResult):
            lines.append(f"> {audit.ledger_line(state, entry)}")
    return lines


async def opened(
    bot: commands.AutoShardedBot,
    game_service: GameService,
    state: LeagueState,
    record: ResultRecord,
    where: LeagueMessage | None,
    reasons: Sequence[str],
    send: Callable[[int, discord.ui.LayoutView, discord.AllowedMentions], Awaitable[LeagueMessage]],
) -> LeagueMessage | None:
    """Open a thread at a result's message, or else post in its channel; return None if neither is possible.

    ``send`` posts a message in a channel and returns it.
    """
    if where is None:
        return None
    called, allowed = await _called(bot, game_service, state, record, where)
    view = result_view.dispute_message(state, record, reasons, called)
    thread = await _thread(bot, state, record, where)
    for channel in filter(None, (thread, where.channel)):
        with contextlib.suppress(discord.Forbidden):
            return await send(channel, view, allowed)
    _log.info("The dispute about result %s of league %s can't be shown", record.number, state.league)
    return None


async def update_thread(
    bot: commands.AutoShardedBot,
    game_service: GameService,
    state: LeagueState,
    record: ResultRecord,
    shown: LeagueMessage,
    reasons: Sequence[str],
    parent: int | None,
) -> bool:
    """Show the current state of a dispute; a ruling closes its thread. Return False if Discord forbids
    that.

    ``parent``: the channel of the dispute's thread. Raises HiddenChannel.
    """
    view = result_view.dispute_message(state, record, reasons, "")
    try:
        with contextlib.suppress(discord.NotFound):
            await game_service.sender.edit(shown.channel, shown.message, parent=parent, view=view)
    except discord.Forbidden:
        return False
    if record.state is not ResultState.DISPUTED:
        await _close(bot, shown.channel)
    return True


async def _close(bot: commands.AutoShardedBot, channel: int) -> None:
    """Archive a dispute's thread, which discord.py may not know after Discord archived it."""
    with contextlib.suppress(discord.HTTPException):
        thread = bot.get_channel(channel) or await bot.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=True)


async def _thread(
    bot: commands.AutoShardedBot, state: LeagueState, record: ResultRecord, where: LeagueMessage
) -> int | None:
    """Open a thread in the channel; return None if the bot may not."""
    channel = bot.get_channel(where.channel)
    if not isinstance(channel, discord.TextChannel):
        return None
    name = tr("{league}: result {number}", league=state.rules.name, number=record.number)
    try:
        return await open_thread(channel, name, message=where.message)
    except discord.HTTPException as error:
        if isinstance(error, DISCORD_UNAVAILABLE):
            raise
        _log.info("No thread in channel %s: %s", where.channel, error, exc_info=exc_info_if_ours(error))
        return None


async def _called(
    bot: commands.AutoShardedBot,
    game_service: GameService,
    state: LeagueState,
    record: ResultRecord,
    where: LeagueMessage,
) -> tuple[str, discord.AllowedMentions]:
    """Return the line that pings the players and the judges, and the allowed mentions.

    If Discord wouldn't deliver a ping of the judge role, its known members are pinged, too.
    """
    players = [state.players.get(state.resolved(one)) for one in record.result.players]
    users = [one.user for one in players if one is not None and one.user is not None][:MAX_CALLED]
    role = await game_service.judge_role(state.guild, *filter(None, (where.channel, where.parent)))
    mentions, judges = [f"<@{user}>" for user in dict.fromkeys(users)], list[int]()
    if role is not None:
        known = await game_service.games.leagues.queries.judges(state.league)
        guild = bot.get_guild(state.guild)
        ping, judges = await role_ping(guild, role, where.channel, [one for one in known if one not in users])
        mentions.append(ping)
    people = " ".join(mentions)
    return tr("{people}: what happened? A judge will rule.", people=people), pinging([*users, *judges], role)
