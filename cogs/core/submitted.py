"""What was picked or filled in, read from the interaction alone: nothing has to remember who has it open."""

from collections.abc import Mapping, Sequence

import discord

Fields = Mapping[str, Sequence[str]]
"""What was typed into a form or picked from its lists, by the fields' custom_ids."""


def filled(interaction: discord.Interaction) -> Fields:
    """The fields of the form that was sent off; none for anything but a form."""
    rows = interaction.data.get("components") if interaction.data is not None else None
    found: dict[str, list[str]] = {}
    for row in rows or []:
        match row:
            case {"component": {"custom_id": str(name), "value": str(text)}}:
                found[name] = [text.strip()]
            case {"component": {"custom_id": str(name), "values": [*values]}}:
                found[name] = [f"{value}" for value in values]
            case _:
                pass
    return found


def picked(interaction: discord.Interaction) -> Sequence[str]:
    """What was picked from a list on a message; nothing for anything else."""
    values = interaction.data.get("values") if interaction.data is not None else None
    return [str(value) for value in values or []]


def typed(fields: Fields, name: str) -> str:
    """What was typed into a field, or the one option that was picked; empty for nothing."""
    return "".join(fields.get(name, ()))
