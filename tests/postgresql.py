"""A PostgreSQL server in a folder of its own, for tests that run on both engines; without one they say so."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from msgspec import Struct

from storage.engine.opening import open_database

TEMPLATE = "arbiter"
UNPRIVILEGED = "nobody"
"""As whom the server runs where the tests run as root, whom it refuses."""
_names = count(1)


class Server(Struct, frozen=True):
    """A running server; ``folder`` has its socket."""

    folder: Path

    def address(self, database: str) -> str:
        """The address of a database on it."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    async def blank(self) -> str:
        """The address of a database of its own with tables and nothing in them."""
        connection = await asyncpg.connect(self.address("postgres"))
        try:
            known = await connection.fetchval("SELECT count(*) FROM pg_database WHERE datname = $1", TEMPLATE)
            if not known:
                await connection.execute(f"CREATE DATABASE {TEMPLATE}")
                async with open_database(self.address(TEMPLATE)):
                    pass
            name = f"blank{next(_names)}"
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        finally:
            await connection.close()
        return self.address(name)


def _program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)


@contextmanager
def server() -> Generator[Server]:
    """A server that is new and ends with the block; without PostgreSQL here the test is skipped."""
    initdb, postgres = _program("initdb"), _program("pg_ctl")
    if initdb is None or postgres is None:
        pytest.skip("no PostgreSQL is installed")
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="arbiter-") as name:
        folder = Path(name)
        if user is not None:
            shutil.chown(folder, user)

        def run(*command: str) -> None:
            subprocess.run(command, check=True, cwd=folder, user=user, stdout=subprocess.DEVNULL)

        data = str(folder / "data")
        run(initdb, "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
        options = (
            f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"
        )
        run(postgres, "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield Server(folder)
        finally:
            run(postgres, "-D", data, "-m", "immediate", "stop")


@pytest.fixture(scope="session")
def postgresql() -> Generator[Server]:
    """A server for all tests of one process."""
    with server() as running:
        yield running
