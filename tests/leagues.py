"""Leagues as people use them: begun through the form, results reported, messages pressed."""

import discord

from tests.evening import Evening
from tests.reading import Said, said, text

LEAGUE = 1
"""The first league of an evening."""


async def create(
    evening: Evening, name: str = "Friday", preset: str = "pods", by: str = "all", who: str = "Ana"
) -> Said:
    """Somebody begins a league of the table's channel; what they read then."""
    shown = await evening.people[who].slash(evening.channel, "league create")
    values = {"name": name, "preset": [preset], "channels": [evening.channel], "by": [by]}
    return said(await evening.people[who].submit_modal(shown, values))


async def report(evening: Evening, who: str, players: str, **options: object) -> Said:
    """Somebody reports a result, people by their mentions where they have an account."""
    typed = players
    for name, person in evening.people.items():
        typed = typed.replace(name, person.mention)
    return await evening.types(who, "league report", players=typed, **options)


def message(evening: Evening, number: int, league: str = "Friday") -> discord.Message:
    """The message of a result, the newest one."""
    heading = f"### {league}: result {number}"
    return [one for one in evening.channel.history() if text(one).startswith(heading)][-1]


async def disputes(evening: Evening, who: str, number: int, reason: str) -> Said:
    """Somebody presses Dispute and says what is wrong."""
    shown = await evening.people[who].click(message(evening, number), label="Dispute…")
    return said(await evening.people[who].submit_modal(shown, {"reason": reason}))


async def standings(evening: Evening, **options: object) -> list[str]:
    """The rows of the standings as Fay reads them."""
    page = await evening.types("Fay", "league standings", **options)
    assert page.private
    return [line for line in page.text.splitlines() if line.startswith(("**", "–"))]
