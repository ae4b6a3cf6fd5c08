"""Events on pages: who plays in them, their rounds, how people get to them, and who is deleted there."""

from playwright.async_api import Browser, Page, expect

from tests.cogs.tournaments.test_rounds import tables
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import sign_up
from tests.support.messages import message_of
from tests.support.panels import forget
from tests.web.watching import address_in, watch

GUESTS = ("Gil", "Hal", "Ida", "Jo", "Kim", "Lee")


async def friday(evening: Evening) -> None:
    """An event of Ben, Cy, Dee and six guests."""
    await evening.types("Ana", "event create", name="Friday", odd="byes")
    await sign_up(evening, *GUESTS)


async def begin(evening: Evening, minutes: int = 0) -> list[list[str]]:
    """Begin the next round; return who sits at its tables, by their names in Discord."""
    await evening.types("Ana", "event round", **({"minutes": minutes} if minutes else {}))
    await evening.env.settle()
    return await tables(evening)


async def event_link(evening: Evening, who: str = "Eve") -> str:
    """Return the address that someone gets by the button of the event's message."""
    answer = message_of(await evening.people[who].click(event(evening), label="Open page"))
    assert answer.ephemeral, "everybody can read it"
    return address_in(answer.content)


async def deletes_ben(evening: Evening, browser: Browser) -> Page:
    """Return an open page of the event, from which Ben goes while he plays a round: he deletes his data."""
    await begin(evening)
    page = await watch(browser, await event_link(evening))
    await expect(page.locator("tbody")).to_contain_text("Ben")
    await forget(evening, "Ben")
    await expect(page.locator("tbody")).not_to_contain_text("Ben")
    return page
