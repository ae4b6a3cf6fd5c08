"""/clock at a table while time goes by: what is told and when, who may do what, what a restart changes."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

import pytest

from storage.settings import CALL, Level
from tests.cogs.settings_panel import SettingsPanel, choose
from tests.evening import Evening
from tests.tables import deal, gather

STARTED = "**Ana** started a round of 50 minutes, then 5 additional turns."
OUTSIDER = "Only people at this table and moderators can do that. "
NO_TABLE = "There is no game in this channel. `/game new` opens one."
NOT_STARTED = "The game hasn't started yet: press Start in the lobby or use `/game start`."
OVER = "This game is over. `/undo` takes the last step back, `/game new` opens another."
COMMANDS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("clock round", {}),
    ("clock turn", {}),
    ("clock extend", {"minutes": 3}),
    ("clock pause", {}),
    ("clock resume", {}),
    ("clock stop", {}),
)
LOOKING_TOO: Sequence[tuple[str, Mapping[str, object]]] = (*COMMANDS, ("clock show", {}))
MELEE = "Ana, Ben, Cy, Dee, G5, G6, G7, G8, G9, G10"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    async with Evening(tmp_path / "arbiter.db", simulated_time=True) as evening:
        yield evening


def at(evening: Evening, minutes: float) -> str:
    """Discord's stamp for a moment so many minutes from now."""
    return f"<t:{int(evening.now().timestamp() + 60 * minutes)}:R>"


class News:
    """What everybody in the channel is told from now on."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._seen = len(evening.chat())

    def __call__(self) -> list[str]:
        """What has been told since this was asked last."""
        chat = self._evening.chat()
        told, self._seen = chat[self._seen :], len(chat)
        return told


async def deadlines(evening: Evening) -> list[str]:
    """What is due some time."""
    rows = await evening.database.fetch("SELECT key FROM deadline ORDER BY due")
    return [row[0] for row in rows]


class TestRound:
    async def test_it_is_told_before_at_and_after_its_end(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        end = at(evening, 50)
        answer = await evening.types("Ana", "clock round", minutes=50, turns=2)
        assert answer.text == (
            f"**Ana** started a round of 50 minutes, then 2 additional turns.\nRound: time is up {end}"
        )
        assert not answer.private
        assert f"-# Round: time is up {end}\n" in evening.board()
        news = News(evening)
        await evening.passes(minutes=44, seconds=59)
        assert news() == []
        await evening.passes(seconds=1)
        assert news() == [f"**5 minutes left** in the round, time is up {end}."]
        await evening.passes(minutes=4)
        assert news() == [f"**1 minute left** in the round, time is up {end}."]
        await evening.passes(minutes=1)
        assert news() == [
            "**Time!** **Ana** finishes this turn, then 2 additional turns are played. "
            "If nobody has won by then, the game is a draw."
        ]
        assert "-# Round: time was called, 2 additional turns follow this one\n" in evening.board()
        await evening.types("Ana", "turn next")
        assert news() == ["**Ben**'s turn begins."]
        assert "-# Round: time was called, additional turn 1 of 2\n" in evening.board()
        last = "Time was called: this is the last turn of the round."
        assert (await evening.presses("Ben", "Pass turn")).text == last
        assert "-# Round: time was called, this turn is the last one\n" in evening.board()
        news()
        over = (
            "**The round is over.** If nobody has won, the game is a draw: "
            "`/draw reason:agreement` enters it."
        )
        assert (await evening.types("Ana", "turn next")).text == f"**Ben**'s turn begins.\n{over}"
        await evening.passes(minutes=60)
        assert news() == [f"**Ben**'s turn begins.\n{over}"]
        assert await deadlines(evening) == []

    async def test_without_additional_turns_the_turn_is_the_last(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "clock round", minutes=1, turns=0)
        news = News(evening)
        await evening.passes(minutes=1)
        assert news() == [
            "**Time!** **Ana** finishes this turn, and the round is over. "
            "If nobody has won by then, the game is a draw."
        ]
        assert "-# Round: time was called, this turn is the last one\n" in evening.board()
        assert (await evening.types("Ana", "turn next")).text.endswith("`/draw reason:agreement` enters it.")

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
        assert news() == [f"**1 minute left** in the round, time is up {end}."]

    async def test_what_was_missed_is_told_once_and_only_what_still_matters(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        news = News(evening)
        await evening.restart(away=60 * 60)
        await evening.passes(seconds=30)
        (told,) = news()
        assert told.startswith("**Time!** **Ana** finishes this turn, then 5 additional turns are played.")
        await evening.restart(away=60)
        await evening.passes(minutes=60)
        assert news() == []

    async def test_a_warning_that_comes_late_says_what_is_left(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=50)
        end, news = at(evening, 50), News(evening)
        await evening.restart(away=47 * 60)
        await evening.passes(seconds=30)
        assert news() == [f"**3 minutes left** in the round, time is up {end}."]

    async def test_a_pause_stops_it(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock round", minutes=10)
        await evening.passes(minutes=2)
        answer = await evening.types("Ben", "clock pause")
        assert answer.text == "**Ben** paused the clock.\nRound: 8:00 left"
        assert "-# Turn of 2:00 so far\n**The clock is paused.**\n-# Round: 8:00 left\n" in evening.board()
        assert (await evening.refused("Cy", "clock pause")).startswith("The clock is paused already.")
        news = News(evening)
        await evening.passes(minutes=30)
        assert news() == []
        end = at(evening, 8)
        await evening.types("Cy", "clock resume")
        assert news() == [f"**Cy** let the clock go on.\nRound: time is up {end}"]
        assert f"-# Turn began {at(evening, -2)}\n" in evening.board()
        await evening.passes(minutes=8)
        assert [one[:9] for one in news()] == ["**5 minut", "**1 minut", "**Time!**"]

    async def test_it_is_stopped(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.refused("Ana", "clock stop")).startswith("No clock runs here.")
        await evening.types("Ana", "clock round", minutes=10)
        assert (await evening.refused("Ana", "clock round")).startswith("The round's clock runs already.")
        assert (await evening.types("Ana", "clock stop", what="round")).text == (
            "**Ana** stopped the round clock."
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

    async def test_whoever_is_over_time_is_told_once(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "clock turn", minutes=2.5)
        assert f"-# Turn began {at(evening, 0)}, its time is up {at(evening, 2.5)}\n" in evening.board()
        news = News(evening)
        await evening.passes(minutes=2)
        await evening.presses("Ana", "Pass turn")
        await evening.passes(minutes=2)
        assert news() == []
        await evening.passes(minutes=20)
        assert news() == ["**Ben**: the time for this turn is up (2:30)."]
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
        await evening.presses("Ben", "Pass turn")
        await evening.passes(minutes=1)
        await evening.presses("Ana", "Undo")
        assert f"-# Turn began {began}, its time is up {at(evening, 1)}\n" in evening.board()
        news = News(evening)
        await evening.passes(minutes=1)
        assert news() == ["**Ana**: the time for this turn is up (3 minutes)."]

    async def test_it_passes_the_turn_where_that_is_wanted_and_calls_the_next(self, evening: Evening) -> None:
        await deal(evening)
        ben = evening.people["Ben"]
        await evening.settings.choose(Level.OWN, ben.id, CALL, "on")
        await evening.types("Ana", "clock turn", minutes=3, autopass=True)
        news = News(evening)
        await evening.passes(minutes=3)
        assert news() == [
            "**Ana**: the time for this turn is up (3 minutes).\n**Ben**'s turn begins.\n"
            f"{ben.mention} It's your turn."
        ]
        (message,) = [one for one in evening.channel.history() if "your turn" in one.content]
        assert [one.id for one in message.mentions] == [ben.id]
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()
        await evening.types("Ben", "undo")
        news()
        await evening.passes(minutes=10)
        assert news() == []
        assert "## Turn 1: **Ana**'s turn\n" in evening.board()

    async def test_it_does_not_go_on_for_ever_where_nobody_is(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "clock turn", minutes=3, autopass=True)
        news = News(evening)
        await evening.passes(minutes=60)
        told = news()
        assert ["'s turn begins." in one for one in told] == [True, True, True, False]
        assert told[-1] == (
            "Nobody has entered anything for a whole round of turns, so the clock is paused. "
            "`/clock resume` lets it go on."
        )
        await evening.types("Ben", "clock resume")
        await evening.types("Ana", "turn next")
        news()
        await evening.passes(minutes=3)
        (told_again,) = news()
        assert told_again.endswith("**Cy**'s turn begins.")

    async def test_each_marker_of_a_grand_melee_has_its_own(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", MELEE)
        await evening.types("Ana", "clock turn", minutes=3)
        began = at(evening, 0)
        await evening.passes(minutes=2)
        await evening.types("Ana", "turn next", marker=2)
        assert (
            f"-# Ana: turn began {began}, its time is up {at(evening, 1)} · "
            f"G6: turn began {at(evening, 0)}, its time is up {at(evening, 3)}\n"
        ) in evening.board()
        news = News(evening)
        await evening.passes(minutes=1)
        assert news() == ["**Ana**: the time for this turn is up (3 minutes)."]
        await evening.passes(minutes=2)
        assert news() == ["**G6**: the time for this turn is up (3 minutes)."]
        assert (await evening.refused("Ana", "clock extend", minutes=1)).startswith(
            "Several turns are running."
        )
        extended = await evening.types("Ana", "clock extend", minutes=1, marker=1)
        assert extended.text.startswith("**Ana** extended Ana's turn by 1 minute.\n")
        await evening.passes(minutes=1)
        assert news()[-1] == "**Ana**: the time for this turn is up (3 minutes)."

    async def test_who_took_how_long(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        for who, minutes in (("Ana", 4), ("Ben", 7), ("Ana", 2)):
            await evening.passes(minutes=minutes)
            await evening.types(who, "turn next")
        await evening.passes(seconds=90)
        shown = await evening.types("Fay", "clock show")
        assert shown.private
        assert shown.text == (
            "No round clock. `/clock round` starts one.\n"
            "No turn timer. `/clock turn` starts one.\n"
            f"Turn began {at(evening, -1.5)}\n"
            "-# Ana: 6:00 in 2 turns, the longest 4:00\n"
            "-# Ben: 8:30 in 2 turns, the longest 7:00"
        )
        ended = await evening.types("Ben", "concede")
        assert ended.text.endswith("**Ana wins the game**, CR 104.2a.\n-# Time taken: Ana 6:00 · Ben 8:30")


class TestExtension:
    async def test_is_for_judges(self, evening: Evening) -> None:
        role = evening.server.create_role("Judge")
        await deal(evening, names="Ben, Cy, Dee")
        await evening.types("Ben", "clock round", minutes=50)
        refused = await evening.refused("Ben", "clock extend", minutes=3)
        assert refused == "Only moderators give more time."
        await choose(evening, "Ana", "channel:judge", role)
        assert await evening.refused("Ben", "clock extend", minutes=3) == (
            "Only people with the role Judge and moderators give more time."
        )
        evening.people["Gil"] = evening.server.add_member(evening.env.create_user("gil"), roles=[role])
        answer = await evening.types("Gil", "clock extend", minutes=3, reason="deck *check*")
        assert answer.text == (
            "**gil** extended the round by 3 minutes (deck \\*check\\*).\n"
            f"Round: time is up {at(evening, 53)}"
        )
        news = News(evening)
        await evening.passes(minutes=50)
        assert [one[:13] for one in news()] == ["**5 minutes l"]
        await evening.passes(minutes=3)
        assert [one[:9] for one in news()] == ["**1 minut", "**Time!**"]
        await evening.passes(minutes=2)
        await evening.types("Ana", "clock extend", minutes=2)
        assert f"-# Round: time is up {at(evening, 2)}\n" in evening.board()

    async def test_needs_a_clock(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.refused("Ana", "clock extend", minutes=3)).startswith(
            "No turn timer runs here."
        )
        no_round = await evening.refused("Ana", "clock extend", minutes=3, what="round")
        assert no_round.startswith("No round clock runs here.")


class TestWho:
    async def test_not_spectators_and_only_judges_where_only_they_enter(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        for command, options in COMMANDS:
            assert (await evening.refused("Eve", command, **options)).startswith(OUTSIDER)
        await choose(evening, "Ana", "channel:enter", "judges")
        for command in ("clock round", "clock turn", "clock pause"):
            refused = await evening.refused("Ben", command)
            assert refused == "Here only moderators can enter that. `/settings` shows why."
        assert (await evening.types("Ana", "clock round")).text.startswith(STARTED)

    async def test_not_without_a_game_that_goes_on(self, evening: Evening) -> None:
        for command, options in LOOKING_TOO:
            assert await evening.refused("Ana", command, **options) == NO_TABLE
        await gather(evening, "commander", "Ana, Ben")
        for command, options in LOOKING_TOO:
            assert await evening.refused("Ana", command, **options) == NOT_STARTED
        await evening.types("Ana", "game start")
        await evening.types("Ana", "game end")
        for command, options in COMMANDS:
            assert await evening.refused("Ana", command, **options) == OVER

    async def test_of_two_at_once_one_is_told_that_it_is_done(self, evening: Evening) -> None:
        await deal(evening)
        one, two = await evening.at_once(
            evening.types("Ana", "clock round"), evening.types("Ben", "clock round")
        )
        assert (one.private, two.private) == (False, True)
        assert two.text.startswith("The round's clock runs already.")
        before = await evening.number_of_entries()
        await evening.types("Cy", "clock pause")
        await evening.delivered_again()
        assert await evening.number_of_entries() == before + 1


class TestEnd:
    async def test_a_game_that_is_over_is_told_nothing(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        await evening.types("Ana", "clock round", minutes=50)
        await evening.types("Ana", "clock turn", minutes=3)
        await evening.types("Ben", "concede")
        assert await deadlines(evening) == []
        news = News(evening)
        await evening.passes(minutes=60)
        assert news() == []
        assert "Round" not in evening.board()
        await evening.presses("Ana", "Undo")
        assert "-# Round: time is up <t:" in evening.board()
        await evening.types("Ana", "clock extend", minutes=3)
        news()
        await evening.passes(minutes=3)
        assert [one[:9] for one in news()] == ["**1 minut", "**Time!**"]

    async def test_a_channel_that_is_closed_to_the_bot_keeps_the_log(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock turn", minutes=3)
        evening.env.inject_error("POST", "/channels/*/messages", status=403)
        await evening.passes(minutes=3)
        assert "the time for Ana's turn was up" in (await evening.types("Ana", "log")).text
        assert len(evening.errors()) == 1
        assert await deadlines(evening) == []

    async def test_while_discord_is_away_it_is_tried_again(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock turn", minutes=3)
        news = News(evening)
        evening.env.inject_error("POST", "/channels/*/messages", status=500)
        await evening.passes(minutes=3)
        assert news() == []
        assert await deadlines(evening) == ["1:turn:0"]
        assert len(evening.errors()) == 1
        await evening.passes(minutes=1)
        assert news() == ["**Ana**: the time for this turn is up (3 minutes)."]
        assert await deadlines(evening) == []


class TestSettings:
    async def test_clocks_start_with_every_game_of_a_channel(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        assert panel.line("Minutes of a round") == "no clock · *default*"
        assert panel.line("Additional turns after it") == "5 · *default*"
        form = await evening.people["Ana"].click(panel.message, label="Clocks…")
        await panel.fill(form, round="40", roundturns="0", turntimer="")
        assert panel.line("Minutes of a round") == "40 · *this channel*"
        assert panel.line("Additional turns after it") == "0 · *this channel*"
        form = await evening.people["Ana"].click(panel.message, label="Clocks…")
        refused = await panel.fill(form, round="999", roundturns="0", turntimer="")
        assert refused.private
        assert refused.text.endswith("“999” is none of that.")
        await deal(evening)
        assert f"-# Round: time is up {at(evening, 40)}\n" in evening.board()
        assert "Ana: started a round of 40 minutes\n" in evening.board()
        await evening.types("Ana", "clock stop")
        again = await evening.types("Ana", "clock round")
        assert again.text.startswith("**Ana** started a round of 40 minutes.\n")


class TestLog:
    async def test_it_has_what_was_done_to_the_clocks_and_undo_passes_that_over(
        self, evening: Evening
    ) -> None:
        await deal(evening)
        await evening.types("Ben", "life lose", amount=7)
        await evening.types("Ana", "clock round", minutes=50)
        await evening.types("Ana", "clock turn", minutes=3)
        await evening.types("Ana", "clock extend", minutes=1, what="turn", reason="judge call")
        await evening.passes(minutes=4)
        seen = await evening.types("Cy", "log", kind="clock")
        assert [line.partition("> ")[2] for line in seen.text.splitlines()][1:5] == [
            "**TestBot** · the time for Ana's turn was up",
            "**Ana** · extended Ana's turn by 1 minute (judge call)",
            "**Ana** · started a turn timer of 3 minutes",
            "**Ana** · started a round of 50 minutes, then 5 additional turns",
        ]
        about = await evening.types("Cy", "log", who="Ben", kind="clock")
        assert "Nothing like that is in the log." in about.text
        undone = await evening.types("Ben", "undo")
        assert "**Ben** 33 → 40" in undone.text
        assert "-# Round: time is up <t:" in evening.board()
