"""The file of what was said at the local table."""

from pathlib import Path

import pytest

from bot.local.history import restore_history
from tests.support.evening import Evening


@pytest.mark.parametrize("content", [b"\x80\x05N.", b"{}", b'{"threads": []}', b"[]", b""])
async def test_a_file_of_something_else_is_left_out(evening: Evening, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "table.messages"
    file.write_bytes(content)
    assert restore_history(evening.env.backend, file) == {}
