"""Commands typed as a message at the local table, carried out as Discord would: `/life lose amount:3`."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from cogs.help.pages import PAGES
from rules.numbers import ascii_digits

EXAMPLE = re.compile(r"`/([^`]+)`")
"""A command as written in help."""
TRUE, FALSE = ("true", "yes"), ("false", "no")

SimulatedAction = Mapping[str, Any]
"""A page's request, in simcord's protocol."""
Command = Mapping[str, Any]
"""A command with its path and options, from simcord's catalogue."""
OptionValue = str | bool


def carried_out(body: SimulatedAction, commands: Sequence[Command]) -> SimulatedAction:
    """Return a page's request; a message that begins with a slash becomes that command.

    A command that can't be carried out as typed stays a message; `misread` explains it.
    """
    typed = _typed(body)
    command, rest = _command(typed, commands) if typed is not None else (None, "")
    values = _values(command, rest) if command is not None else None
    if command is None or values is None:
        return body
    kept = {name: value for name, value in body.items() if name not in ("content", "reply_to_id")}
    return {
        **kept,
        "kind": "run_command",
        "command_id": command["commandId"],
        "path": [*command["path"]],
        "schema_fingerprint": command["schemaFingerprint"],
        "options": values,
    }


def misread(body: SimulatedAction, commands: Sequence[Command]) -> str | None:
    """Return what is wrong with a typed command, and what to press or type instead; None if it is fine."""
    typed = _typed(body)
    if typed is None:
        return None
    command, rest = _command(typed, commands)
    if command is None:
        word = typed.partition(" ")[0]
        near = _nearest(typed, commands)
        wrong, command = f"/{word}", next((one for one in commands if one["path"][0] == near), None)
    elif _values(command, rest) is None:
        wrong = _wrong(command, rest)
    else:
        return None
    if command is None:
        return f"I don't know **{wrong}**. Type `/` to see every command."
    mention = f"</{command['invocation']}:{command['commandId']}>"
    missing = f"I didn't understand **{wrong}**." if wrong else "Something is missing."
    return f"{missing} Press {mention} and fill it in, or type it like `/{_example(command)}`."


def _typed(body: SimulatedAction) -> str | None:
    """Return a message's text after its slash; None for any other request."""
    text = str(body.get("content", "")).strip()
    return text[1:] if body.get("kind") == "send_message" and text.startswith("/") else None


def _wrong(command: Command, rest: str) -> str:
    """Return the part of the options that doesn't fit; empty if a required one is missing."""
    options = {option["name"]: option for option in command["options"]}
    texts, before = _split(options, rest)
    if before and (not options or next(iter(options)) in texts):
        return before
    texts |= {next(iter(options)): before} if before else {}
    return next((text for name, text in texts.items() if _value(options[name], text) is None), "")


def _example(command: Command) -> str:
    """Return the command as help writes it, else its name with the required options."""
    name = command["invocation"]
    written = (found for lines in PAGES.values() for line in lines for found in EXAMPLE.findall(line))
    needed = [f"{option['name']}:…" for option in command["options"] if option["required"]]
    plain = " ".join((name, *needed))
    return next((one for one in written if f"{one} ".startswith(f"{name} ")), plain)


def with_mention_ids(body: SimulatedAction, people: Mapping[str, int]) -> SimulatedAction:
    """Return a page's request; "@Ben" in a command's options becomes a mention, as in Discord."""
    if body.get("kind") != "run_command" or not body.get("options"):
        return body
    options: Mapping[str, object] = body["options"]
    ids = {name.casefold(): id for name, id in people.items()}
    at = re.compile(rf"(?<![\w<])@({'|'.join(map(re.escape, people))})\b", re.IGNORECASE)
    values = {
        name: at.sub(lambda found: f"<@{ids[found[1].casefold()]}>", value)
        if isinstance(value, str)
        else value
        for name, value in options.items()
    }
    return {**body, "options": values}


def _command(typed: str, commands: Sequence[Command]) -> tuple[Command | None, str]:
    """Return the command with the longest name that the text begins with, and the rest of the text."""
    words = typed.lstrip()
    for command in sorted(commands, key=lambda one: -len(one["invocation"])):
        name = command["invocation"]
        if re.match(rf"{re.escape(name)}(\s|$)", words, re.IGNORECASE):
            return command, words[len(name) :].strip()
    return None, typed


def _nearest(typed: str, commands: Sequence[Command]) -> str:
    """Return the first word of the command that was probably meant (default: the typed word)."""
    word = typed.strip().partition(" ")[0]
    roots = {one["invocation"].partition(" ")[0] for one in commands}
    return next(iter(get_close_matches(word, roots, 1)), word)


def _values(command: Command, rest: str) -> dict[str, OptionValue] | None:
    """Return the typed options; text before the first name is the first option. None if they don't fit."""
    options = {option["name"]: option for option in command["options"]}
    if not options:
        return {} if not rest else None
    texts, before = _split(options, rest)
    first = next(iter(options))
    if before and first in texts:
        return None
    texts |= {first: before} if before else {}
    found = {name: _value(options[name], text) for name, text in texts.items()}
    missing = any(option["required"] and not texts.get(name) for name, option in options.items())
    values = {name: value for name, value in found.items() if value is not None}
    return values if len(values) == len(found) and not missing else None


def _split(options: Mapping[str, Any], rest: str) -> tuple[dict[str, str], str]:
    """Return the text of each named option, and the text before the first name."""
    if not options:
        return {}, rest
    named = re.compile(rf"(?:^|\s)({'|'.join(map(re.escape, options))}):")
    marks = [*named.finditer(rest)]
    texts = {
        mark[1]: rest[mark.end() : later.start() if later is not None else len(rest)].strip()
        for mark, later in zip(marks, [*marks, None][1:], strict=True)
    }
    return texts, rest[: marks[0].start() if marks else len(rest)].strip()


def _value(option: Mapping[str, Any], text: str) -> OptionValue | None:
    """Return the typed text of an option; None if it is invalid."""
    word = text.casefold()
    if option["choices"] and not option["autocomplete"]:
        known = {str(choice["name"]).casefold(): choice["value"] for choice in option["choices"]}
        return str(known[word]) if word in known else None
    match option["type"]:
        case "boolean":
            return word in TRUE if word in (*TRUE, *FALSE) else None
        case "integer":
            return _whole(option, text)
        case _:
            return text or None


def _whole(option: Mapping[str, Any], typed: str) -> str | None:
    text = ascii_digits(typed)
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", text):
        return None
    least, most = option["minValue"], option["maxValue"]
    fits = (least is None or int(text) >= least) and (most is None or int(text) <= most)
    return text if fits else None
