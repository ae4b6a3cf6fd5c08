"""Deferred answers, for work that takes longer than Discord waits."""

import discord

_DEFERRED = "deferred"


async def put_off(interaction: discord.Interaction, *, private: bool = False, thinking: bool = False) -> None:
    """Defer an answer; ``private``: only the user will see it.

    ``thinking``: a press is answered by a new message, as commands are.
    """
    await interaction.response.defer(ephemeral=private, thinking=thinking)
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        interaction.extras[_DEFERRED] = private


def deferred(interaction: discord.Interaction) -> bool | None:
    """Return whether only the user will see the deferred answer; None if there is none."""
    return interaction.extras.get(_DEFERRED)


def mark_filled(interaction: discord.Interaction) -> None:
    """Record that the deferred answer is filled in."""
    interaction.extras.pop(_DEFERRED, None)
