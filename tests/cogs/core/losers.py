"""Who loses life that someone enters for others."""

import re

from tests.support.evening import Evening


async def loser(evening: Evening, requester: str, who: str) -> str:
    """Return who loses the 1 life that someone enters for `who`."""
    return (await evening.types(requester, "life lose", amount=1, who=who)).text


def bold_loser(text: str) -> str:
    """Return the name of the one player who loses life."""
    found = re.findall(r"\*\*(\w+)\*\* \d+ → ", text)
    assert len(found) == 1, text
    return found[0]
