"""What the buttons, lists and forms of leagues carry: what to do, in which league, with which result."""

import re

from msgspec import Struct

TEMPLATE = re.compile(
    r"arbiter-league:(?P<verb>[a-z]+):(?P<league>[0-9]{1,18}):(?P<number>[0-9]{1,18})(?::(?P<value>.*))?"
)


class LeagueCustomId(Struct, frozen=True):
    """One press: the verb, the league, the number of a result or 0, and a value for the verb."""

    verb: str
    league: int
    number: int = 0
    value: str = ""

    def __str__(self) -> str:
        return f"arbiter-league:{self.verb}:{self.league}:{self.number}:{self.value}"


def read(custom_id: str) -> LeagueCustomId | None:
    """What a custom_id asks for, if it is one of the leagues'."""
    match = TEMPLATE.fullmatch(custom_id)
    if match is None:
        return None
    return LeagueCustomId(match["verb"], int(match["league"]), int(match["number"]), match["value"] or "")
