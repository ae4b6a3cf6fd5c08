"""/tally: what is counted without being a counter, and reminders that speak when their turn comes."""

import pytest

from storage.settings.definitions import LANGUAGE, MAY_ENTER, Level
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.panels import forget
from tests.support.tables import deal, two_headed
from tests.support.wording import gist


class TestTallies:
    async def test_storm_is_the_tables_and_ends_with_the_turn(self, evening: Evening) -> None:
        await deal(evening)
        first = await evening.types("Ana", "tally add", name="storm")
        assert first.text == "**storm** 0 → 1, until end of turn"
        assert not first.private
        again = await evening.types("Ben", "tally add", name="Storm", amount=3)
        assert again.text == "**storm** 1 → 4, until end of turn"
        assert "-# storm 4" in evening.board()
        over = await evening.types("Ana", "turn next")
        assert over.text.startswith("**storm** 4 → 0\n")
        assert "-# storm" not in evening.board()
        assert (await evening.types("Ana", "tally list")).text == (
            "No tallies or reminders. `/tally add` and `/tally remind` add one."
        )

    async def test_a_players_tally_goes_on_and_is_not_proliferated(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="energy")
        added = await evening.types("Ana", "tally add", name="Approach of the Second Sun")
        assert added.text == "**Ana** Approach of the Second Sun 0 → 1"
        assert (await evening.types("Ana", "counter proliferate", who="Ana")).text == "**Ana** energy 1 → 2"
        assert "energy 2 · Approach of the Second Sun 1" in evening.board()
        for _ in range(4):
            await evening.types("Ana", "turn next")
        again = await evening.types("Ana", "tally add", name="approach of the second sun")
        assert again.text == "**Ana** Approach of the Second Sun 1 → 2"

    async def test_a_tally_of_ones_own_can_last_for_a_turn(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types(
            "Ana", "tally add", name="lessons", amount=2, who="Ben, Cy", lasts="until end of turn"
        )
        listed = (await evening.types("Dee", "tally list")).text
        assert listed == "**Ben** lessons 2, until end of turn\n**Cy** lessons 2, until end of turn"
        over = await evening.types("Ana", "turn next")
        assert over.text.startswith("**Ben** lessons 2 → 0\n**Cy** lessons 2 → 0\n")

    async def test_it_is_lowered_and_removed(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally add", name="lessons", amount=5, who="Ben")
        lowered = await evening.types("Ana", "tally remove", name="lessons", amount=2)
        assert lowered.text == "**Ben** lessons 5 → 3"
        lowered = await evening.types("Ana", "tally add", name="lessons", amount=-1, who="Ben")
        assert lowered.text == "**Ben** lessons 3 → 2"
        assert (await evening.types("Ana", "tally remove", name="lessons")).text == "**Ben** lessons 2 → 0"
        assert await evening.refused("Ana", "tally remove", name="lessons") == (
            "There's no tally or reminder “lessons” here. `/tally list` shows all of them."
        )
        await evening.types("Ana", "tally add", name="storm", amount=2)
        removed = await evening.types("Ana", "tally remove", name="storm", amount=1)
        assert removed.text.startswith("**storm** 2 → 1, ")

    @pytest.mark.own_bot
    async def test_undo_and_fix_keep_it_right(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally add", name="storm", amount=2)
        await evening.types("Ana", "turn next")
        await evening.types("Ana", "undo")
        assert "-# storm 2" in evening.board()
        added = await evening.types("Ana", "tally add", name="storm")
        assert added.text.startswith("**storm** 2 → 3, ")
        await evening.restart()
        assert "-# storm 3" in evening.board()
        log = await evening.types("Ana", "log", kind="tallies")
        assert "storm 2 → 3" in log.text

    async def test_it_is_said_harmlessly(self, evening: Evening) -> None:
        await deal(evening)
        said = await evening.types("Ana", "tally add", name="**@everyone** <@1>")
        assert said.text == "**Ana** \\*\\*@\u200beveryone\\*\\* \\<@1> 0 → 1"

    async def test_a_table_has_at_most_forty(self, evening: Evening) -> None:
        await deal(evening)
        for n in range(20):
            await evening.types("Ana", "tally add", name=f"mine {n}", who="Ana, Ben")
        assert await evening.refused("Ana", "tally add", name="one more") == (
            "A game can have at most 40 tallies and reminders. `/tally remove` makes room."
        )
        assert await evening.refused("Ana", "tally remind", text="pay") == (
            "A game can have at most 40 tallies and reminders. `/tally remove` makes room."
        )
        assert (await evening.types("Ana", "tally add", name="mine 3")).text == "**Ana** mine 3 1 → 2"

    async def test_suggestions_are_the_usual_and_the_tables_own(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally add", name="lessons")
        await evening.types("Ana", "tally remind", text="pay for the Pact")
        assert await evening.suggestions("Ana", "tally add", "name") == [
            "storm",
            "Approach of the Second Sun",
            "lessons",
        ]
        assert await evening.suggestions("Ana", "tally remove", "name") == ["lessons", "pay for the Pact"]


class TestReminders:
    async def test_a_pact_at_the_next_upkeep_is_said_once(self, evening: Evening) -> None:
        await deal(evening)
        new = await evening.types("Ana", "tally remind", text="pay for Pact of Negation")
        assert new.text == "New reminder for **Ana** (Ana's next upkeep): pay for Pact of Negation"
        assert "pay for Pact of Negation (Ana's next upkeep)" in evening.board()
        for _ in range(3):
            assert "Reminder" not in (await evening.types("Ana", "turn next")).text
        spoken = await evening.types("Dee", "turn next")
        assert spoken.text.endswith("\nReminder for **Ana** (Ana's upkeep): pay for Pact of Negation")
        assert "(Ana's next upkeep)" not in evening.board()
        for _ in range(4):
            assert "Reminder" not in (await evening.types("Ana", "turn next")).text

    async def test_a_press_on_the_board_posts_it_and_pings_no_one(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types(
            "Ana", "tally remind", text="untap @everyone", when="next turn", **{"turn-of": "Ben"}
        )
        await evening.presses("Ana", "Pass turn")
        posted = evening.chat()[-1]
        assert gist(posted) == ["Ana Ben"]
        assert posted.endswith(": untap @\u200beveryone")

    async def test_the_end_of_this_turn(self, evening: Evening) -> None:
        await deal(evening)
        new = await evening.types("Ben", "tally remind", text="sacrifice the token", when="end of turn")
        assert new.text == "New reminder for **Ben** (end of Ana's turn): sacrifice the token"
        over = await evening.types("Ana", "turn next")
        assert over.text.endswith("\nReminder for **Ben** (Ana's turn ends): sacrifice the token")

    async def test_one_team_takes_its_turn_together(self, evening: Evening) -> None:
        await two_headed(evening)
        await evening.types("Dee", "tally remind", text="pay")
        over = await evening.types("Ana", "turn next")
        assert over.text.endswith("Reminder for **Dee** (Blue's upkeep): pay")

    async def test_it_is_removed_by_its_text(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally remind", text="pay for the Pact", who="Ben")
        assert (await evening.types("Cy", "tally list")).text == (
            "**Ben**: pay for the Pact (Ben's next upkeep)"
        )
        removed = await evening.types("Ana", "tally remove", name="Pay for the pact")
        assert removed.text == "Reminder for **Ben** removed: pay for the Pact"
        assert "Reminder" not in (await evening.types("Ana", "turn next")).text

    async def test_undo_brings_it_back_and_it_speaks_again(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally remind", text="pay", when="end of turn")
        await evening.types("Ana", "turn next")
        await evening.types("Ana", "undo")
        assert "pay (end of Ana's turn)" in evening.board()
        assert "Ana Ana" in gist((await evening.types("Ana", "turn next")).text)

    async def test_it_goes_with_its_player(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "tally remind", text="pay", when="next turn", **{"turn-of": "Cy"})
        gone = await evening.types("Ben", "concede")
        assert "removed" not in gone.text
        assert "Reminder" not in (await evening.types("Ana", "turn next")).text

    async def test_in_german(self, evening: Evening) -> None:
        await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
        await deal(evening)
        await evening.types("Ana", "tally remind", text="zahlen", when="end of turn")
        over = await evening.types("Ana", "turn next")
        assert over.text.endswith("Erinnerung für **Ana** (der Zug von Ana endet): zahlen")
        assert (await evening.types("Ben", "tally add", name="Sturm")).text == (
            "**Sturm** 0 → 1, bis zum Ende des Zuges"
        )


class TestFixing:
    async def test_an_earlier_number_is_changed(self, evening: Evening) -> None:
        """Step 4 counts 2, step 5 one more: 3; with 5 in place of 2 it is 6."""
        await deal(evening)
        await evening.types("Ana", "tally add", name="storm", amount=2)
        await evening.types("Ana", "tally add", name="storm")
        asked = message_of(await evening.people["Ana"].slash(evening.channel, "fix", step="4", amount="5"))
        await evening.people["Ana"].click(asked, label="Do it")
        assert "-# storm 6" in evening.board()

    async def test_a_reminder_is_taken_back_before_it_spoke(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally remind", text="pay", when="end of turn")
        await evening.types("Ana", "life lose", amount=1)
        asked = message_of(await evening.people["Ana"].slash(evening.channel, "undo", step="4"))
        await evening.people["Ana"].click(asked, label="Do it")
        assert "pay (" not in evening.board()
        assert gist((await evening.types("Ana", "turn next")).text) == ["Ben"]

    async def test_a_timer_that_passes_the_turn_says_it(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally remind", text="pay", when="end of turn")
        await evening.types("Ana", "clock turn", minutes=3, autopass=True)
        await evening.passes(minutes=3)
        assert any("Ana Ana" in gist(one) for one in evening.chat())


class TestWhoMay:
    async def test_players_only_for_themselves(self, evening: Evening) -> None:
        await deal(evening)
        await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "own")
        assert (await evening.types("Ben", "tally add", name="storm")).text.startswith("**storm** 0 → 1")
        assert "Cy" in await evening.refused("Ben", "tally add", name="lessons", who="Cy")
        assert "Cy" in await evening.refused("Ben", "tally remind", text="pay", who="Cy")
        assert (await evening.types("Ben", "tally remind", text="pay")).text.startswith("New reminder")


class TestPrivacy:
    @pytest.mark.own_bot
    async def test_a_name_in_what_was_typed_goes_with_the_person(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally add", name="ben's deaths")
        await evening.types("Ana", "tally remind", text="Ben draws a card")
        await forget(evening, "Ben")
        expected = "**Ana** Player 1's deaths 1\n**Ana**: Player 1 draws a card (Ana's next upkeep)"
        assert (await evening.types("Ana", "tally list")).text == expected
        await evening.restart()
        assert (await evening.types("Ana", "tally list")).text == expected
        await evening.types("Ana", "undo")
        await evening.types("Ana", "redo")
        assert (await evening.types("Ana", "tally list")).text == expected

    async def test_others_are_numbers_in_the_file_that_someone_gets(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "tally remind", text="Ben draws a card", who="Cy")
        await evening.types("Ana", "vote", question="Ben or Cy?", options="Ben, Cy", first="Cy")
        exported = message_of(await evening.people["Cy"].slash(evening.channel, "privacy export"))
        text = (await exported.attachments[0].read()).decode()
        assert "draws a card" in text
        assert "Ben" not in text
        assert "Player 2 or Cy?" in text
