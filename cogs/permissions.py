"""Who may do what at a table: the people seated at it, and the server's moderators."""

from collections.abc import Callable

import discord

from rules.game import Game, PlayerId
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import Table

Allow = Callable[[Table], None]
"""A check made on the table as it is when the action's turn comes; raises Refusal."""


def is_moderator(interaction: discord.Interaction) -> bool:
    """Whether whoever acts may manage messages, threads or the server here."""
    may = interaction.permissions
    return may.administrator or may.manage_guild or may.manage_messages or may.manage_threads


def seat_of(table: Table, user: int) -> PlayerId | None:
    """The player that a Discord user is at this table, one who has left the game too."""
    people = table.seated if isinstance(table, Lobby) else table.players
    return next((one.id for one in people if one.user == user), None)


def seated_or_moderator(interaction: discord.Interaction) -> Allow:
    """Lets people at the table and moderators act."""

    def allow(table: Table) -> None:
        if seat_of(table, interaction.user.id) is None and not is_moderator(interaction):
            raise Refusal("not_seated_may_not")

    return allow


def require_own_concession(interaction: discord.Interaction, game: Game, who: PlayerId) -> None:
    """Only the player, or a moderator, concedes for somebody with a Discord account (104.3a); anyone at the
    table does for a guest."""
    player = game.player(who)
    if player.user not in (None, interaction.user.id) and not is_moderator(interaction):
        raise Refusal("concede_for_other", who=player.name)
