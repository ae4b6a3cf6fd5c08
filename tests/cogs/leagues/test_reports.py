"""Results that people report: what they read, who confirms them, and what then counts."""

from tests.evening import Evening
from tests.leagues import message, report, standings
from tests.reading import text


async def test_a_report_waits_for_the_others_and_counts_when_they_have_confirmed(evening: Evening) -> None:
    answer = await report(evening, "Ben", "Ben (Tymna / Kraum), Cy = Dee")
    assert not answer.private
    assert answer.text.startswith(
        "### Friday: result 1\n"
        "**1.** **Ben** (Tymna / Kraum)\n**2.** **Cy**\n**2.** **Dee**\n"
        "-# reported · <t:"
    )
    assert "Waits to be confirmed by **Cy** and **Dee**." in answer.text
    assert await standings(evening) == []
    await evening.presses("Cy", "Confirm", message(evening, 1))
    assert "Waits to be confirmed by **Dee**.\nConfirmed by Cy." in text(message(evening, 1))
    await evening.presses("Dee", "Confirm", message(evening, 1))
    assert text(message(evening, 1)).endswith("**Counts.**")
    # 5 points a win; a match is worth 5, so Ben has won 100% of it. His opponents have won 0%, which counts
    # as 20%; theirs have won 100% and 0%, on average 60%.
    assert [line.partition(" · rating")[0] for line in await standings(evening)] == [
        "**1.** **Ben** 5 points · 1–0–0 · opponents' match wins 20.0% · wins 1",
        "**2.** **Cy** 0 points · 0–1–0 · opponents' match wins 60.0% · wins 0",
        "**2.** **Dee** 0 points · 0–1–0 · opponents' match wins 60.0% · wins 0",
    ]
