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

FAILING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int fails(const char *fault) {
    const char *file = getenv("FAULT");
    return strcmp(strrchr(file, '/') + 1, fault) == 0 && access(file, F_OK) == 0;
}
static int synced(const char *name, int file) {
    if (fails("unsynced")) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }
ssize_t pwrite64(int file, const void *data, size_t length, off64_t place) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t read = readlink(link, path, sizeof path);
    if (read > 4 && memcmp(path + read - 4, "-shm", 4) == 0 && fails("unindexed")) { errno = EIO; return -1; }
    return ((ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64"))(
        file, data, length, place);
}
"""
"""A library in front of the system's. While a file is there whose name says so, the disk doesn't confirm what
was written, or has no more room for the index of SQLite's log, which SQLite extends after it has written."""


@pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux", reason="no C compiler, or no Linux"
)
@pytest.mark.parametrize(
    ("fault", "then"),
    [
        *(("unsynced", "killed"), ("unsynced", "settled"), ("unsynced", "refused")),
        *(("unindexed", "killed"), ("unindexed", "settled")),
    ],
)
async def test_a_commit_that_the_disk_does_not_confirm_is_denied_only_once_it_is_gone(
    tmp_path: Path, fault: str, then: str
) -> None:
    file, failing, library = (tmp_path / name for name in ("arbiter.db", fault, "failing.so"))
    compiling = ("cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-ldl")
    await asyncio.to_thread(subprocess.run, compiling, input=FAILING, text=True, check=True)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.crash.unsynced", file, failing, then),
        env={**os.environ, "PYTHONPATH": str(ROOT), "LD_PRELOAD": str(library), "FAULT": str(failing)},
        stdout=subprocess.PIPE,
    )
    printed, _ = await process.communicate()
    failing.unlink(missing_ok=True)
    losses, error, *known = printed.decode().split()
    life = LIFE - int(losses) - (then == "killed")
    assert (error, known) == ("MayBeCommitted", [] if then == "killed" else [str(life)])
    async with open_database(file) as database:
        assert await ana_has(Games(database)) == life
