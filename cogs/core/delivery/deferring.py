"""Answers that are put off because they take longer than Discord waits, until they are filled in."""

import discord

_DEFERRED = "deferred"


async def put_off(interaction: discord.Interaction, *, private: bool = False, thinking: bool = False) -> None:
    """Put an answer off; ``private``: only the user is going to see it.

    ``thinking``: a press is answered by a message of its own, as commands are.
    """
    await interaction.response.defer(ephemeral=private, thinking=thinking)
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        interaction.extras[_DEFERRED] = private


def deferred(interaction: discord.Interaction) -> bool | None:
    """Return whether only the user sees the answer that is still to be filled in; None without such a one."""
    return interaction.extras.get(_DEFERRED)


def mark_filled(interaction: discord.Interaction) -> None:
    """Note that the answer that was put off is there."""
    interaction.extras.pop(_DEFERRED, None)
