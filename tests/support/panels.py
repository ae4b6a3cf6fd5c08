"""Panels as people use them: private messages with controls."""

from typing import Self

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage

from tests.support.evening import Evening
from tests.support.messages import LIST, Said, buttons, pick, pressable, private_message_of, said, text


class PrivatePanel:
    """A person's panel, once ``_shown`` has it."""

    def __init__(self, person: MemberActor) -> None:
        self._person = person
        self._shown: InteractionResult | None = None

    @property
    def message(self) -> ResponseMessage:
        """The private message that it is."""
        assert self._shown is not None
        return private_message_of(self._shown)

    @property
    def text(self) -> str:
        """The panel's text."""
        return text(self.message)

    async def click(self, label: str) -> InteractionResult:
        """Press one of its buttons, or of those behind More…; the press may open a form or
        announce something."""
        if label not in (shown := buttons(self.message)) and "More…" in shown:
            await self._person.click(self.message, label="More…")
        return await self._person.click(self.message, label=label)

    async def press(self, label: str) -> Said:
        """Press one of its buttons; return the person's answer."""
        return said(await self.click(label))


class BoardPanel(PrivatePanel):
    """A panel that a button of the board opens: ``await BoardPanel(evening, "Ana").open()``."""

    def __init__(self, evening: Evening, who: str, label: str = "Others…") -> None:
        super().__init__(evening.people[who])
        self._evening = evening
        self._label = label

    async def open(self, target: str = "") -> Self:
        """Open it for a player or group in its list (default: the first opponent)."""
        self._shown = await self._person.click(self._evening.board_message(), label=self._label)
        (listed, *_) = [one for one in pressable(self.message) if one["type"] == LIST]
        ids = [one["value"] for one in listed["options"][2:]]
        opponents = [id for id in ids if id != str(self._person.id)]
        if target or listed["options"][0].get("default"):
            await self.choose(target or opponents[0])
        return self

    async def choose(self, target: str) -> None:
        """Pick someone by name, or another entry of its list."""
        people = self._evening.people
        value = str(people[target].id) if target in people else target
        await pick(self._person, self.message, value)

    async def submit(self, label: str, **values: object) -> InteractionResult:
        """Open a form and submit it; its result may be public."""
        return await self._person.submit_modal(await self.click(label), values)

    async def fill(self, label: str, **values: object) -> Said:
        """Open a form and submit it; return the person's answer."""
        return said(await self.submit(label, **values))


async def presses(
    evening: Evening, who: str, shown: discord.Message | ResponseMessage, *labels: str
) -> ResponseMessage:
    """Press a button of a message, and each further one of the private message that follows; return that."""
    for label in labels:
        shown = private_message_of(await evening.people[who].click(shown, label=label))
    await evening.env.settle()
    assert isinstance(shown, ResponseMessage)
    return shown


async def forget(evening: Evening, who: str) -> None:
    """Delete someone's data at their request."""
    person = evening.people[who]
    asked = await person.slash(evening.channel, "privacy delete")
    await person.click(asked.response or asked.followups[-1], custom_id="arbiter-privacy:delete")


async def takes_round_back(evening: Evening, who: str, event: discord.Message | ResponseMessage) -> None:
    """Take an event's last round back on its panel: the button, and the one that confirms it."""
    shown = event
    for verb in ("Organize", "Take back", "Take back"):
        (label,) = [one for one in buttons(shown) if one.startswith(verb)]
        shown = private_message_of(await evening.people[who].click(shown, label=label))
