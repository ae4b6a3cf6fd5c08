"""/concede, /lose, /win, /draw and /game restart beyond their simplest use."""

import discord
import pytest

from storage.settings.definitions import TRUST, Level
from tests.support.evening import Evening
from tests.support.messages import buttons, private_message_of, verbs
from tests.support.tables import deal, deal_teams, two_headed
from tests.support.wording import gist


class TestConceding:
    async def test_for_someone_else_is_not_for_players(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ben", "concede", who="Cy") == (
            "Only Cy and moderators can concede for Cy."
        )
        assert (await evening.refused("Eve", "concede", who="Cy")).key == "not_seated_may_not"

    async def test_for_a_guest_is(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Grandma")
        conceded = await evening.types("Cy", "concede", who="Grandma")
        assert gist(conceded.text) == ["Grandma CR 104.3a"]

    async def test_takes_the_team_along_where_it_falls_as_one(self, evening: Evening) -> None:
        await two_headed(evening)
        conceded = await evening.types("Ben", "concede")
        assert conceded.text == (
            "**Red** loses the game (Ana and Ben): conceded (CR 810.8b).\n"
            "**Blue wins the game**: Cy and Dee (CR 104.2c)."
        )

    async def test_once_is_enough(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "concede")
        assert (await evening.refused("Ben", "concede")).key == "left_game"

    async def test_works_whatever_effects_say(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "effect add", effect="cant_lose_game")
        assert await evening.refused("Ben", "lose") == (
            "Ben can't lose the game right now. `/effect list` shows why; conceding still works."
        )
        assert gist((await evening.types("Ben", "concede")).text) == ["Ben CR 104.3a"]


class TestLosing:
    async def test_by_a_judges_penalty(self, evening: Evening) -> None:
        await deal(evening)
        lost = await evening.types("Ana", "lose", reason="judge penalty", who="Ben")
        assert gist(lost.text) == ["Ben CR 104.3k"]

    async def test_penalties_are_for_judges(self, evening: Evening) -> None:
        """Unless the table's settings trust the players (104.3k)."""
        await deal(evening)
        refused = await evening.refused("Ben", "lose", reason="judge penalty", who="Cy")
        assert refused.key == "enter_judges_only"
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, TRUST, "on")
        lost = await evening.types("Ben", "lose", reason="judge penalty", who="Cy")
        assert gist(lost.text) == ["Cy CR 104.3k"]

    async def test_by_an_empty_library(self, evening: Evening) -> None:
        await deal(evening)
        lost = await evening.types("Ana", "lose", reason="empty library", who="Ben, Cy")
        assert gist(lost.text) == ["Ben", "Cy", "Ben CR 704.5b", "Cy CR 704.5b"]

    async def test_of_several_by_an_effect(self, evening: Evening) -> None:
        await deal(evening)
        lost = await evening.types("Ana", "lose", who="each opponent")
        assert lost.text == (
            "**Ben** loses the game: an effect (CR 104.3e).\n"
            "**Cy** loses the game: an effect (CR 104.3e).\n"
            "**Dee** loses the game: an effect (CR 104.3e).\n"
            "**Ana wins the game** (CR 104.2a)."
        )

    async def test_by_leaving_is_for_anyone_to_enter_who_then_is_named(self, evening: Evening) -> None:
        """No one can ask someone whose connection is gone; undoing brings them back."""
        await deal(evening)
        left = await evening.types("Cy", "lose", reason="left the game", who="Ben")
        assert gist(left.text) == ["Ben Cy CR 104.5"]
        left = await evening.types("Cy", "lose", reason="left the game")
        assert gist(left.text) == ["Cy CR 104.5"]
        await evening.types("Ben", "undo", steps=2)
        assert "# Ben · 40\n# Cy · 40\n" in evening.board()


class TestWinning:
    async def test_names_the_whole_team(self, evening: Evening) -> None:
        await deal_teams(evening, "team_vs_team", {"Red": "Ana, Ben", "Blue": "Cy, Dee"})
        await evening.types("Ben", "concede")
        won = await evening.types("Ana", "win")
        assert gist(won.text) == ["Red Ana Ben CR 104.2b"]

    async def test_and_losing_at_once_is_a_loss(self, evening: Evening) -> None:
        await deal(evening)
        lost = await evening.types("Ana", "win", **{"also-loses": "Ana"})
        assert gist(lost.text) == ["Ana CR 104.3f"]

    async def test_under_an_effect(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_win_game")
        assert await evening.refused("Ana", "win") == (
            "Ana can't win the game right now (CR 104.2b). `/effect list` shows why."
        )

    async def test_inside_a_range_of_influence(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee", range=1)
        won = await evening.types("Ana", "win")
        assert gist(won.text) == ["Ben CR 801.14", "Dee CR 801.14"]
        assert "# Cy · 20\n" in evening.board()


class TestDrawing:
    async def test_by_an_effect_or_a_loop(self, evening: Evening) -> None:
        await deal(evening)
        drawn = await evening.types("Ana", "draw", reason="effect", who="Ben")
        assert drawn.text == (
            "**The game is a draw** for **Ana**, **Ben**, **Cy** and **Dee**: an effect (CR 104.4c)."
        )
        await evening.types("Ana", "undo")
        drawn = await evening.types("Ana", "draw", reason="mandatory loop", who="Ben, Cy")
        assert drawn.text == (
            "**The game is a draw** for **Ana**, **Ben**, **Cy** and **Dee**: a loop of mandatory "
            "actions (CR 104.4b)."
        )

    async def test_by_a_loop_that_someone_can_end(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "draw", reason="mandatory loop", optional=True) == (
            "A loop with an optional action isn't a draw (CR 104.4b). A player who can choose another"
            " action has to."
        )

    async def test_by_an_effect_is_one_players(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "draw", reason="effect", who="Ana, Ben") == (
            "This only works for one player at a time."
        )

    async def test_is_for_those_in_range_only(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee, Eve", range=1)
        drawn = await evening.types("Ana", "draw", reason="effect")
        assert gist(drawn.text) == ["Ana CR 104.4e", "Ben CR 104.4e", "Eve CR 104.4e"]
        assert "\n-# Out: Ana 20 (draw), Ben 20 (draw), Eve 20 (draw)\n" in evening.board()
        assert "## Cy · 20\n## Dee · 20\n" in evening.board()


def offers(evening: Evening) -> list[discord.Message]:
    """Return the messages with the button that agrees to a draw, the oldest first."""
    return [one for one in evening.channel.history() if "agreedraw" in verbs(one)]


class TestAgreeing:
    """A draw by agreement takes everyone still in the game (104.4i)."""

    async def test_a_draw_by_agreement_takes_everyone(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        offered = await evening.types("Ben", "draw", reason="agreement")
        assert offered.text == (
            "**Ben** agrees to a draw. Waiting this turn for **Cy** and **Dee** to agree, with "
            "`/draw reason:agreement` (CR 104.4i)."
        )
        assert await evening.refused("Ben", "draw", reason="agreement") == (
            "You've already agreed to a draw. Waiting for Cy, Dee (CR 104.4i)."
        )
        await evening.types("Dee", "draw", reason="agreement")
        drawn = await evening.types("Cy", "draw", reason="agreement")
        assert gist(drawn.text)[0] == "Ben Cy Dee CR 104.4i"

    async def test_what_was_agreed_lapses_with_the_turn(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        await evening.types("Ben", "draw", reason="agreement")
        await evening.types("Ben", "turn next")
        offered = await evening.types("Cy", "draw", reason="agreement")
        assert "Waiting this turn for **Ben** to agree" in offered.text

    async def test_guests_agree_with_the_player_who_enters_it(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Grandma, Grandpa")
        drawn = await evening.types("Ben", "draw", reason="agreement")
        assert "(CR 104.4i)" in drawn.text

    async def test_one_player_is_enough_where_players_are_trusted(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, TRUST, "on")
        assert "(CR 104.4i)" in (await evening.types("Cy", "draw", reason="agreement")).text

    async def test_a_button_agrees_to_what_was_offered(self, evening: Evening) -> None:
        """Everyone has to agree, moderators too, and each of them only for themselves and guests."""
        await deal(evening, names="Ben, Ana, Cy, Grandma")
        await evening.types("Ben", "draw", reason="agreement")
        first = offers(evening)[-1]
        agreed = await evening.presses("Ana", "Agree to a draw", first)
        assert agreed.text == (
            "**Ana** agrees to a draw. Waiting this turn for **Cy** to agree, with `/draw reason:agreement` "
            "(CR 104.4i)."
        )
        assert await evening.refused_press("Ana", "Agree to a draw", first) == (
            "You've already agreed to a draw. Waiting for Cy (CR 104.4i)."
        )
        assert offers(evening)[-1].id != first.id
        drawn = await evening.presses("Cy", "Agree to a draw", offers(evening)[-1])
        assert gist(drawn.text)[0] == "Ben Ana Cy Grandma CR 104.4i"

    async def test_the_button_ends_with_the_offer(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        over = (
            "No one is offering a draw right now: an offer ends with the turn. Make a new one with "
            "`/draw reason:agreement`."
        )
        await evening.types("Ben", "draw", reason="agreement")
        await evening.types("Ben", "turn next")
        assert await evening.refused_press("Cy", "Agree to a draw", offers(evening)[-1]) == over
        await evening.types("Cy", "draw", reason="agreement")
        assert await evening.refused_press("Dee", "Agree to a draw", offers(evening)[0]) == over

    async def test_the_button_is_for_players(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        await evening.types("Ben", "draw", reason="agreement")
        assert "Only players in this game" in await evening.refused_press(
            "Fay", "Agree to a draw", offers(evening)[-1]
        )


class TestModerators:
    """Ana moderates the server and plays: what others say takes her a press, and says by whom."""

    async def test_a_concession_for_someone_else_is_asked_for(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        asked = await evening.people["Ana"].slash(evening.channel, "concede", who="Ben")
        assert buttons(private_message_of(asked)) == ["Concede for Ben"]
        assert "Ben · 40" in evening.board()
        await evening.people["Ana"].click(private_message_of(asked), label="Concede for Ben")
        assert gist(evening.chat()[-1]) == ["Ben CR 104.3a Ana"]
        assert "~~Ben · 40~~ (out: conceded)" in evening.board()

    async def test_a_draw_is_agreed_to_for_oneself_or_entered_for_all(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        asked = private_message_of(
            await evening.people["Ana"].slash(evening.channel, "draw", reason="agreement")
        )
        assert buttons(asked) == ["I agree", "Everyone agreed (moderator)"]
        await evening.people["Ana"].click(asked, label="I agree")
        assert "**Ana** agrees to a draw." in evening.chat()[-1]
        await evening.people["Ana"].click(asked, label="Everyone agreed (moderator)")
        assert evening.chat()[-1].endswith("the players agreed (CR 104.4i). (entered by **Ana**)")

    async def test_one_who_doesnt_play_isnt_asked(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        drawn = await evening.types("Ana", "draw", reason="agreement")
        assert drawn.text.endswith("the players agreed (CR 104.4i). (entered by **Ana**)")


async def test_the_turn_of_a_player_who_is_out(evening: Evening) -> None:
    """The turn goes on without an active player (800.4j); the next in turn order is Ben."""
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "concede")
    assert "## Turn 1: **Ana** is out. Next: **Ben**\n" in evening.board()


@pytest.mark.parametrize("reason", ["empty library", "judge penalty", "left the game"])
async def test_a_controller_belongs_to_effects_alone(evening: Evening, reason: str) -> None:
    """What is typed counts or is refused: no one controls an empty library."""
    await deal(evening)
    refused = await evening.refused("Ana", "lose", reason=reason, who="Ben", **{"from": "Cy"})
    assert refused.key == "not_in_step"
    await evening.types("Ana", "lose", who="Ben", **{"from": "Cy"})
    assert "Ben" in gist(evening.chat()[-1])[0]


async def test_an_offer_of_a_draw_is_withdrawn_by_its_undo(evening: Evening) -> None:
    """The message about it is struck through and loses its button, and both come back."""
    await deal(evening, names="Ben, Cy")
    await evening.types("Ben", "draw", reason="agreement")

    def offer() -> discord.Message:
        return next(one for one in evening.channel.history() if "104.4i" in one.content)

    assert [*verbs(offer())] == ["agreedraw"]
    await evening.types("Ben", "undo")
    await evening.env.settle()
    assert offer().content.startswith("~~")
    assert [*verbs(offer())] == []
    await evening.types("Ben", "redo")
    await evening.env.settle()
    assert not offer().content.startswith("~~")
    assert [*verbs(offer())] == ["agreedraw"]
