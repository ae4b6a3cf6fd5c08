"""The command line: read the settings, and run the bot or carry out a task."""

import argparse
import asyncio
import gc
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot import logs, maintenance
from bot.monitoring import status
from bot.settings import (
    LOCAL_CHANNELS,
    VARIABLES,
    BotSettings,
    CannotStart,
    SettingsError,
    environment,
    on_network,
)
from storage.engine.database import DatabaseError, DatabaseUnusable
from storage.engine.group_commit import NotCommitted
from storage.engine.sqlite.open_file import DatabaseDamaged

LOCAL_DATA = Path("local-table")
"""The folder of the local table's database by default."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped, or carry out a task.

    Return the exit status: 0, or 1 after one line on standard error.
    """
    options = _parser().parse_args(arguments)
    os.umask(0o077)  # whatever is written is about people
    try:
        settings = _settings(options)
        journal = logs.set_up(settings.log_level, settings.log_format)
        if options.task == "status":
            text, well = status.describe_status(settings.database, settings.database_name)
            print(text)
            return 0 if well else 1
        if options.task == "hooks":
            from bot import hooks  # which loads discord.py

            print(asyncio.run(hooks.hooks_table()))
            return 0
        if options.task == "listing":
            from cogs.help.listing import portal_fields  # which loads the catalogues

            print(portal_fields())
            return 0
        if options.task is not None:
            print(maintenance.carry_out_task(options, settings))
            return 0
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until it serves, it ends at once, without a trace
        gc.disable()  # what is loaded now stays; `freeze_heap` turns it on again
        from bot import serving  # which loads discord.py: no task has to wait for that

        serving.run_bot(settings, journal, channel=options.channel)
    except DatabaseDamaged as error:
        return _complain(maintenance.explain_damage(error))
    except (SettingsError, DatabaseUnusable, CannotStart, PermissionError) as error:
        return _complain(str(error))
    except NotCommitted as error:
        return _complain(f"The database cannot be written: {error}.")
    except DatabaseError as error:
        return _complain(f"The database cannot be read: {error}.")
    return 0


def _complain(line: str) -> int:
    print(f"arbiter: {line}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    variables = "\n".join(f"  {name:<18} {sentence}" for name, sentence in VARIABLES.items())
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Arbiter keeps score in Magic games on Discord.\n"
        "With a DISCORD_TOKEN it serves the servers that have invited it. Without one it opens the local\n"
        "table, a page on this machine where you can use the real bot without Discord.",
        epilog=f"environment variables, also read from a file .env in the working folder:\n{variables}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--local", action="store_true", help="open the local table even if there is a token")
    parser.add_argument(
        "--lan", action="store_true", help="let phones in the same network open the local table's links"
    )
    parser.add_argument("--port", metavar="NUMBER", help="the local table's port, instead of ARBITER_PORT")
    parser.add_argument(
        "--channel",
        default=LOCAL_CHANNELS[0],
        choices=LOCAL_CHANNELS,
        help="the channel shown at the local table (default: %(default)s)",
    )
    parser.add_argument("--database", metavar="FILE", help="the SQLite file, instead of ARBITER_DATABASE")
    maintenance.add_tasks(parser)
    return parser


def _settings(options: argparse.Namespace) -> BotSettings:
    values = environment(os.environ, Path(".env"))
    given = {"ARBITER_PORT": options.port, "ARBITER_DATABASE": options.database}
    settings = BotSettings.read(values | {name: value for name, value in given.items() if value is not None})
    os.environ.pop("DISCORD_TOKEN", None)  # the programs that the bot starts have no use for it
    settings = replace(settings, token=None) if options.local else settings
    if options.lan and settings.token is not None:
        raise SettingsError(
            "--lan is for the local table. Add --local, or set ARBITER_WEB as docs/hosting-pages.md says."
        )
    settings = replace(settings, web=on_network(settings.port)) if options.lan else settings
    chosen = options.database or values.get("ARBITER_DATABASE")
    own = LOCAL_DATA / settings.database.name
    if settings.token is not None or chosen or settings.database.exists():
        return settings
    if options.task is None:
        LOCAL_DATA.mkdir(exist_ok=True)
    return replace(settings, database=own) if options.task is None or own.exists() else settings


if __name__ == "__main__":
    sys.exit(main())
