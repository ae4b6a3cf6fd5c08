"""/clock: who may do what, trouble with Discord, settings, the log."""

from collections.abc import Mapping, Sequence

import pytest

from tests.cogs.clock.clocks import News, at, deadlines
from tests.cogs.settings.settings_panel import SettingsPanel, choose
from tests.support.evening import Evening
from tests.support.tables import deal, gather
from tests.support.wording import gist

COMMANDS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("clock round", {}),
    ("clock turn", {}),
    ("clock extend", {"minutes": 3}),
    ("clock pause", {}),
    ("clock resume", {}),
    ("clock stop", {}),
)
LOOKING_TOO: Sequence[tuple[str, Mapping[str, object]]] = (*COMMANDS, ("clock show", {}))


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    return evening


class TestExtension:
    async def test_is_for_judges(self, evening: Evening) -> None:
        role = evening.server.create_role("Judge")
        await deal(evening, names="Ben, Cy, Dee")
        await evening.types("Ben", "clock round", minutes=50)
        refused = await evening.refused("Ben", "clock extend", minutes=3)
        assert refused == "Only moderators can add time."
        await choose(evening, "Ana", "channel:judge", role)
        assert await evening.refused("Ben", "clock extend", minutes=3) == (
            "Only members with the Judge role and moderators can add time."
        )
        evening.people["Gil"] = evening.server.add_member(evening.env.create_user("gil"), roles=[role])
        answer = await evening.types("Gil", "clock extend", minutes=3, reason="deck *check*")
        extended, end = answer.text.splitlines()
        assert extended == "**gil** extended the round by 3 minutes (deck \\*check\\*)."
        assert end.endswith(f" {at(evening, 53)}")
        news = News(evening)
        await evening.passes(minutes=50)
        assert [one[:13] for one in news()] == ["**5 minutes l"]
        await evening.passes(minutes=3)
        assert [one[:9] for one in news()] == ["**1 minut", "**Time!**"]
        await evening.passes(minutes=2)
        await evening.types("Ana", "clock extend", minutes=2)
        assert f" {at(evening, 2)}\n" in evening.board()

    async def test_needs_a_clock(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.refused("Ana", "clock extend", minutes=3)).startswith(
            "No turn timer is running."
        )
        no_round = await evening.refused("Ana", "clock extend", minutes=3, what="round")
        assert no_round.startswith("No round timer is running.")


class TestWho:
    async def test_not_spectators_and_only_judges_where_only_they_enter(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        for command, options in COMMANDS:
            assert (await evening.refused("Eve", command, **options)).key == "not_seated_may_not"
        await choose(evening, "Ana", "channel:enter", "judges")
        for command in ("clock round", "clock turn", "clock pause"):
            assert (await evening.refused("Ben", command)).key == "enter_judges_only"
        assert gist((await evening.types("Ana", "clock round")).text)[0] == "Ana 50 5"

    async def test_not_without_a_game_that_goes_on(self, evening: Evening) -> None:
        for command, options in LOOKING_TOO:
            assert (await evening.refused("Ana", command, **options)).key == "no_table"
        await gather(evening, "commander", "Ana, Ben")
        for command, options in LOOKING_TOO:
            assert (await evening.refused("Ana", command, **options)).key == "not_started"
        await evening.types("Ana", "game start")
        await evening.types("Ana", "game end")
        for command, options in COMMANDS:
            assert (await evening.refused("Ana", command, **options)).key == "game_over"

    async def test_of_two_at_once_one_reads_that_it_is_done(self, evening: Evening) -> None:
        await deal(evening)
        one, two = await evening.at_once(
            evening.types("Ana", "clock round"), evening.types("Ben", "clock round")
        )
        assert (one.private, two.private) == (False, True)
        assert two.text.startswith("The round timer is already running.")
        before = await evening.number_of_entries()
        await evening.types("Cy", "clock pause")
        await evening.delivered_again()
        assert await evening.number_of_entries() == before + 1


class TestEnd:
    async def test_a_game_that_is_over_hears_nothing(self, evening: Evening) -> None:
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
        assert "\n-# Round: " in evening.board()
        await evening.types("Ana", "clock extend", minutes=3)
        news()
        await evening.passes(minutes=3)
        assert [one[:9] for one in news()] == ["**1 minut", "**Time!**"]

    async def test_a_channel_that_is_closed_to_the_bot_keeps_the_log(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock turn", minutes=3)
        evening.env.inject_error("POST", "/channels/*/messages", status=403)
        await evening.passes(minutes=3)
        assert "called time on Ana's turn" in (await evening.types("Ana", "log")).text
        assert len(evening.errors()) == 1
        assert await deadlines(evening) == []

    async def test_while_discord_is_away_it_is_tried_again(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "clock turn", minutes=3)
        news = News(evening)
        evening.env.inject_error("POST", "/channels/*/messages", status=500)
        await evening.passes(minutes=3)
        assert news() == []
        assert len(evening.errors()) == 1
        await evening.passes(minutes=1)
        assert [gist(one) for one in news()] == [["Ana 3"]]
        assert await deadlines(evening) == []


class TestSettings:
    async def test_clocks_start_with_every_game_of_a_channel(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        assert panel.line("Round length (minutes)") == "no timer · *default*"
        assert panel.line("Additional turns after time") == "5 · *default*"
        form = await evening.people["Ana"].click(panel.message, label="Timers…")
        await panel.fill(form, round="40", roundturns="0", turntimer="")
        assert panel.line("Round length (minutes)") == "40 · *this channel*"
        assert panel.line("Additional turns after time") == "0 · *this channel*"
        form = await evening.people["Ana"].click(panel.message, label="Timers…")
        refused = await panel.fill(form, round="999", roundturns="0", turntimer="")
        assert refused.private
        assert gist(refused.text) == ["999 1 600"]
        form = await evening.people["Ana"].click(panel.message, label="Timers…")
        too_long = await panel.fill(form, round="40", roundturns="0", turntimer="", sametime="301")
        assert (too_long.private, evening.refusal()) == (True, "number_out_of_bounds")
        await deal(evening)
        assert f"-# Round: time is up {at(evening, 40)}\n" in evening.board()
        assert ("Ana: started a round timer of 40 minutes\n") in evening.board()
        await evening.types("Ana", "clock stop")
        again = await evening.types("Ana", "clock round")
        assert again.text.startswith("**Ana** started a round timer of 40 minutes.\n")


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
            "**TestBot** · called time on Ana's turn",
            "**Ana** · extended Ana's turn by 1 minute (judge call)",
            "**Ana** · started a turn timer of 3 minutes",
            "**Ana** · started a round timer of 50 minutes, then 5 additional turns",
        ]
        about = await evening.types("Cy", "log", who="Ben", kind="clock")
        assert "No matching entries in the log." in about.text
        undone = await evening.types("Ben", "undo")
        assert "**Ben** 33 → 40" in undone.text
        assert "\n-# Round: " in evening.board()
