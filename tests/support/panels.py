"""Panels as people use them: private messages with controls."""

from simcord import InteractionResult, MemberActor, ResponseMessage

from tests.support.evening import Evening
from tests.support.messages import Said, said, text


class PrivatePanel:
    """A person's panel, once ``_shown`` has it."""

    def __init__(self, person: MemberActor) -> None:
        self._person = person
        self._shown: InteractionResult | None = None

    @property
    def message(self) -> ResponseMessage:
        """The private message that it is."""
        assert self._shown is not None
        assert self._shown.response is not None
        assert self._shown.response.ephemeral, "everybody sees the panel"
        return self._shown.response

    @property
    def text(self) -> str:
        """What is to be read on it."""
        return text(self.message)

    async def press(self, label: str) -> Said:
        """Presses one of its buttons."""
        return said(await self._person.click(self.message, label=label))


async def forget(evening: Evening, who: str) -> None:
    """Has somebody's data deleted, as they ask for it."""
    person = evening.people[who]
    asked = await person.slash(evening.channel, "privacy delete")
    await person.click(asked.response or asked.followups[-1], custom_id="arbiter-privacy:delete")
