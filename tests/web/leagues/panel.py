"""How a league gets a public page, and how people get to it and are named there."""

from simcord import InteractionResult

from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.messages import message_of, text
from tests.web.watching import address_in

SHOW_NAME, SHOW_NUMBER, SHOW_GUESTS = "Show my name", "Show my number only", "Show guests' names"
"""Buttons of the panel."""


async def panel(evening: Evening, who: str = "Ana") -> InteractionResult:
    """Return what someone sees by /league-page."""
    return await evening.people[who].slash(evening.channel, "league-page")


async def press(evening: Evening, label: str, who: str = "Ana") -> InteractionResult:
    """Open the panel and press one of its buttons."""
    shown = message_of(await panel(evening, who))
    assert shown.ephemeral, "everybody sees the panel"
    return await evening.people[who].click(shown, label=label)


async def panel_text(evening: Evening, who: str = "Ana") -> str:
    """Return what is to be read on someone's panel."""
    shown = message_of(await panel(evening, who))
    return text(shown)


async def league_link(evening: Evening, who: str = "Ana") -> str:
    """Return the address that someone gets for the page of the league."""
    answer = message_of(await press(evening, "Get a link", who))
    assert answer.ephemeral, "everybody can read it"
    return address_in(answer.content)


async def friday(evening: Evening) -> None:
    """A league with a page and three results that count: Ben won two of them, and Cy one against a guest."""
    await create(evening, by="nobody")
    for who, players in (("Ben", "Ben, Cy"), ("Ben", "Ben, Dee"), ("Cy", "Cy, Zoe")):
        await report(evening, who, players)
    await press(evening, "Turn on")


async def weekly(evening: Evening) -> None:
    """A league with a page that names guests."""
    await create(evening, "Weekly", by="nobody")
    await press(evening, "Turn on")
    await press(evening, SHOW_GUESTS)
