"""What the buttons of tables carry: what to do, for which game, with which value."""

import re
from dataclasses import dataclass

TEMPLATE = re.compile(r"arbiter:(?P<what>[a-z]+):(?P<game>[0-9]{1,18})(?::(?P<value>.*))?")


@dataclass(frozen=True, slots=True)
class Press:
    """One press: the button's verb, the game's number and a value for the verb."""

    what: str
    game: int
    value: str = ""

    def __str__(self) -> str:
        return f"arbiter:{self.what}:{self.game}:{self.value}"


def read(match: re.Match[str]) -> Press:
    """The press that a matched custom_id stands for."""
    return Press(match["what"], int(match["game"]), match["value"] or "")
