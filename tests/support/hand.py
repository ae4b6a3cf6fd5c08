"""A player who types and presses as a guide says."""

from typing import Any

import discord
from discord import app_commands
from simcord import InteractionResult, ResponseMessage

from tests.support.evening import Evening
from tests.support.messages import BUTTON, beside, pressable, said, text
from tests.support.situations import Step, Tap


class Hand:
    """Ana at the table: she types commands, presses what stands there, and fills in forms."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._ana = evening.people["Ana"]
        self._message: discord.Message | ResponseMessage = evening.board_message()
        self.said: list[str] = []
        """All that she has read in answer."""

    async def enter(self, step: Step) -> None:
        """Type a command, or press the button below its answer."""
        if step.button:
            await self.press(Tap(step.button))
            return
        options = {name: self._sent(step.command, name, typed) for name, typed in step.options.items()}
        result = await self._ana.slash(self._evening.channel, step.command, **options)
        self._see(result)
        self.said.append(said(result).text)

    def _sent(self, command: str, option: str, typed: str) -> object:
        """Return what Discord sends for a typed text: the value of a choice, a number, or a text."""
        found = self._evening.bot.tree.get_command(command.partition(" ")[0])
        if isinstance(found, app_commands.Group):
            found = found.get_command(command.partition(" ")[2])
        assert isinstance(found, app_commands.Command)
        (declared,) = (one for one in found.parameters if one.display_name == option)
        for choice in declared.choices:
            if str(choice.name) == typed:
                return choice.value
        if declared.type is discord.AppCommandOptionType.integer:
            return int(typed)
        return typed == "True" if declared.type is discord.AppCommandOptionType.boolean else typed

    def back_to_the_board(self) -> None:
        """Leave what was opened."""
        self._message = self._evening.board_message()

    async def press(self, tap: Tap) -> None:
        """Press a button, with its form filled in, or pick from a list: what isn't on the message that was
        opened last is on the board."""
        label, rest = tap
        if label not in {one.get("placeholder", one.get("label")) for one in pressable(self._message)}:
            self.back_to_the_board()
        for one in pressable(self._message):
            if one.get("placeholder") == label:
                (picked,) = (option["value"] for option in one["options"] if option["label"] == rest)
                self._see(await self._ana.select(self._message, [picked], custom_id=one["custom_id"]))
                return
        buttons = [one for one in pressable(self._message) if one["type"] == BUTTON and one["label"] == label]
        if label == "±":
            buttons = [one for one in buttons if one in beside(self._message, rest)]
        assert buttons, f"no {label!r} on {text(self._message)}"
        result = await self._ana.click(self._message, custom_id=buttons[0]["custom_id"])
        if result.modal is not None:
            result = await self._ana.submit_modal(result, self._filled(result, rest))
        self._see(result)

    async def agree(self, beginning: str) -> None:
        """Press the button whose label begins so, if she is asked: others' turns end by a second press."""
        for one in pressable(self._message):
            if one["type"] == BUTTON and one["label"].startswith(beginning):
                await self.press(Tap(one["label"]))
                return

    def _see(self, result: InteractionResult) -> None:
        if result.response is not None:
            self._message = result.response
            self.said.append(text(result.response))
        elif isinstance(self._message, discord.Message):
            self.back_to_the_board()
        self.said += [text(one) for one in result.followups]

    @staticmethod
    def _filled(form: InteractionResult, rest: str) -> dict[str, Any]:
        """The form's fields: a label of a list's option picks it, what begins with a field's label is
        typed there, numbers go where they are asked for."""
        assert form.modal is not None
        labels = {one["component"]["custom_id"]: one["label"] for one in form.modal["components"]}
        fields = [label["component"] for label in form.modal["components"]]
        filled: dict[str, Any] = {}
        for part in filter(None, (one.strip() for one in rest.split(";"))):
            for field in fields:
                picked = [one["value"] for one in field.get("options", ()) if one["label"] == part]
                named = f"{labels[field['custom_id']]} "
                if picked:
                    filled[field["custom_id"]] = [*filled.get(field["custom_id"], []), *picked]
                    break
                if "options" not in field and part.startswith(named):
                    filled[field["custom_id"]] = part.removeprefix(named)
                    break
            else:
                texts = [field["custom_id"] for field in fields if "options" not in field]
                several = "each" in filled.get("what", ())
                filled["totals" if several and "totals" in texts else texts[0]] = part
        for field in fields:
            usual = [one["value"] for one in field.get("options", ()) if one.get("default")]
            if usual:
                filled.setdefault(field["custom_id"], usual)
        return filled
