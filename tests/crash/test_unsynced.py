"""The disk doesn't confirm a commit: SQLite takes it back, but finds it in its log after a kill."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.table import LIFE, ana_has
from tests.support.processes import ROOT

FAILING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int synced(const char *name, int file) {
    if (access(getenv("UNSYNCED"), F_OK) == 0) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }
"""
"""A library in front of the system's, in which the disk fails while a file is there."""


@pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux", reason="no C compiler, or no Linux"
)
@pytest.mark.parametrize(("then", "life"), [("killed", LIFE - 1), ("settled", LIFE), ("refused", LIFE)])
async def test_a_commit_that_the_disk_does_not_confirm_is_denied_only_once_it_is_gone(
    tmp_path: Path, then: str, life: int
) -> None:
    file, unsynced, library = (tmp_path / name for name in ("arbiter.db", "unsynced", "failing.so"))
    compiling = ("cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-ldl")
    await asyncio.to_thread(subprocess.run, compiling, input=FAILING, text=True, check=True)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.crash.unsynced", file, unsynced, then),
        env={**os.environ, "PYTHONPATH": str(ROOT), "LD_PRELOAD": str(library), "UNSYNCED": str(unsynced)},
        stdout=subprocess.PIPE,
    )
    told, _ = await process.communicate()
    unsynced.unlink(missing_ok=True)
    async with open_database(file) as database:
        assert await ana_has(Games(database)) == life
    known = [] if then == "killed" else [str(life)]
    assert told.decode().split() == ["MayBeCommitted", *known]
