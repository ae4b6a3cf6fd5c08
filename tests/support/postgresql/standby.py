"""A PostgreSQL primary with a synchronous standby that takes over when the primary is killed."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.postgresql.server import PostgresqlServer

OPTIONS = "-c fsync=off -c dynamic_shared_memory_type=mmap"
"""Options that keep servers' shared memory in their data, so that it is removed with them."""
SYNCHRONOUS = 20.0
"""Seconds in which a new standby has to have everything that the primary has."""


class ReplicatedServer:
    """Two servers: one accepts writes, and each commit waits for the other; made by `new_pair`."""

    def __init__(self, folder: Path) -> None:
        for name in ("one", "two"):
            (folder / name).mkdir()
        self.primary, self.standby = (PostgresqlServer(folder / name) for name in ("one", "two"))
        self._hosts = f"{self.primary.folder},{self.standby.folder}"

    def address(self, database: str) -> str:
        """Return the address of a database on the server that accepts writes."""
        return f"postgresql://postgres@/{database}?host={self._hosts}&target_session_attrs=primary"

    def start(self) -> None:
        """Make both servers' data and start them. Raises NotInstalled."""
        self.primary.initialize()
        self.primary.start(OPTIONS)
        self.add_standby()

    def kill_primary(self) -> None:
        """Kill the primary at once, with all that it does for others."""
        _kill(self.primary)

    def promote(self) -> None:
        """Promote the standby, whose writes wait for no one until `add_standby`."""
        self.standby.run("pg_ctl", "-D", str(self.standby.data), "-w", "promote")
        self.primary, self.standby = self.standby, self.primary

    def add_standby(self) -> None:
        """Replace the other server by a copy of the primary, and make commits wait for it.

        Raises TimeoutError if it doesn't keep up.
        """
        shutil.rmtree(self.standby.data, ignore_errors=True)
        for left in self.standby.folder.glob(".s.PGSQL.*"):
            left.unlink()  # its socket, and whose that was
        primary = f"host={self.primary.folder} user=postgres application_name=standby"
        self.primary.run(
            *("pg_basebackup", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"),
            *(f"--pgdata={self.standby.data}", f"--dbname={primary}"),
        )
        self.standby.start(OPTIONS)
        self._say("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self._say("SELECT pg_reload_conf()")
        end = time.monotonic() + SYNCHRONOUS
        while self._say("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'") != "sync":
            if time.monotonic() > end:
                raise TimeoutError("The standby doesn't keep up.")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop the running servers."""
        for server in (self.primary, self.standby):
            with suppress(subprocess.CalledProcessError):
                server.stop()

    def _say(self, sql: str) -> str:
        where = str(self.primary.folder)
        return self.primary.run("psql", "-h", where, "-U", "postgres", "-d", "postgres", "-Atc", sql)


def _kill(server: PostgresqlServer) -> None:
    memory = server.postmaster[6].split()[1]
    for process in server.processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    # Its System V shared memory stays behind, which the next start would remove.
    subprocess.run(("ipcrm", "-m", memory), check=False, stderr=subprocess.DEVNULL)


@contextmanager
def new_pair() -> Generator[ReplicatedServer]:
    """Two new servers, which end with the block, in the system's temporary folder. Raises NotInstalled."""
    with tempfile.TemporaryDirectory(prefix="arbiter-") as name:
        Path(name).chmod(0o755)
        pair = ReplicatedServer(Path(name))
        try:
            pair.start()
            yield pair
        finally:
            pair.stop()
