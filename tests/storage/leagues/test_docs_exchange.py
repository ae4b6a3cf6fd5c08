"""docs/exchange.md: its example is a league, and it names the columns that there are."""

import re
from pathlib import Path

from storage.leagues.files import spreadsheet
from storage.leagues.leagues import Leagues
from tests.storage.leagues.people import JUDGE, by

TEXT = (Path(__file__).parents[3] / "docs" / "exchange.md").read_text(encoding="utf-8")


async def test_the_example_is_a_league_that_comes_in(leagues: Leagues) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    done = await leagues.exchange.bring(5, by(JUDGE), example.encode())
    assert done.state.rules.name == "Friday pods"
    assert [(one.name, one.user, one.guest) for one in done.state.players.values()] == [
        ("Ana", 101, False),
        ("Zoe", None, True),
    ]


def test_every_column_is_described_and_no_other() -> None:
    table = TEXT.partition("| column |")[2]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == list(
        spreadsheet.RESULT_COLUMNS
    )
