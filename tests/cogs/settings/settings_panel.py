"""The panel of /settings as someone uses it: opened, read, pressed, picked from, filled in."""

from collections.abc import Mapping
from typing import Any, Self

from simcord import ChannelHandle, InteractionResult

from tests.support.evening import Evening
from tests.support.messages import BUTTON, Said, said
from tests.support.panels import PrivatePanel


class SettingsPanel(PrivatePanel):
    """Someone's panel; ``await SettingsPanel(evening, "Ana").open("Server")``."""

    def __init__(self, evening: Evening, who: str, channel: ChannelHandle | None = None) -> None:
        super().__init__(evening.people[who])
        self._channel = channel or evening.channel

    def line(self, name: str) -> str:
        """Return what it says of a setting."""
        (line,) = (line for line in self.text.splitlines() if line.startswith(f"**{name}**: "))
        return line.removeprefix(f"**{name}**: ")

    async def open(self, page: str | None = None) -> Self:
        self._shown = await self._person.slash(self._channel, "settings")
        if page is not None and f"[{page}]" in self.text:
            await self.press(page)
        return self

    async def pick(self, asked: str, *values: object) -> Said:
        """Picks from the list with this custom_id, such as "channel:choose:enter:"."""
        custom_id = f"arbiter-settings:{asked}"
        return said(await self._person.select(self.message, values, custom_id=custom_id))

    async def use(self, component: Mapping[str, Any]) -> Said:
        """Presses a button, or picks the last thing in a list."""
        custom_id = component["custom_id"]
        if component["type"] == BUTTON:
            return said(await self._person.click(self.message, custom_id=custom_id))
        options = component.get("options")
        picked = [options[-1]["value"]] if options else []
        return said(await self._person.select(self.message, picked, custom_id=custom_id))

    async def form(self) -> InteractionResult:
        """Opens the form for life and link, to be filled in."""
        return await self._person.click(self.message, label="Life and link…")

    async def fill(self, form: InteractionResult, **values: str) -> Said:
        return said(await self._person.submit_modal(form, values))


async def choose(evening: Evening, who: str, asked: str, value: object) -> None:
    """Let someone pick something: ``await choose(evening, "Ana", "channel:enter", "own")``."""
    level, name = asked.split(":")
    page = {"server": "Server", "channel": "This channel", "own": "Personal"}[level]
    panel = await SettingsPanel(evening, who).open(page)
    answer = await panel.pick(f"{level}:choose:{name}:", value)
    assert answer.text == "" or not answer.text.startswith("That"), answer.text
