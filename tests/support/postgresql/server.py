"""A PostgreSQL server in its own folder, run by any user."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

UNPRIVILEGED = "nobody"
"""The user that runs the server if the tests run as root, which it refuses."""


class NotInstalled(Exception):
    """There is no PostgreSQL on this machine."""


def program(name: str) -> str:
    """Return where a program of PostgreSQL is; Debian keeps them out of the path. Raises NotInstalled."""
    found = shutil.which(name) or next(
        iter(sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)), None
    )
    if found is None:
        raise NotInstalled
    return found


class PostgresqlServer:
    """A server in a folder, with its data, its log and its socket; made by `new_server`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)

    def address(self, database: str = "postgres") -> str:
        """Return the address of a database on it."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    @property
    def data(self) -> Path:
        """Where its data are."""
        return self.folder / "data"

    @property
    def postmaster(self) -> list[str]:
        """The server's status file while it runs, in PostgreSQL's order of lines."""
        return (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()

    @property
    def processes(self) -> tuple[int, ...]:
        """Its processes, the first one first."""
        number = int(self.postmaster[0])
        children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
        return number, *map(int, children)

    def run(self, name: str, *options: str) -> str:
        """Run a program of PostgreSQL and return its output; raises NotInstalled and CalledProcessError."""
        done = subprocess.run(
            (program(name), *options),
            check=True,
            cwd=self.folder,
            user=self._user,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout.strip()

    def initialize(self) -> None:
        """Make its data."""
        data = str(self.data)
        self.run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")

    def start(self, options: str = "-c fsync=off") -> None:
        """Start it and wait until it can be reached."""
        where = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=50"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", f"{where} {options}", "start")

    def stop(self) -> None:
        """Stop it at once, like a power cut that spares the system's file cache."""
        self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")


S = TypeVar("S", bound=PostgresqlServer)


@contextmanager
def new_server(options: str = "-c fsync=off", kind: type[S] = PostgresqlServer) -> Generator[S]:
    """A server that is new and ends with the block, in the system's temporary folder. Raises NotInstalled."""
    with tempfile.TemporaryDirectory(prefix="arbiter-") as name:
        server = kind(Path(name))
        server.initialize()
        server.start(options)
        try:
            yield server
        finally:
            server.stop()
