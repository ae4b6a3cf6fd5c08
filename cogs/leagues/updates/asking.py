"""Who has to confirm a result hears of it: by a ping where it is shown, or in private where they like."""

from collections.abc import Iterable, Sequence

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core.delivery.sender import Sender
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
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


def pinging(users: Iterable[int]) -> discord.AllowedMentions:
    """The leave to ping these users and nobody else."""
    several = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=several or False, replied_user=False)


async def asked(settings: SettingsStore, state: LeagueState, record: ResultRecord, channel: int) -> Asked:
    """Who is asked to confirm a result that is shown in a channel; nobody once it is settled."""
    players = [state.players.get(state.resolved(player)) for player in record.waited_for]
    users = dict.fromkeys(one.user for one in players if one is not None and one.user is not None)
    here, in_private = list[int](), list[int]()
    for user in users:
        chosen = await settings.effective(SettingsScope(state.guild, (channel,), user))
        (in_private if chosen[ASK] else here).append(user)
    return Asked(here, in_private)


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
