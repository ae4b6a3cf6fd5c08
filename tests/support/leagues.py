"""Leagues as people use them: begun through the form, results reported, messages pressed."""

import re
from collections.abc import Mapping
from typing import Any, Self

import discord
from simcord import InteractionResult, RoleHandle

from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultState
from storage.settings.definitions import JUDGE, Level
from tests.support.evening import Evening
from tests.support.messages import Said, buttons, message_of, pressable, private_message_of, said, text
from tests.support.panels import PrivatePanel


async def create(
    evening: Evening, name: str = "Friday", preset: str = "pods", by: str = "all", who: str = "Ana"
) -> Said:
    """Create a league for the table's channel; return the answer."""
    shown = await evening.people[who].slash(evening.channel, "league create")
    values = {"name": name, "preset": [preset], "channels": [evening.channel], "by": [by]}
    return said(await evening.people[who].submit_modal(shown, values))


class Panel(PrivatePanel):
    """A user's panel of a league: ``await Panel(evening, "Ana").open()``."""

    def __init__(self, evening: Evening, who: str = "Ana") -> None:
        super().__init__(evening.people[who])
        self._evening = evening

    async def open(self, league: str = "Friday") -> Self:
        """Opens it."""
        self._shown = await self._person.slash(self._evening.channel, "league edit", league=league)
        return self

    async def pick(self, verb: str, *values: object, league: LeagueId | None = None) -> Said:
        """Pick from one of its lists; it is the panel of the server's first league by default."""
        league = league or await self._evening.league()
        custom_id = f"arbiter-league:{verb}:{league}:0:"
        return said(await self._person.select(self.message, values, custom_id=custom_id))

    async def fill(self, form: str, **changes: object) -> Said:
        """Opens a form by its key and sends it off with these changes and everything else as it stood."""
        ids = [one["custom_id"] for one in pressable(self.message)]
        (custom_id,) = [one for one in ids if ":form:" in one and one.endswith(f":{form}")]
        shown = await self._person.click(self.message, custom_id=custom_id)
        return said(await self._person.submit_modal(shown, {**defaults(shown), **changes}))


async def champions_role(evening: Evening, name: str = "Champion") -> RoleHandle:
    """Return a role that Ana may give to others."""
    role = evening.server.create_role(name)
    above = evening.server.create_role("Boss", permissions=discord.Permissions(manage_roles=True))
    evening.env.backend.add_member_role(evening.server.id, evening.people["Ana"].id, above.id)
    await evening.env.settle()
    return role


def defaults(shown: InteractionResult) -> dict[str, object]:
    """Return a form's prefilled values."""
    assert shown.modal is not None
    found: dict[str, object] = {}
    for row in shown.modal["components"]:
        part: Mapping[str, Any] = row["component"]
        if "options" in part:
            found[part["custom_id"]] = [one["value"] for one in part["options"] if one.get("default")]
        else:
            found[part["custom_id"]] = part.get("value", "")
    return found


async def report(evening: Evening, who: str, players: str, **options: object) -> Said:
    """Report a result, people with an account by mention, guests as new ones."""

    def typed(name: re.Match[str]) -> str:
        person = evening.people.get(name[2])
        return f"new {name[2]}" if person is None or name[1] else person.mention

    named = re.sub(r"(?<![\w#@&*])(new )?([A-Z]\w*(?: \w+)*)(?![^(]*\))", typed, players)
    return await evening.types(who, "league report", players=named, **options)


def message(evening: Evening, number: int, league: str = "Friday") -> discord.Message:
    """Return the message of a result, the newest one."""
    heading = f"### {league}: result {number}"
    return [one for one in evening.channel.history() if text(one).startswith(heading)][-1]


def saying(evening: Evening, part: str) -> discord.Message:
    """Return the channel's newest message that contains a text, in its current form."""
    return [one for one in evening.channel.history() if part in text(one)][-1]


def nonces(evening: Evening, part: str) -> list[str]:
    """Return the nonces of all messages sent so far that contain a text."""
    sent = [one.json for one in evening.env.http_requests if one.method == "POST" and part in str(one.json)]
    return [json["nonce"] for json in sent if json is not None and json.get("enforce_nonce")]


async def file_of(shown: InteractionResult) -> tuple[bytes, str]:
    """Return the file that an answer has, and its description."""
    assert shown.response is not None
    (file,) = shown.response.attachments
    return await file.read(), file.description or ""


async def disputes(evening: Evening, who: str, number: int, reason: str) -> Said:
    """Press Dispute as someone, with a reason."""
    shown = await evening.people[who].click(message(evening, number), label="Dispute…")
    return said(await evening.people[who].submit_modal(shown, {"reason": reason}))


async def judge_role(evening: Evening, *people: str) -> RoleHandle:
    """Give the server a judge role, and these people the role."""
    role = evening.server.create_role("Judges")
    await evening.settings.choose(Level.SERVER, evening.server.id, JUDGE, str(role.id))
    for name in people:
        evening.env.backend.add_member_role(evening.server.id, evening.people[name].id, role.id)
    return role


async def sign_up(evening: Evening, *guests: str) -> None:
    """Ana signs Ben, Cy, Dee and these guests up for the channel's event."""
    people = [evening.people[who].mention for who in ("Ben", "Cy", "Dee")]
    await evening.types("Ana", "event add", players=", ".join([*people, "new: " + ", ".join(guests)]))


async def begin_round(evening: Evening) -> None:
    """Ana begins the next round of the channel's event, whose tables are open then."""
    await evening.types("Ana", "event round")
    await evening.env.settle()


def standing(evening: Evening) -> dict[str, str]:
    """Return the points on the newest message of an event with standings, by player or team."""
    shown = next(one for one in reversed([*evening.channel.history()]) if "\n### Standings" in text(one))
    rows = text(shown).partition("\n### Standings\n")[2].splitlines()
    found = [line.split(".** ", 1)[1].split(" · ") for line in rows if ".** " in line]
    return {name.removesuffix(" (dropped)"): points.split()[0] for name, points, *_ in found}


async def drops(evening: Evening, who: str, event: discord.Message) -> Said:
    """Drop by the button of an event's message, with its confirmation; return the answer."""
    person = evening.people[who]
    asked = await person.click(event, label="Drop…")
    return said(await person.click(private_message_of(asked), label="Drop"))


async def points(evening: Evening, **options: object) -> list[str]:
    """Return the places, names and points of the standings, such as ``**1.** **Ben** 5``."""
    return [line.partition(" point")[0] for line in await standings(evening, **options)]


async def state(evening: Evening, number: int = 1) -> ResultState:
    """Return the state of a result."""
    return (await evening.games.leagues.results.record(await evening.league(), ResultNumber(number))).state


async def open_to_all(evening: Evening) -> None:
    """Make results of the league count without confirmation."""
    await (await Panel(evening).open()).pick("by", "nobody")


def private(evening: Evening, who: str) -> list[discord.Message]:
    """Return the bot's private messages to someone."""
    return list(evening.people[who].user.dm_channel.history())


async def standings(evening: Evening, **options: object) -> list[str]:
    """Return the rows of the standings with all numbers as Fay reads them."""
    page = await evening.types("Fay", "league standings", by="details", **options)
    assert page.private
    return [line for line in page.text.splitlines() if line.startswith(("**", "–"))]


async def all_numbers(evening: Evening) -> list[str]:
    """Return the standings of the channel's event with all numbers, on all pages: place and name, points,
    record and byes, and tie-breakers."""
    shown = await evening.people["Ben"].slash(evening.channel, "event standings")
    message = private_message_of(await evening.people["Ben"].click(message_of(shown), label="All numbers"))
    rows = list[str]()
    while True:
        for line in text(message).splitlines():
            if line.startswith("**"):
                _, place, _, name, rest = line.split("**", 4)
                points, record, *ties = rest.strip().split(" · ")
                rates = (one.rsplit(" ", 1)[1] for one in ties)
                rows.append(" · ".join([f"{place} {name}", points, record, *rates]))
        if "Next" not in buttons(message):
            return rows
        message = private_message_of(await evening.people["Ben"].click(message, label="Next"))


async def imports_results(evening: Evening, data: bytes, *labels: str, **into: object) -> str:
    """Ana brings a file with results into a league, and presses these buttons and then that which imports
    them, as far as there is one; what the last answer says."""
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "league import", file=("results.csv", data), **into)
    for wanted in (*labels, "Import "):
        told = shown.followups[-1] if shown.followups else message_of(shown)
        label = next((one for one in buttons(told) if one.startswith(wanted)), None)
        if label is not None:
            shown = await ana.click(told, label=label)
    await evening.env.settle()
    return said(shown).text


async def imports(evening: Evening, data: bytes, name: str = "file.csv", *, guests: bool = True) -> str:
    """Import a file as Ana, and sign up its people after the preview; return the last answer."""
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "event import", file=(name, data), guests=guests)
    told = shown.followups[-1] if shown.followups else message_of(shown)
    label = next((one for one in buttons(told) if one.startswith("Sign up ")), None)
    if label is not None:
        shown = await ana.click(told, label=label)
    await evening.env.settle()
    return said(shown).text
