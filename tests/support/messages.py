"""Messages as people read them: the text and, in brackets, the buttons."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from msgspec import Struct
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.locales.catalogs import catalog
from cogs.text.language import LANGUAGE_NAMES

MENTION = re.compile(r"</([^:>]+):\d+>(?: `([\w-]+:[^`]+)`)?")
"""A mentioned command, with the options after it."""
BUTTON = 2
LIST = 3
GAMES = tuple(
    "-# " + catalog(language).gettext("Game {number}").partition("{")[0] for language in LANGUAGE_NAMES
)
"""How a lobby or a board begins in every language."""


class Said(Struct, frozen=True):
    """An answer: its text, empty when it is a board or changes one, and whether one person alone sees it."""

    text: str
    private: bool


def said(result: InteractionResult) -> Said:
    """Return the answer to a command or a press, with all follow-up messages."""
    assert result.acknowledged, "Discord shows that the application did not respond"
    first = [result.response] if result.response is not None and not _is_board(result.response) else []
    answers = [*first, *result.followups]
    privacy = {answer.ephemeral for answer in answers}
    assert len(privacy) <= 1, "one half of an answer is for everybody, the other is not"
    return Said("\n".join(text(answer) for answer in answers), privacy == {True})


def message_of(result: InteractionResult) -> ResponseMessage:
    """Return the message that answers a command or a press."""
    assert result.response is not None
    return result.response


def private_message_of(result: InteractionResult) -> ResponseMessage:
    """Return the message that answers a command or a press, which one person alone sees."""
    message = message_of(result)
    assert message.ephemeral, "everybody sees it"
    return message


def text(message: discord.Message | ResponseMessage) -> str:
    """Return all visible text of a message, a line each; a disabled button is shown as ``[(Undo)]``.

    Buttons below a plain text are omitted.
    """
    if message.content:
        return named(message.content)
    return named("\n".join(line for line in (message.content, *_lines(components(message))) if line))


def named(text: str) -> str:
    """Return a text with the commands that it mentions by name: `/life lose amount:3`, as they are typed."""
    return MENTION.sub(lambda one: f"`/{one[1]}{f' {one[2]}' if one[2] else ''}`", text)


def without_log(board: str) -> str:
    """Return what a board in progress shows above its last lines of the log, all of them entered by Ana, and
    above the buttons."""
    return board.partition("\n[−5]")[0].partition("\n-# Ana")[0]


def buttons(message: discord.Message | ResponseMessage) -> list[str]:
    """Return the labels of the enabled buttons."""
    return [
        one["label"]
        for one in _walk(components(message))
        if one["type"] == BUTTON and not one.get("disabled", False)
    ]


def pressable(message: discord.Message | ResponseMessage) -> list[Mapping[str, Any]]:
    """Return the buttons that can be pressed and the lists that can be picked from."""
    kinds = (BUTTON, LIST)
    parts = _walk(components(message))
    return [one for one in parts if one["type"] in kinds and "custom_id" in one and not one.get("disabled")]


async def pick(
    person: MemberActor, message: discord.Message | ResponseMessage, value: str
) -> InteractionResult:
    """Pick the option with this value from the message's list that has it."""
    lists = [one for one in pressable(message) if one["type"] == LIST]
    (found,) = [one for one in lists if value in [option["value"] for option in one["options"]]]
    return await person.select(message, [value], custom_id=found["custom_id"])


def verbs(message: discord.Message | ResponseMessage) -> dict[str, str]:
    """Return the custom IDs of a table's enabled buttons, by verb, whatever their labels."""
    ids = [one["custom_id"] for one in pressable(message)]
    return {id.split(":")[1]: id for id in ids if id.startswith("arbiter:")}


def beside(message: discord.Message | ResponseMessage, beginning: str) -> list[Mapping[str, Any]]:
    """Return the buttons beside texts in which a line begins so, whatever its marks."""
    (container,) = components(message)
    return [
        part["accessory"]
        for part in container["components"]
        if "accessory" in part
        and any(
            line.lstrip("#▸ ").startswith(beginning) for line in part["components"][0]["content"].splitlines()
        )
    ]


def components(message: discord.Message | ResponseMessage) -> list[Mapping[str, Any]]:
    """Return the components of a message as Discord stores them."""
    if isinstance(message, ResponseMessage):
        return [*message.components]
    return [{**component.to_dict()} for component in message.components]


def is_table(message: discord.Message | ResponseMessage) -> bool:
    """Return whether a message is a lobby or a board, and not the note of where the board is now."""
    return any(line.startswith(GAMES) for line in _lines(components(message))[:1])


def _is_board(answer: ResponseMessage) -> bool:
    return not answer.ephemeral and is_table(answer)


def _lines(parts: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the visible text, without buttons beside texts."""
    lines: list[str] = []
    beside = [part["accessory"] for part in _walk(parts) if "accessory" in part]
    for part in _walk(parts):
        if part in beside:
            continue
        if "content" in part:
            lines.append(part["content"])
        elif part["type"] == BUTTON:
            lines.append(f"[({part['label']})]" if part.get("disabled", False) else f"[{part['label']}]")
    return lines


def _walk(parts: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    for part in parts:
        yield part
        yield from _walk(part.get("components", ()))
        yield from _walk(filter(None, [part.get("accessory")]))
