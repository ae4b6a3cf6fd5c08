"""What the environment and the ``.env`` file say about this installation."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dotenv import dotenv_values

DEFAULT_PORT = 8765

VARIABLES = {
    "DISCORD_TOKEN": "The bot's token from Discord's developer portal. Without it the local table starts.",
    "ARBITER_DATABASE": "The SQLite file with every game and league; made if missing. Default: arbiter.db.",
    "ARBITER_GUILD": "The id of the one server that gets the commands, at once. Default: every server.",
    "ARBITER_CONTACT": "Who answers questions about people's data; `/privacy statement` names them.",
    "ARBITER_LOG_LEVEL": "How much is logged: DEBUG, INFO, WARNING, ERROR or CRITICAL. Default: INFO.",
    "ARBITER_PORT": f"The local table's port on this machine; 0 takes any free one. Default: {DEFAULT_PORT}.",
}
"""What can be set, each with its sentence for people."""


class SettingsError(Exception):
    """A setting cannot be used; the text is one line for whoever started the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one process, one for each of VARIABLES."""

    token: str | None
    database: Path
    guild: int | None
    contact: str
    log_level: str
    port: int

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Self:
        """The settings in ``environ``; an empty value counts as none. Raises SettingsError."""
        port = _whole(environ, "ARBITER_PORT", 0, 65535)
        return cls(
            token=environ.get("DISCORD_TOKEN") or None,
            database=Path(environ.get("ARBITER_DATABASE") or "arbiter.db"),
            guild=_whole(environ, "ARBITER_GUILD", 1, 2**64 - 1),
            contact=environ.get("ARBITER_CONTACT") or "",
            log_level=_log_level(environ, "ARBITER_LOG_LEVEL"),
            port=DEFAULT_PORT if port is None else port,
        )


def environment(environ: Mapping[str, str], file: Path) -> dict[str, str]:
    """``environ`` over the settings that stand in ``file``, which need not exist."""
    written = {name: value for name, value in dotenv_values(file).items() if value is not None}
    return written | dict(environ)


def _whole(environ: Mapping[str, str], name: str, least: int, most: int) -> int | None:
    text = environ.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def _log_level(environ: Mapping[str, str], name: str) -> str:
    level = (environ.get(name) or "INFO").upper()
    if level not in logging.getLevelNamesMapping():
        raise SettingsError(f"{name} must be DEBUG, INFO, WARNING, ERROR or CRITICAL, not {level!r}.")
    return level
