"""A channel that speaks Japanese and people who read German: by its script one sees in which a text is."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import discord
import simcord
from simcord import InteractionResult, ResponseMessage

from cogs.text.language import LANGUAGE_NAMES
from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.messages import BUTTON, components, pressable, text

TEXT = 4
"""The type of an input of text in a form."""
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
WORD = re.compile(r"[^\W\d_]{2,}")
EUROPEAN = re.compile(
    r"\b(und|der|die|das|dem|den|ist|von|nicht|hat|zum?|für|mit|the|is|of|has|have|and|for|with|no|not|by)\b"
)
"""Words that occur in nearly every English or German sentence."""
EXAMPLE = re.compile("`[^`]*`|<[^>]*>")
"""What may be typed as it stands, and mentions."""


class Listener:
    """Reads public texts of a channel and its threads, and private answers."""

    def __init__(self, evening: Evening, *names: str) -> None:
        """``names``: words that people have chosen themselves, which are alike in all languages."""
        self._evening = evening
        self._names = re.compile(
            "|".join(rf"\b{re.escape(name)}\b" for name in (*evening.people, "CR", *names))
        )
        self._heard = dict[int, str]()

    async def begin(self) -> None:
        """Set the server to Japanese and its people to German."""
        await self._evening.settings.choose(Level.SERVER, self._evening.server.id, LANGUAGE, "ja")
        for person in self._evening.people.values():
            await self._evening.settings.choose(Level.OWN, person.id, LANGUAGE, "de")
        await self._evening.env.settle()
        self._heard = dict(self._public())

    async def types(self, command: str, **options: object) -> list[str]:
        """Type a command as Ana, and return the public texts, which are Japanese."""
        answer = await self._evening.people["Ana"].slash(self._evening.channel, command, **options)
        return await self.check(answer)

    async def press_all(self, number: int) -> int:
        """Press every button of a message and its successors, and return their number."""
        pressed = set[str]()
        while message := self._message(number):
            left = [one for one in pressable(message) if one["custom_id"] not in pressed]
            if not left:
                break
            pressed.add(custom_id := left[0]["custom_id"])
            person = self._reader(number)
            if left[0]["type"] == BUTTON:
                answer = await person.click(message, custom_id=custom_id)
            else:
                answer = await person.select(message, [left[0]["options"][-1]["value"]], custom_id=custom_id)
            await self.check(answer)
            if answer.modal is not None:
                await self.check(await person.submit_modal(answer, _filled(answer.modal)))
        return len(pressed)

    async def press_everything(self) -> None:
        """Press every button of the channel's public messages."""
        for number, one in [*self._kept(self._evening.channel.id).items()]:
            if one.visible_to(None):
                await self.press_all(number)

    async def check(self, answer: InteractionResult | None = None) -> list[str]:
        """Assert that new public texts are Japanese, and private ones aren't; return the public ones."""
        if answer is not None:
            private = [
                one for one in (answer.response, *answer.followups) if one is not None and one.ephemeral
            ]
            for one in (*map(components, private), answer.modal):
                assert not JAPANESE.search(str(one).replace(LANGUAGE_NAMES["ja"], "")), (
                    f"in the channel's: {one}"
                )
        await self._evening.env.settle()
        now = dict(self._public())
        new = [said for number, said in now.items() if self._heard.get(number) != said]
        self._heard = now
        for said in new:
            words = self._names.sub("", said)
            assert JAPANESE.search(words) or not WORD.search(words), (
                f"in a language of somebody's own: {said}"
            )
            assert not EUROPEAN.search(words), f"in two languages: {said}"
            assert ", " not in EXAMPLE.sub("", words), f"a list with Latin commas: {said}"
        return new

    def _public(self) -> Iterator[tuple[int, str]]:
        for channel in self._evening.bot.get_all_channels():
            if channel.guild.id != self._evening.server.id:
                continue
            threads = channel.threads if isinstance(channel, discord.TextChannel) else ()
            for place in (channel, *threads):
                for number, one in self._kept(place.id).items():
                    if one.visible_to(None):
                        yield number, text(ResponseMessage(self._evening.env, one))

    def _kept(self, channel: int) -> dict[int, Any]:
        return self._evening.env.backend.messages.get(channel, {})

    def _message(self, number: int) -> ResponseMessage | None:
        kept = self._kept(self._evening.channel.id).get(number)
        return None if kept is None else ResponseMessage(self._evening.env, kept)

    def _reader(self, number: int) -> simcord.MemberActor:
        kept = self._kept(self._evening.channel.id)[number]
        return next(one for one in self._evening.people.values() if kept.visible_to(one.id))


def _filled(form: Mapping[str, Any]) -> dict[str, object]:
    """Return a form as it opens, with 3 in each text that is empty."""
    filled: dict[str, object] = {}
    for part in (row["component"] for row in form["components"]):
        if part["type"] == TEXT:
            filled[part["custom_id"]] = part.get("value") or "3"
        else:
            filled[part["custom_id"]] = [
                one["value"] for one in part.get("options", ()) if one.get("default")
            ]
    return filled
