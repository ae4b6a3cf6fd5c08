"""Results put right: who played, with what, who put out whom, achievements, matches."""

from datetime import UTC, datetime
from fractions import Fraction

from rules.leagues.result import PlayerResult, Result, ResultNumber
from tests.support.evening import Evening
from tests.support.leagues import Panel, disputes, imports_results, message, points, report
from tests.support.messages import text
from tests.support.panels import forget
from tests.support.tables import deal


async def result(evening: Evening, number: int) -> Result:
    return (await evening.games.leagues.results.record(await evening.league(), ResultNumber(number))).result


async def lines(evening: Evening, number: int) -> dict[str, PlayerResult]:
    players = (await evening.games.leagues.state(await evening.league())).players
    found = await result(evening, number)
    return {players[line.player].name or "": line for line in found.lines}


async def edited(evening: Evening, number: int, **options: object) -> str:
    """Return what everyone reads when Ana, a judge, puts a result right."""
    answer = await evening.types("Ana", "league result edit", result=number, reason="seen", **options)
    assert not answer.private, answer.text
    return answer.text


async def test_a_tables_result_gets_what_the_table_does_not_know(evening: Evening) -> None:
    """By place 4, 3, 2, 1; 1 for the first kill, 1 for a play of the game, −1 for putting oneself out."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, names="Ben, Cy, Dee")
    await evening.types("Dee", "life pay", amount=40)
    await evening.types("Cy", "concede")
    assert await points(evening) == ["**1.** **Ben** 4", "**2.** **Cy** 3", "**3.** **Dee** 1"]
    await edited(evening, 1, kills="Ben: Dee", awards="Cy: Play of the game 2", decks="Ben: Burn", turns=9)
    # Dee no longer counts as her own kill: 2. Ben: 4 and 1 for the first kill. Cy: 3 and 2; Ben has won.
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 5", "**3.** **Dee** 2"]
    now = await lines(evening, 1)
    assert (now["Ben"].deck, now["Ben"].seat, (await result(evening, 1)).turns) == ("Burn", 1, 9)
    assert now["Dee"].out is not None
    assert (now["Dee"].out.cause, now["Dee"].out.order) == ("lose_life", 1)
    await edited(evening, 1, awards="Cy: play of the game 0")
    assert (await lines(evening, 1))["Cy"].awards == {}
    assert (await lines(evening, 1))["Ben"].deck == "Burn"
    unknown = await evening.types("Ana", "league result edit", result=1, reason="x", awards="Cy: best hat")
    assert unknown.private


async def test_who_has_won_after_all_has_not_left_and_everyone_reads_what_it_was_worth(
    evening: Evening,
) -> None:
    """By place 4, 3, 2, 1; 1 for the first kill and 1 for a play of the game."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, names="Ben, Cy, Dee")
    await evening.types("Dee", "damage", amount=40, who="Dee", **{"from": "Cy"})
    await evening.types("Cy", "concede")
    players = ", ".join(evening.people[name].mention for name in ("Cy", "Ben", "Dee"))
    await edited(evening, 1, players=players, awards="Dee: play of the game")
    shown = (await evening.types("Fay", "league result show", result=1)).text
    assert ("-# Points: Cy 5 (including 1 bonus) · Ben 3 · Dee 3 (including 1 bonus)\n") in shown
    assert "**Dee** is out" in shown
    assert "**Cy** is out" not in shown


async def test_a_match_can_end_with_a_game_and_keeps_its_score(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "swiss")  # best of three, 3 points a win
    await deal(evening, "two_player", names="Ben, Cy")
    await evening.types("Cy", "concede")
    assert await points(evening) == []
    await edited(evening, 1, **{"ends-match": True})
    assert await points(evening) == ["**1.** **Ben** 3", "**2.** **Cy** 0"]
    await report(evening, "Dee", "Dee, Eve", games="2-1")
    await disputes(evening, "Eve", 2, "no")
    dee, eve = evening.people["Dee"].mention, evening.people["Eve"].mention
    ruled = await evening.types(
        "Ana", "league result rule", result=2, verdict="replace", reason="seen", players=f"{eve}, {dee}"
    )
    assert "Eve beat Dee · 2–1" in ruled.text
    assert [entrant.games for entrant in (await result(evening, 2)).entrants] == [2, 1]


async def test_who_has_left_the_server_or_is_forgotten_stays_in_what_is_put_right(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(evening, "Ana", "Ben, Cy, Zoe", decks="Zoe: Storm by Cy")
    evening.env.backend.remove_member(evening.server.id, evening.people["Ben"].id)
    await forget(evening, "Cy")
    assert (await lines(evening, 1))["Zoe"].deck == "Storm by …"
    await edited(evening, 1, when="2025-12-24 18:30")
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Player 2** 0", "**2.** **Zoe** 0"]
    assert "**1.** **Ben**" in text(message(evening, 1))
    await evening.types("Ana", "league result edit", result=1, reason="x", players="#2, Ben, Zoe")
    assert await points(evening) == ["**1.** **Player 2** 5", "**2.** **Ben** 0", "**2.** **Zoe** 0"]


async def test_reports_tell_decks_and_who_put_out_whom(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("extras", kill="1/2", awards="combo = 2")
    await report(
        evening,
        "Ben",
        "Ben, Cy, Dee",
        decks="Ben: Burn, Cy: Storm",
        kills="Ben: Cy, Ben: Dee",
        awards="Dee: combo",
        seats="Cy, Ben, Dee",
    )
    told = await lines(evening, 1)
    assert (told["Ben"].deck, told["Cy"].deck, told["Dee"].deck) == ("Burn", "Storm", "")
    assert (told["Cy"].seat, told["Dee"].awards) == (1, {"combo": 1})
    for who in ("Cy", "Dee"):
        await evening.presses(who, "Confirm", message(evening, 1))
    board = await evening.games.leagues.projections.standings(await evening.league())
    assert [row.points for row in board.rows()] == [Fraction(6), Fraction(2), Fraction(0)]


async def test_a_file_brought_in_by_mistake_is_voided_at_once_and_can_be_restored(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(evening, "Ana", "Ben, Cy")
    table = b"result,name,place\n" + b"".join(b"%d,Zoe,1\n%d,Yan,2\n" % (n, n) for n in range(30))
    await imports_results(evening, table)
    assert (await points(evening))[0] == "**1.** **Zoe** 150"
    await evening.types("Ana", "league result void", result=20, reason="seen")
    void = await evening.types("Ana", "league result void", result=2, to=99, reason="wrong league")
    assert (void.text, void.private) == ("**Friday**, results 2–31: *void*.", False)
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    again = await evening.refused("Ana", "league result void", result=2, to=31, reason="once more")
    assert again.startswith("The result already says that.")
    many = await evening.refused("Ana", "league result restore", result=1, to=9999, reason="once more")
    assert many == "You can change at most 2000 results at once."
    only_judges = await evening.refused("Ben", "league result void", result=1, to=9, reason="mine")
    assert only_judges.key == "league_judges_only"
    await evening.types("Ana", "league result restore", result=2, to=4, reason="these are right")
    assert (await points(evening))[0] == "**1.** **Zoe** 15"
    audit = await evening.types("Fay", "league audit", result=4)
    assert "result 4 voided – wrong league" in audit.text
    assert "result 4 restored – these are right" in audit.text


async def test_the_audit_tells_when_and_why_something_was_put_into_the_past(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("by", "nobody")
    christmas = int(datetime(2025, 12, 24, 18, 30, tzinfo=UTC).timestamp())
    await report(evening, "Ana", "Ben, Cy", when="2025-12-24 18:30", note="on paper until now")
    await edited(evening, 1, when="2025-12-23 18:30")
    audit = (await evening.types("Fay", "league audit", result=1)).text.splitlines()
    ana = evening.people["Ana"].mention
    yesterday = christmas - 86400
    assert audit[1].endswith(f"{ana}: result 1 edited: Ben beat Cy · <t:{yesterday}:f> – seen")
    assert audit[2].endswith(
        f"{ana}: result 1 reported: Ben beat Cy · <t:{christmas}:f> – on paper until now"
    )
