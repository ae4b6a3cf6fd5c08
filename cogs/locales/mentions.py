"""Commands and options in texts: translations quote them in English, people read what their Discord shows."""

import re
from collections.abc import Mapping

from msgspec import Struct

_QUOTED = re.compile(r"`([^`]+)`")
_OPTION = re.compile(r"([\w-]+):(.*)")
DEEPEST = 3
"""Words in a command's name: two groups and the command."""


class CommandNames(Struct, frozen=True):
    """What commands, options and choices are called, by what they are called in English.

    ``texts``: other words that are filled in, such as "each player".
    """

    commands: Mapping[str, str]
    options: Mapping[str, str]
    choices: Mapping[str, str]
    texts: Mapping[str, str]

    def command(self, path: str) -> str:
        """What the command of an English path such as "library draw" is called, without its groups."""
        word = path.rpartition(" ")[2]
        return self.commands.get(path) or self.commands.get(word, word)


def localized(text: str, names: CommandNames) -> str:
    """A text in which `/command option:choice`, `option:choice` and `option` have the language's names."""
    return _QUOTED.sub(lambda quoted: f"`{_typed(quoted[1], names)}`", text) if "`" in text else text


def _typed(quoted: str, names: CommandNames) -> str:
    if quoted.startswith("/"):
        return f"/{_command(quoted[1:], names)}"
    return names.options.get(quoted) or " ".join(_options(quoted.split(" "), names))


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
    """Each option with the words that are filled in, up to the next option."""
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
