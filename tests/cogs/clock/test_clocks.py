"""/clock at a table while time goes by: what is announced and when, and what a restart changes."""

import re

import pytest

from storage.settings.definitions import CALL, ROUND, Level
from tests.cogs.clock.clocks import News, at, deadlines
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import announces, gist

MELEE = "Ana, Ben, Cy, Dee, G5, G6, G7, G8, G9, G10"


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    return evening


class TestRound:
    async def test_it_is_announced_before_at_and_after_its_end(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        end = at(evening, 50)
        answer = await evening.types("Ana", "clock round", minutes=50, turns=2, match=False)
        assert answer.text == (
            f"**Ana** started a round timer of 50 minutes, then 2 additional turns.\nRound: time is up {end}"
        )
        assert not answer.private
        assert f"-# Round: time is up {end}\n" in evening.board()
        news = News(evening)
        await evening.passes(minutes=44, seconds=59)
        assert news() == []
        await evening.passes(seconds=1)
        assert news() == [f"**5 minutes left** in the round. Time is up {end}."]
        await evening.passes(minutes=4)
        assert news() == [f"**1 minute left** in the round. Time is up {end}."]
        await evening.passes(minutes=1)
        assert news() == [
            (
                "**Time!** **Ana** finishes this turn, and then 2 additional turns are played. If no one "
                "has won by then, the game is a draw."
            )
        ]
        assert "-# Round: time was called, 2 additional turns follow this one\n" in evening.board()
        await evening.types("Ana", "turn next")
        assert [gist(one) for one in news()] == [["Ben"]]
        assert "-# Round: time was called, additional turn 1 of 2\n" in evening.board()
        last = "Time was called: this is the last turn of the round."
        assert (await evening.presses("Ben", "Pass turn")).text == last
        assert ("-# Round: time was called, this is the last turn\n") in evening.board()
        news()
        over = (
            "**The round is over.** If no one has won, the game is a draw. Record it with `/draw "
            "reason:agreement`."
        )
        ended = (await evening.types("Ana", "turn next")).text
        assert ended.endswith(f"\n{over}")
        await evening.passes(minutes=60)
        assert news() == [ended]
        assert await deadlines(evening) == []

    async def test_without_additional_turns_the_turn_is_the_last(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "clock round", minutes=1, turns=0)
        news = News(evening)
        await evening.passes(minutes=1)
        assert news() == [
            (
                "**Time!** **Ana** finishes this turn, and then the round is over. If no one has won by "
                "then, the game is a draw."
            )
        ]
        assert ("-# Round: time was called, this is the last turn\n") in evening.board()
        assert (await evening.types("Ana", "turn next")).text.endswith(
            "Record it with `/draw reason:agreement`."
        )

    @pytest.mark.own_bot
    async def test_it_survives_a_restart(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        end = at(evening, 50)
        await evening.passes(minutes=46)
        await evening.restart()
        news = News(evening)
        await evening.passes(minutes=2, seconds=30)
        assert news() == []
        await evening.passes(minutes=1)
        assert news() == [f"**1 minute left** in the round. Time is up {end}."]

    @pytest.mark.own_bot
    async def test_what_was_missed_is_announced_once_and_only_what_still_matters(
        self, evening: Evening
    ) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        news = News(evening)
        await evening.restart(away=60 * 60)
        await evening.passes(seconds=30)
        (told,) = news()
        assert told.startswith(
            "**Time!** **Ana** finishes this turn, and then 5 additional turns are played."
        )
        await evening.restart(away=60)
        await evening.passes(minutes=60)
        assert news() == []

    @pytest.mark.own_bot
    async def test_a_warning_that_comes_late_says_what_is_left(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        end, news = at(evening, 50), News(evening)
        await evening.restart(away=47 * 60)
        await evening.passes(seconds=30)
        assert news() == [f"**3 minutes left** in the round. Time is up {end}."]

    @pytest.mark.own_bot
    async def test_a_warning_that_was_told_and_not_noted_is_not_repeated(self, evening: Evening) -> None:
        """As after a kill between the message and the end of its deadline."""
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        end, news = at(evening, 50), News(evening)
        due = await evening.database.fetch("SELECT * FROM deadline ORDER BY due LIMIT 1")
        await evening.passes(minutes=46)
        (warning,) = news()
        assert warning.startswith("**5 minutes")
        assert end in warning
        await evening.bot.close()
        await evening.database.write(("INSERT OR REPLACE INTO deadline VALUES (?, ?, ?, ?)", tuple(due[0])))
        await evening.restart()
        await evening.passes(seconds=30)
        assert news() == []
        await evening.passes(minutes=3)
        assert [one[:9] for one in news()] == ["**1 minut"]

    async def test_a_pause_stops_it(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=10)
        await evening.passes(minutes=2)
        answer = await evening.types("Ben", "clock pause")
        assert answer.text == ("**Ben** paused the timers.\nRound: 8:00 left")
        assert ("-# Turn so far: 2:00\n**Timers are paused.**\n-# Round: 8:00 left\n") in evening.board()
        assert (await evening.refused("Cy", "clock pause")).startswith("The timer is already paused.")
        news = News(evening)
        await evening.passes(minutes=30)
        assert news() == []
        end = at(evening, 8)
        await evening.types("Cy", "clock resume")
        assert [(gist(one)[0], one.rpartition(" ")[2]) for one in news()] == [("Cy", end)]
        assert f"-# Turn began {at(evening, -2)}\n" in evening.board()
        await evening.passes(minutes=8)
        assert [one[:9] for one in news()] == ["**5 minut", "**1 minut", "**Time!**"]

    async def test_of_a_match_it_goes_on_in_the_next_game_of_the_same_people(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        end = at(evening, 50)
        started = (await evening.types("Ana", "clock round", minutes=50, turns=0)).text.splitlines()
        assert gist(started[0]) == ["Ana 50"]
        assert started[1].endswith(end)
        assert started[2] == "The timer continues in the same players' next game."
        await evening.passes(minutes=20)
        await evening.types("Ben", "concede")
        await evening.passes(minutes=5)
        await deal(evening, "two_player", "Ana, Ben")
        assert f" {end}\n" in evening.board()
        await evening.types("Ben", "concede")
        await deal(evening, "two_player", "Ana, Cy")
        assert "Round" not in evening.board()

    async def test_that_settings_want_is_one_for_a_match_of_two(self, evening: Evening) -> None:
        """And a new one for every game of more."""
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, ROUND, "50")
        for variant, names, minutes in (("two_player", "Ana, Ben", 30), ("free_for_all", "Ana, Ben, Cy", 50)):
            await deal(evening, variant, names)
            assert f" {at(evening, 50)}\n" in evening.board()
            await evening.passes(minutes=20)
            await evening.types("Ana", "draw", reason="effect")
            await deal(evening, variant, names)
            assert f" {at(evening, minutes)}\n" in evening.board()
            await evening.types("Ana", "draw", reason="effect")

    async def test_of_a_single_game_it_ends_with_it(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        await evening.types("Ana", "clock round", minutes=50, match=False)
        await evening.types("Ben", "concede")
        await deal(evening, "two_player", "Ana, Ben")
        assert "Round" not in evening.board()

    async def test_it_is_stopped(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.refused("Ana", "clock stop")).startswith("No timer is running.")
        await evening.types("Ana", "clock round", minutes=10)
        assert (await evening.refused("Ana", "clock round")).startswith("The round timer is already running.")
        assert (await evening.types("Ana", "clock stop", what="round")).text == (
            "**Ana** stopped the round timer."
        )
        news = News(evening)
        await evening.passes(minutes=20)
        assert news() == []


class TestTurns:
    async def test_the_board_says_since_when_a_turn_runs(self, evening: Evening) -> None:
        await deal(evening)
        assert f"## Turn 1: **Ana**'s turn\n-# Turn began {at(evening, 0)}\n" in evening.board()
        await evening.passes(minutes=7)
        await evening.presses("Ana", "−1")
        assert f"-# Turn began {at(evening, -7)}\n" in evening.board()
        await evening.presses("Ana", "Pass turn")
        assert f"-# Turn began {at(evening, 0)}\n" in evening.board()

    async def test_a_player_over_time_is_warned_once(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "clock turn", minutes=2.5)
        assert f"-# Turn began {at(evening, 0)}, time is up {at(evening, 2.5)}\n" in evening.board()
        news = News(evening)
        await evening.passes(minutes=2)
        await evening.presses("Ana", "Pass turn")
        await evening.passes(minutes=2)
        assert news() == []
        await evening.passes(minutes=20)
        assert news() == ["**Ben**: time is up for this turn (2:30)."]
        await evening.types("Ben", "undo")
        await evening.types("Ben", "redo")
        news()
        await evening.passes(minutes=20)
        assert news() == []

    async def test_an_undone_pass_gives_the_turn_back(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock turn", minutes=3)
        began = at(evening, 0)
        await evening.passes(minutes=1)
        await evening.presses("Ana", "Pass turn")
        await evening.passes(minutes=1)
        await evening.presses("Ana", "Undo")
        assert re.search(rf"-# .* {began}, .* {at(evening, 1)}\n", evening.board())
        news = News(evening)
        await evening.passes(minutes=1)
        assert [gist(one) for one in news()] == [["Ana 3"]]

    async def test_it_passes_the_turn_where_that_is_wanted_and_calls_the_next(self, evening: Evening) -> None:
        await deal(evening)
        ben = evening.people["Ben"]
        await evening.settings.choose(Level.OWN, ben.id, CALL, "on")
        await evening.types("Ana", "clock turn", minutes=3, autopass=True)
        news = News(evening)
        await evening.passes(minutes=3)
        (passed,) = news()
        assert gist(passed)[:2] == ["Ana 3", "Ben"]
        assert passed.endswith(f"\n{ben.mention} It's your turn.")
        (message,) = [one for one in evening.channel.history() if "your turn" in one.content]
        assert [one.id for one in message.mentions] == [ben.id]
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()
        await evening.types("Ben", "undo")
        news()
        await evening.passes(minutes=10)
        assert news() == []
        assert "## Turn 1: **Ana**'s turn\n" in evening.board()

    async def test_it_does_not_go_on_forever_where_no_one_is(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "clock turn", minutes=3, autopass=True)
        news = News(evening)
        await evening.passes(minutes=60)
        told = news()
        assert [gist(one) for one in told[:-1]] == [["Ana 3", "Ben"], ["Ben 3", "Cy"], ["Cy 3", "Ana"]]
        assert told[-1] == (
            "Nothing was entered for a full turn cycle, so the timers are paused. Resume them with `/clock "
            "resume`."
        )
        await evening.types("Ben", "clock resume")
        await evening.types("Ana", "turn next")
        news()
        await evening.passes(minutes=3)
        (told_again,) = news()
        assert gist(told_again)[-1] == "Cy"

    async def test_each_marker_of_a_grand_melee_has_its_own(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", MELEE)
        await evening.types("Ana", "clock turn", minutes=3)
        began = at(evening, 0)
        await evening.passes(minutes=2)
        await evening.types("Ana", "turn next", marker=2)
        assert (
            f"-# Ana: turn began {began}, time is up {at(evening, 1)} · "
            f"G6: turn began {at(evening, 0)}, time is up {at(evening, 3)}\n"
        ) in evening.board()
        news = News(evening)
        await evening.passes(minutes=1)
        assert [gist(one) for one in news()] == [["Ana 3"]]
        await evening.passes(minutes=2)
        assert [gist(one) for one in news()] == [["G6 3"]]
        assert (await evening.refused("Ana", "clock extend", minutes=1)).startswith(
            "Several turns are in progress."
        )
        extended = await evening.types("Ana", "clock extend", minutes=1, marker=1)
        assert extended.text.startswith("**Ana** extended Ana's turn by 1 minute.\n")
        await evening.passes(minutes=1)
        assert gist(news()[-1]) == ["Ana 3"]

    async def test_who_took_how_long(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        for who, minutes in (("Ana", 4), ("Ben", 7), ("Ana", 2)):
            await evening.passes(minutes=minutes)
            await evening.types(who, "turn next")
        await evening.passes(seconds=90)
        shown = await evening.types("Fay", "clock show")
        assert shown.private
        assert shown.text == (
            "No round timer. `/clock round` starts one.\n"
            "No turn timer. `/clock turn` starts one.\n"
            f"Turn began {at(evening, -1.5)}\n"
            "-# Ana: 6:00 in 2 turns, longest 4:00\n"
            "-# Ben: 8:30 in 2 turns, longest 7:00"
        )
        ended = await evening.types("Ben", "concede")
        assert announces(ended.text, "Ana", "104.2a")
        assert ended.text.endswith("\n-# Time used: Ana 6:00 · Ben 8:30")


async def test_a_turn_passes_though_its_players_data_is_being_deleted(evening: Evening) -> None:
    """While that goes on nothing is entered about Ana; then the timer does what it was set for."""
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "clock turn", minutes=3, autopass=True)
    async with evening.database.forgetting(evening.people["Ana"].id):
        await evening.passes(minutes=3)
        assert "## Turn 1: " in evening.board()
    evening.errors()  # that it is tried again
    await evening.passes(minutes=2)
    assert "## Turn 2: **Ben**'s turn\n" in evening.board()


async def test_time_that_has_run_out_after_an_end_is_called_once_that_is_undone(evening: Evening) -> None:
    """Cy conceded by mistake, and the round's time is up when that is undone: this is the last turn."""
    await deal(evening, names="Ben, Cy")
    await evening.types("Ben", "clock round", minutes=10, turns=0)
    await evening.types("Cy", "concede")
    news = News(evening)
    await evening.passes(minutes=12)
    assert news() == []
    await evening.types("Cy", "undo")
    await evening.passes(seconds=1)
    assert [one for one in news() if one.startswith("**Time!** **Ben**")]
    assert "Round: time was called, this is the last turn" in evening.board()
    await evening.passes(minutes=5)
    assert news() == []
