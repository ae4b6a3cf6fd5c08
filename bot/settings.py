"""Settings of this installation, from the environment and the ``.env`` file."""

import logging
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from rules.numbers import parse_integer
from storage.engine.opening import is_postgresql
from web.access.addresses import WebAddress, public_address

DEFAULT_PORT = 8765
LOCAL_CHANNELS = ("table-1", "table-2", "league")
"""The channels of the local table, the first one shown by default."""
COMPACT_DAYS = 30
BACKUP_HOURS = 24
OUTWARD = ("192.0.2.1", 9)
"""An address in no network (RFC 5737), to which this machine would send by the one that others know it by."""
BACKUPS_KEPT = 14
MAX_SHARDS = 1000
"""The number of connections that Discord lets a bot open per day."""

VARIABLES = {
    "DISCORD_TOKEN": "The bot's token from Discord's developer portal. Without it, the local table starts.",
    "ARBITER_DATABASE": "The SQLite file for all games and leagues, created if missing, or the address of a "
    "PostgreSQL database, such as postgresql://arbiter:password@localhost/arbiter. Default: arbiter.db.",
    "ARBITER_GUILD": "The ID of the only server to get the commands; changes appear there at once. "
    "Default: every server.",
    "ARBITER_PRESSES": "What is done first outside of the bot's servers with a press that opens something "
    "private: acknowledge, or answer. Default: acknowledge.",
    "ARBITER_SHARDS": "How many connections to Discord share the servers; with PostgreSQL also which of them "
    "this process takes, such as 0-1/4. Default: as many as Discord recommends.",
    "ARBITER_CONTACT": "Whom people can ask about their data; shown by `/privacy statement`.",
    "ARBITER_BACKUPS": "A folder in which the running bot keeps backups of the database. Default: none.",
    "ARBITER_BACKUP_HOURS": f"Hours from one backup to the next. Default: {BACKUP_HOURS}.",
    "ARBITER_BACKUPS_KEPT": "How many backups are kept, none of them for more than 30 days. "
    f"Default: {BACKUPS_KEPT}.",
    "ARBITER_COMPACT_DAYS": "Games are compressed once nothing has happened in them for so many days; "
    f"0: never. Default: {COMPACT_DAYS}.",
    "ARBITER_METRICS": "Where on this machine to serve /health and /metrics, such as 127.0.0.1:9464. "
    "Default: nowhere.",
    "ARBITER_WEB": "Where to serve pages of games, such as 127.0.0.1:8080. Default: nowhere.",
    "ARBITER_WEB_URL": "The address by which people reach these pages, such as https://arbiter.example.org/.",
    "ARBITER_LOG_LEVEL": "What to log: DEBUG, INFO, WARNING, ERROR or CRITICAL. Default: INFO.",
    "ARBITER_LOG_FORMAT": "How to write the log: text, or json with one object a line. Default: text.",
    "ARBITER_PORT": f"The local table's port on this machine; 0 picks any free one. Default: {DEFAULT_PORT}.",
}
"""Every variable, with a sentence that explains it."""


class CannotStart(Exception):
    """Raised when the bot can't start or continue; the text is one line for the person who started it."""


class SettingsError(Exception):
    """Raised if a setting is invalid; the text is one line for the person who started the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings:
    """The settings of one process, one for each of `VARIABLES`."""

    token: str | None
    database: Path
    """The SQLite file. With PostgreSQL there is none, but other files are beside this path."""
    server: str | None
    """The address of a PostgreSQL database, if one is used."""
    acknowledging: bool
    guild: int | None
    shards: int | None
    own_shards: tuple[int, ...]
    """The only shards that this process serves; empty unless configured."""
    contact: str
    backups: Path | None
    backup_hours: int
    backups_kept: int
    compact_days: int
    metrics: tuple[str, int] | None
    web: WebAddress | None
    log_level: str
    log_format: str
    port: int

    @property
    def address(self) -> str:
        """The database's address; it may contain a password."""
        return self.server or str(self.database)

    @property
    def database_name(self) -> str:
        """The database's name in messages."""
        return "PostgreSQL" if self.server else str(self.database)

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings from ``environ``; an empty value counts as unset. Raises SettingsError."""
        port = _whole(environ, "ARBITER_PORT", 0, 65535)
        compact_days = _whole(environ, "ARBITER_COMPACT_DAYS", 0, 36_500)
        backups = _text(environ, "ARBITER_BACKUPS")
        database = _text(environ, "ARBITER_DATABASE") or "arbiter.db"
        on_server = is_postgresql(database)
        if on_server and backups:
            raise SettingsError(
                "ARBITER_BACKUPS is for a SQLite file; with PostgreSQL use pg_dump or your server's backups."
            )
        shards, own = _shards(environ, "ARBITER_SHARDS")
        if own and not on_server:
            raise SettingsError("ARBITER_SHARDS can name shards only with PostgreSQL; give their number.")
        return cls(
            token=_token(environ, "DISCORD_TOKEN"),
            database=Path("arbiter.db" if on_server else database),
            server=database if on_server else None,
            acknowledging=_presses(environ, "ARBITER_PRESSES"),
            guild=_whole(environ, "ARBITER_GUILD", 1, 2**64 - 1),
            shards=shards,
            own_shards=own,
            contact=_text(environ, "ARBITER_CONTACT"),
            backups=Path(backups) if backups else None,
            backup_hours=_whole(environ, "ARBITER_BACKUP_HOURS", 1, 720) or BACKUP_HOURS,
            backups_kept=_whole(environ, "ARBITER_BACKUPS_KEPT", 1, 1000) or BACKUPS_KEPT,
            compact_days=COMPACT_DAYS if compact_days is None else compact_days,
            metrics=_address(environ, "ARBITER_METRICS"),
            web=_web(environ),
            log_level=_log_level(environ, "ARBITER_LOG_LEVEL"),
            log_format=_log_format(environ, "ARBITER_LOG_FORMAT"),
            port=DEFAULT_PORT if port is None else port,
        )


def environment(environ: Mapping[str, str], file: Path) -> dict[str, str]:
    """Merge ``environ`` over the variables in ``file``, which need not exist. Raises SettingsError."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError):
        return dict(environ)
    except UnicodeDecodeError:
        raise SettingsError(f"The file {file} is not UTF-8; save it as UTF-8 text.") from None
    except OSError as error:
        raise SettingsError(f"The file {file} can't be read: {error.strerror}.") from None
    for line in parse_stream(StringIO(text)):
        if line.error or (line.key is not None and line.value is None):
            number = line.original.line
            raise SettingsError(f"Line {number} of the file {file} isn't a setting; write NAME=value.")
    written = dotenv_values(stream=StringIO(text))
    return {name: value for name, value in written.items() if value is not None} | dict(environ)


def _text(environ: Mapping[str, str], name: str) -> str:
    """Return a value without the quotes around it, which Docker passes on and other readers remove."""
    text = environ.get(name, "").strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if quoted else text


def _token(environ: Mapping[str, str], name: str) -> str | None:
    token = _text(environ, name)
    if token and not re.fullmatch("[!-~]+", token):
        raise SettingsError(
            f"{name} contains characters that can't be in a token; copy it again from the portal."
        )
    return token or None


def _whole(environ: Mapping[str, str], name: str, least: int, most: int) -> int | None:
    text = _text(environ, name)
    if not text:
        return None
    try:
        return parse_integer(text, least, most)
    except ValueError:
        message = f"{name} must be a whole number from {least} to {most}, not {text!r}."
        raise SettingsError(message) from None


def _shards(environ: Mapping[str, str], name: str) -> tuple[int | None, tuple[int, ...]]:
    """Parse the number of shards, and the ones to serve, from a text like "4", "0-1/4" or "0,2/4"."""
    own, slash, _ = _text(environ, name).rpartition("/")
    if not slash:
        return _whole(environ, name, 1, MAX_SHARDS), ()
    count = _whole({name: _text(environ, name).rpartition("/")[2]}, name, 1, MAX_SHARDS) or 0
    found = set[int]()
    try:
        for part in own.split(","):
            first, _, last = part.partition("-")
            found.update(
                range(parse_integer(first, 0, count - 1), parse_integer(last or first, 0, count - 1) + 1)
            )
    except ValueError:
        found.clear()
    if not found:
        raise SettingsError(f"{name} must be a number, or shards of it such as 0-1/4, not {own}/{count}.")
    return count, tuple(sorted(found))


def _presses(environ: Mapping[str, str], name: str) -> bool:
    """Return whether presses are acknowledged before they are answered."""
    how = (_text(environ, name) or "acknowledge").lower()
    if how not in ("acknowledge", "answer"):
        raise SettingsError(f"{name} must be acknowledge or answer, not {how!r}.")
    return how == "acknowledge"


def _log_level(environ: Mapping[str, str], name: str) -> str:
    level = (_text(environ, name) or "INFO").upper()
    if level not in logging.getLevelNamesMapping():
        raise SettingsError(f"{name} must be DEBUG, INFO, WARNING, ERROR or CRITICAL, not {level!r}.")
    return level


def _log_format(environ: Mapping[str, str], name: str) -> str:
    style = (_text(environ, name) or "text").lower()
    if style not in ("text", "json"):
        raise SettingsError(f"{name} must be text or json, not {style!r}.")
    return style


def _address(environ: Mapping[str, str], name: str) -> tuple[str, int] | None:
    text = _text(environ, name)
    if not text:
        return None
    found = _host_and_port(text)
    if found is None or not ip_address(found[0]).is_loopback:
        raise SettingsError(
            f"{name} must be an address of this machine, such as 127.0.0.1:9464, not {text!r}."
        )
    return found


def on_network(port: int) -> WebAddress:
    """Return the address of the local table's pages for phones in the same network; raises CannotStart.

    ``port``: the table's; the pages take the next one if it is free.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTWARD)
        except OSError:
            raise CannotStart("This machine is in no network. Start the local table without --lan.") from None
        host: str = probe.getsockname()[0]
    return WebAddress(host, port and port % 65535 + 1, spare=True)


def _host_and_port(text: str) -> tuple[str, int] | None:
    host, _, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        ip_address(host)
    except ValueError:
        return None
    return (host, int(port)) if port.isascii() and port.isdigit() and int(port) <= 65535 else None


def _web(environ: Mapping[str, str]) -> WebAddress | None:
    """Return the pages' address; raises SettingsError unless both variables are set."""
    listen, public = _text(environ, "ARBITER_WEB"), _text(environ, "ARBITER_WEB_URL")
    if not listen and not public:
        return None
    if not listen or not public:
        given, missing = ("ARBITER_WEB_URL", "ARBITER_WEB") if public else ("ARBITER_WEB", "ARBITER_WEB_URL")
        raise SettingsError(f"{given} does nothing without {missing}; set both, or neither.")
    found = _host_and_port(listen)
    if found is None:
        raise SettingsError(
            f"ARBITER_WEB must be an address to listen on, such as 127.0.0.1:8080, not {listen!r}."
        )
    try:
        return WebAddress(*found, public_address(public))
    except ValueError:
        raise SettingsError(
            f"ARBITER_WEB_URL must be an address such as https://arbiter.example.org/, not {public!r}."
        ) from None
