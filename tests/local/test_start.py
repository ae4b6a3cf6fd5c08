"""How the local table starts: where someone sits at a screen, and a second time while it runs."""

import os
import pty
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.local.conftest import local_bot
from tests.support.processes import environment


def begun(
    folder: Path, port: int | str, output: int = subprocess.PIPE, **variables: str
) -> subprocess.Popen[str]:
    """A bot without Discord in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "--local", "--port", str(port)],
        cwd=folder,
        env=environment(folder, **variables),
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_opens_a_browser_at_a_screen(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    ours, terminal = pty.openpty()
    with (
        open(ours, "rb") as screen,
        begun(tmp_path, 0, terminal, DISPLAY=":9", BROWSER=f"{browser} %s") as process,
    ):
        printed = screen.readline().decode()
        assert printed.split()[-1] == opened.read_text().strip()
        process.kill()


def test_a_second_one_says_where_the_table_is_open(tmp_path: Path) -> None:
    with (
        local_bot(tmp_path) as (_, address),
        begun(tmp_path, address.rstrip("/").rpartition(":")[2]) as second,
    ):
        _, said = second.communicate()
    assert second.returncode == 1
    assert said == f"arbiter: The local table runs already. Open {address}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_one_that_is_stopped_while_it_asks_ends_without_a_trace(tmp_path: Path, number: int) -> None:
    """Its port is another program's here, which never answers."""
    with (
        local_bot(tmp_path),
        socket.create_server(("127.0.0.1", 0)) as silent,
        begun(tmp_path, silent.getsockname()[1]) as second,
        silent.accept()[0],
    ):
        second.send_signal(number)
        _, said = second.communicate()
    assert said == ""
    assert second.returncode == -number
