"""How what came of an action is answered: whether only totals changed, and who is called to their turn."""

from collections.abc import Sequence

import discord

from cogs.ui.language import tr
from rules import events as ev
from rules.game import Game
from storage.games import Committed

TOTALS = (
    ev.LifeLost,
    ev.LifeGained,
    ev.CountersAdded,
    ev.CountersRemoved,
    ev.DamageDealt,
    ev.ChecksMade,
)
"""Facts after which the board says all that there is to know."""


def only_totals(committed: Committed) -> bool:
    """Whether nothing happened but changes of totals."""
    return all(isinstance(event, TOTALS) for event in committed.entry.events)


def turn_begins_for(committed: Committed) -> tuple[int, ...]:
    """The Discord users whose turn has just begun, without whoever made it begin."""
    game = committed.after
    if not isinstance(game, Game) or game.outcome is not None:
        return ()
    begun = {event.taker for event in committed.entry.events if isinstance(event, ev.TurnBegan)}
    members = [id for taker in game.active_takers if taker in begun for id in game.team_of(taker)]
    users = [game.player(id).user for id in members if game.player(id).in_game]
    return tuple(user for user in users if user is not None and user != committed.entry.user)


def call(users: Sequence[int]) -> str:
    """The line that calls people to their turn."""
    if not users:
        return ""
    return tr("{users} It's your turn.", users=" ".join(f"<@{user}>" for user in users))


def pinging(users: Sequence[int]) -> discord.AllowedMentions:
    """The leave to ping these people and nobody else."""
    objects = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, users=objects or False, roles=False, replied_user=False)
