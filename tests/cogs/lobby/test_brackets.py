"""The talk before a game of Commander: brackets and the rest of the form, from the lobby to the result."""

from rules.game.lobby import Lobby
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.leagues import create
from tests.support.messages import Said, buttons, said
from tests.support.tables import begin, gather

THREE = {"bracket": ["3"], "wins_by": ["7"], "game_changers": ["2"], "has": ["combos", "proxies"]}


async def describes(evening: Evening, who: str, picks: dict[str, list[str]]) -> Said:
    """Presses Bracket… and fills in the form."""
    form = await evening.people[who].click(evening.board_message(), label="Bracket…")
    return said(await evening.people[who].submit_modal(form, picks))


def seats(evening: Evening) -> list[str]:
    return [line for line in evening.board().splitlines() if line[:2] in ("1.", "2.", "3.")]


async def test_each_seat_shows_what_its_player_says(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    await describes(evening, "Ana", THREE)
    assert seats(evening) == [
        "1. Ana (bracket 3, wins by turn 7, 2 Game Changers, infinite combos, proxies)",
        "2. Ben",
    ]
    assert "at this table" not in evening.board(), "one bracket differs from none"
    await describes(evening, "Ben", {"bracket": ["3"]})
    assert "at this table" not in evening.board()
    await describes(evening, "Ben", {"bracket": ["2"], "has": ["land_destruction"], "game_changers": ["0"]})
    assert seats(evening)[1] == "2. Ben (bracket 2, no Game Changers, mass land destruction)"
    assert "Brackets 2 to 3 at this table." in evening.board()
    await describes(evening, "Ben", {"bracket": ["0"], "has": []})
    assert seats(evening)[1] == "2. Ben"
    await evening.types("Ben", "undo")
    assert seats(evening)[1].startswith("2. Ben (bracket 2")
    await describes(evening, "Ben", {"bracket": ["0"], "has": ["proxies"]})
    assert seats(evening)[1] == "2. Ben (proxies)", "without a number, too"


async def test_members_speak_for_themselves_and_anyone_there_for_guests(evening: Evening) -> None:
    await gather(evening, "commander", "Ben, Cy, Grandma")
    cy = str(evening.people["Cy"].id)
    table = (await view_of(evening.games, evening.place)).table
    assert isinstance(table, Lobby)
    grandma = table.seated[2].id
    await describes(evening, "Cy", {"who": [grandma], "bracket": ["1"]})
    assert seats(evening)[2] == "3. Grandma (guest, bracket 1)"
    await describes(evening, "Ana", {"who": [cy], "bracket": ["4"]})  # she moderates
    assert seats(evening)[1] == "2. Cy (bracket 4)"
    assert (await evening.refused_press("Fay", "Bracket…")).key == "not_seated_may_not"


async def test_there_are_none_without_commanders(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    await describes(evening, "Ana", {"bracket": ["3"]})
    form = await evening.people["Ben"].click(evening.board_message(), label="Bracket…")
    await evening.types("Ana", "game options", variant="free_for_all")
    assert "Bracket…" not in buttons(evening.board_message())
    assert "bracket" not in evening.board()
    late = said(await evening.people["Ben"].submit_modal(form, {"bracket": ["2"]}))
    assert (late.private, evening.refusal()) == (True, "no_brackets")
    await evening.types("Ana", "game options", variant="free_for_all", commander=True)
    assert seats(evening)[0] == "1. Ana (bracket 3)"


async def test_the_start_freezes_them_and_a_rematch_keeps_them(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    await describes(evening, "Ana", THREE)
    form = await evening.people["Ben"].click(evening.board_message(), label="Bracket…")
    await begin(evening, "Ana, Ben")
    late = said(await evening.people["Ben"].submit_modal(form, {"bracket": ["2"]}))
    assert (late.private, evening.refusal()) == (True, "already_started")
    await evening.types("Ben", "game restart")
    await evening.types("Ben", "concede")
    await evening.presses("Ana", "Rematch")
    assert [line for line in seats(evening) if "Ana (bracket 3, wins by turn 7" in line]


async def test_a_leagues_result_and_statistics_have_them(evening: Evening) -> None:
    await create(evening)
    for winner, loser in (("Ana", "Ben"), ("Ana", "Ben"), ("Ben", "Ana")):
        await gather(evening, "commander", "Ana, Ben")
        await describes(evening, "Ana", THREE)
        await describes(evening, "Ben", {"bracket": ["2"]})
        await begin(evening, f"{winner}, {loser}")
        await evening.types(loser, "concede")
    shown = (await evening.types("Fay", "league result show", result=1)).text.splitlines()
    assert "-# **Ana**: bracket 3 · wins by turn 7 · 2 Game Changers · infinite combos · proxies" in shown
    assert "-# **Ben**: bracket 2" in shown
    await evening.types("Ana", "league result edit", result=1, reason="seen", note="a long one")
    assert "-# **Ben**: bracket 2" in (await evening.types("Fay", "league result show", result=1)).text
    page = (await evening.types("Fay", "league commanders", by="brackets")).text.splitlines()
    assert [line[:28] for line in page[1:3]] == [
        "**Bracket 2 · Core** 1–2–0, ",
        "**Bracket 3 · Upgraded** 2–1",
    ]
    own = (await evening.types("Fay", "league commanders", by="brackets", who="Ben")).text
    assert "Bracket 2" in own
    assert "Bracket 3" not in own
    assert "**Bracket 3 · Upgraded** 2–1–0" in (await evening.types("Ana", "league player")).text
