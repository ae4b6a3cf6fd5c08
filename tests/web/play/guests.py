"""How a host lets guests in, and what a guest's phone sends, without a browser."""

import re
import secrets

import aiohttp
from simcord import ResponseMessage

from cogs.text.refusals.explanation import TEXTS
from tests.support.evening import Evening
from tests.support.messages import pressable, private_message_of, text, verbs
from tests.web.answers import client
from tests.web.watching import address_in
from web.play.fixing import plain_line


async def panel(evening: Evening, who: str = "Ana") -> ResponseMessage:
    """Return what the button about guests opens: in a lobby on its message, in a game behind More…"""
    person, shown = evening.people[who], evening.board_message()
    if "guests" in verbs(shown):
        return private_message_of(await person.click(shown, custom_id=verbs(shown)["guests"]))
    more = private_message_of(await person.click(shown, label="More…"))
    return private_message_of(await person.click(more, custom_id=verbs(more)["guests"]))


async def let_in(evening: Evening, who: str = "Ana") -> str:
    """The address of the link by which the host lets guests join."""
    shown = await panel(evening, who)
    pressed = await evening.people[who].click(shown, custom_id=verbs(shown)["guestlink"])
    (told,) = pressed.followups
    assert told.ephemeral, "everybody reads the link"
    return address_in(text(told))


async def give_remote(evening: Evening, guest: str, who: str = "Ana") -> str:
    """The address of the remote that the host gives for a guest's seat."""
    shown = await panel(evening, who)
    (chosen,) = [one for one in pressable(shown) if one["custom_id"] == verbs(shown)["guestphone"]]
    (value,) = [one["value"] for one in chosen["options"] if one["label"] == guest]
    picked = await evening.people[who].select(shown, [value], custom_id=chosen["custom_id"])
    (told,) = picked.followups
    assert told.ephemeral
    return address_in(text(told))


async def stop(evening: Evening, who: str = "Ana") -> None:
    """The host stops that."""
    shown = await panel(evening, who)
    await evening.people[who].click(shown, custom_id=verbs(shown)["guestsoff"])


async def unseat(evening: Evening, guest: str, who: str = "Ana") -> None:
    """The host removes a guest."""
    shown = await panel(evening, who)
    (chosen,) = [one for one in pressable(shown) if one["custom_id"] == verbs(shown)["unseat"]]
    (value,) = [one["value"] for one in chosen["options"] if one["label"] == guest]
    await evening.people[who].select(shown, [value], custom_id=chosen["custom_id"])


def reason(why: str) -> str:
    """The key of the refusal that a page has explained."""
    (key,) = [key for key, words in TEXTS.items() if _form(words).fullmatch(why)]
    return key


def _form(words: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".*", re.escape(plain_line(words))))


def drawn() -> str:
    """A token as a phone draws it."""
    return secrets.token_urlsafe(20)


async def join(address: str, name: object, token: str = "", **headers: str) -> tuple[int, str]:
    """A phone sends a name: the status of the answer, and why it was refused, if it was."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{address}join", json={"name": name, "token": token or drawn()}, headers={**client(), **headers}
        ) as answer,
    ):
        told: dict[str, object] = await answer.json() if answer.status == 200 else {}
        return answer.status, str(told.get("refused", ""))


def seat_page(address: str, token: str) -> str:
    """The address of a guest's own page."""
    return f"{address.partition('/g/')[0]}/p/{token}/"


async def joined(address: str, name: str) -> str:
    """A phone joins: the address of its page."""
    token = drawn()
    assert await join(address, name, token) == (200, "")
    return seat_page(address, token)
