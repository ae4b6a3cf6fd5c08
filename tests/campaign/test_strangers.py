"""A few seconds of a stranger's afternoon, with few connections."""

from pathlib import Path

import pytest

from campaign.neighbor import MEMORY
from campaign.strangers.run import afternoon

SLOW = ": 408"
"""How a page is answered that takes ten seconds, as it may beside other work on this machine."""


@pytest.mark.full
async def test_no_link_that_works_is_refused_beside_strangers(tmp_path: Path) -> None:
    """With many more of them this is a campaign: ``python -m campaign strangers``."""
    found = await afternoon(4, 1, tmp_path, results=50, connections=50)
    assert [one for one in found.visitors.refused if not one.endswith(SLOW)] == []
    assert found.chat
    assert found.remotes
    assert found.visitors.pages
    assert found.visitors.guests
    assert found.attacks
    assert max(found.usage.peak, found.pages.peak) < MEMORY
    assert not found.restarted
