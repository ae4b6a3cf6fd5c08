"""The file of what was said at the local table."""

import os
import pickle
from pathlib import Path

from bot.local.history import restore
from tests.support.evening import Evening


class _Order:
    """What a file may ask for that someone else has written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.folder),)


async def test_a_file_from_elsewhere_has_nothing_done(evening: Evening, tmp_path: Path) -> None:
    file, folder = tmp_path / "table.messages", tmp_path / "made"
    for content in (pickle.dumps(_Order(folder)), pickle.dumps(([], [], [], [])), b"no pickle"):
        file.write_bytes(content)
        assert restore(evening.env.backend, file) == {}
    assert not folder.exists()
