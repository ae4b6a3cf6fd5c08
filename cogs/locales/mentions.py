"""Commands and options in texts: texts quote them in English, readers see their own Discord's names."""

import re
from collections.abc import Mapping

from msgspec import Struct

_QUOTED = re.compile(r"`([^`]+)`")
_OPTION = re.compile(r"([\w-]+):(.*)")
DEEPEST = 3
"""Words in a command's name: two groups and the command."""


class MentionableCommands(Struct, frozen=True, eq=False):
    """The commands that messages can mention: whole names such as "life lose" with their IDs from Discord.

    A subcommand has the ID of its outermost group.
    """

    ids: Mapping[str, int]


class CommandNames(Struct, frozen=True):
    """The names of commands, options and choices, by their English names.

    ``texts``: other words that are filled in, such as "each player".
    """

    commands: Mapping[str, str]
    options: Mapping[str, str]
    choices: Mapping[str, str]
    texts: Mapping[str, str]

    def command(self, path: str) -> str:
        """Return a command's name for an English path such as "library draw", without its groups."""
        word = path.rpartition(" ")[2]
        return self.commands.get(path) or self.commands.get(word, word)


def localized(text: str, names: CommandNames, mentionable: MentionableCommands | None = None) -> str:
    """Return a text with the language's names for `/command option:choice`, `option:choice` and `option`.

    ``mentionable``: the commands to mention instead, so that a press types them. Mentions have English
    names and no options in Discord, so the options follow.
    """
    return _QUOTED.sub(lambda quoted: _typed(quoted[1], names, mentionable), text) if "`" in text else text


def _typed(quoted: str, names: CommandNames, mentionable: MentionableCommands | None) -> str:
    if not quoted.startswith("/"):
        return f"`{names.options.get(quoted) or ' '.join(_options(quoted.split(' '), names))}`"
    words = quoted[1:].split(" ")
    ids: Mapping[str, int] = mentionable.ids if mentionable is not None else {}
    for depth in range(DEEPEST, 0, -1):
        path = " ".join(words[:depth])
        if path in ids:
            options = " ".join(_options(words[depth:], names))
            return f"</{path}:{ids[path]}>" + (f" `{options}`" if options else "")
    return f"`/{_command(quoted[1:], names)}`"


def _command(typed: str, names: CommandNames) -> str:
    words = typed.split(" ")
    path: list[str] = []
    for depth, word in enumerate(words[:DEEPEST], 1):
        name = names.command(" ".join(words[:depth]))
        if name == word and word not in names.commands:
            break
        path.append(name)
    return " ".join((*path, *_options(words[len(path) :], names)))


def _options(words: list[str], names: CommandNames) -> list[str]:
    """Return each option with its words, up to the next option."""
    options: list[list[str]] = []
    for word in words:
        if _OPTION.fullmatch(word) or not options:
            options.append([word])
        else:
            options[-1].append(word)
    return [_option(" ".join(option), names) for option in options]


def _option(typed: str, names: CommandNames) -> str:
    match = _OPTION.fullmatch(typed)
    if match is None or match[1] not in names.options:
        return typed
    filled = names.choices.get(match[2]) or names.texts.get(match[2], match[2])
    return f"{names.options[match[1]]}:{filled}"
