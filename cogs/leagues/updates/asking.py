"""Who has to confirm a result hears of it: by a ping where it is shown, or in private where they like."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core.delivery.sender import Sender
from cogs.core.messaging import pinging
from rules.leagues.result import PlayerNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import ASK
from storage.settings.settings import SettingsScope, SettingsStore


class Asked(Struct, frozen=True):
    """The Discord users whose confirmation a result waits for, by where they want to be asked."""

    here: Sequence[int] = ()
    in_private: Sequence[int] = ()

    @property
    def allowed(self) -> discord.AllowedMentions:
        """The leave to ping those who are asked where the result is shown."""
        return pinging(self.here)


async def asked(settings: SettingsStore, state: LeagueState, record: ResultRecord, channel: int) -> Asked:
    """Who is asked to confirm a result that is shown in a channel; nobody once it is settled."""
    users = dict.fromkeys(_users(state, record.waited_for))
    here, in_private = list[int](), list[int]()
    for user in users:
        chosen = await settings.effective(SettingsScope(state.guild, (channel,), user))
        (in_private if chosen[ASK] else here).append(user)
    return Asked(here, in_private)


def calling(
    state: LeagueState, record: ResultRecord, kind: str, users: Collection[int], now: datetime
) -> Deadline:
    """Return the deadline by which these users are pinged where a result is shown, which may be hidden now.

    ``kind``: of the message that pings them. It takes the place of an earlier one of the result.
    """
    players = [one for one in record.waited_for if any(user in users for user in _users(state, [one]))]
    note = f"{kind} {','.join(map(str, players))}"
    return Deadline(DeadlineKind.CALLED, f"{state.league}:{record.number}", now, note)


def called(state: LeagueState, record: ResultRecord, deadline: Deadline) -> tuple[str, Sequence[int]]:
    """Return the kind of message of a deadline by `calling`, and those of its users who are waited for."""
    kind, _, players = deadline.note.partition(" ")
    waited = [one for one in record.waited_for if str(one) in players.split(",")]
    return kind, [*dict.fromkeys(_users(state, waited))]


def _users(state: LeagueState, players: Iterable[PlayerNumber]) -> list[int]:
    """Return the Discord users who speak for players, as far as there are any."""
    known = [state.players.get(state.resolved(player)) for player in players]
    return [one.user for one in known if one is not None and one.user is not None]


async def ask(
    bot: commands.AutoShardedBot,
    sender: Sender,
    view: discord.ui.LayoutView,
    users: Iterable[int],
    cause: str,
) -> list[int]:
    """Send a message to these users in private; gives those whom Discord doesn't let it reach.

    ``cause`` is the same where the same message is sent once more.
    """
    missed = list[int]()
    for user in users:
        try:
            private = await bot.create_dm(discord.Object(user))
            await sender.send(private.id, f"{cause} {user}", view=view)
        except (discord.Forbidden, discord.NotFound):
            missed.append(user)
    return missed
