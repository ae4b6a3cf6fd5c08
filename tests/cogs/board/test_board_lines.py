"""The last lines of the log on a board: what was entered, without what announcements beside it say."""

import pytest

from cogs.text.announcements import ANNOUNCED_EVENTS
from rules.actions.designations import BecomeMonarch
from rules.actions.endings import AgreeDraw, Concede, RestartGame
from rules.actions.life import LoseLife
from rules.actions.table import JoinGame
from rules.game.lobby import Seated
from rules.table import AnyAction
from storage.games.outbox import needs_announcement
from tests.cogs.logs import PASS, seated, started
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import announces


def lines(evening: Evening) -> list[str]:
    """Return the small lines of the board, the log's last."""
    return [line for line in evening.board().splitlines() if line.startswith("-# ")]


async def test_a_loss_is_said_by_its_announcement_and_who_entered_it_by_the_board(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    told = await evening.types("Ana", "life lose", amount=20, who="Ben")
    assert announces(told.text, "Ben", "704.5a")
    assert lines(evening)[-1] == "-# Ana: Ben 20 → 0 (lost 20 life)"
    assert "704.5a" not in evening.board()
    assert announces(evening.board(), "Ana", "104.2a")  # in its heading
    assert "704.5a" in (await evening.types("Ben", "log")).text


async def test_a_concession_leaves_the_steps_before_it_on_the_board(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Cy", "life gain", amount=4)
    before = lines(evening)[-2:]
    told = await evening.types("Dee", "concede")
    assert announces(told.text, "Dee", "104.3a")
    assert lines(evening)[-2:] == before
    assert "104.3a" not in evening.board()
    assert "~~Dee · 40~~" in evening.board()


async def test_the_seats_of_a_game_that_begins_are_said_once(evening: Evening) -> None:
    await deal(evening)
    assert "Ana → Ben → Cy → Dee" in evening.chat()[-1]
    assert "→" not in evening.board()


ACTIONS: dict[str, AnyAction] = {
    "a loss": LoseLife(who=("ben",), amount=40),
    "a concession": Concede(who="ben"),
    "a draw": AgreeDraw(),
    "a restart": RestartGame(by="ana"),
    "someone who joins": JoinGame(seats=(Seated(id="dee", name="Dee"),)),
    "a change of life": LoseLife(who=("ben",), amount=3),
    "the monarch": BecomeMonarch(who="ben"),
    "a turn": PASS,
}


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_exactly_what_is_announced_lastingly_is_left_out(action: AnyAction) -> None:
    played = started("commander", *seated(["Ana", "Ben", "Cy"]))
    before = played.table
    played.does(action)
    left_out = any(isinstance(event, ANNOUNCED_EVENTS) for event in played.entries[-1].events)
    assert left_out is needs_announcement(before, played.table)
