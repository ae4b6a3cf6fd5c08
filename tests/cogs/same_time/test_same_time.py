"""Two who lose within seconds lose at the same time (704.3, 104.4a): late presses, the panel, what waits."""

import discord
import pytest
from simcord import InteractionResult, ResponseMessage

from cogs.core.components import button, card, rows
from cogs.core.custom_ids import TableCustomId
from storage.settings.definitions import MAY_ENTER, SAME_TIME, Level
from tests.cogs.board.test_every_button import post
from tests.support.evening import Evening
from tests.support.messages import buttons, message_of, pick, pressable, private_message_of, said, text, verbs
from tests.support.tables import deal, deal_teams, two_headed
from tests.support.wording import announces, gist

TOO_LATE = "It's too late to add that to the same event."


@pytest.fixture
async def late(evening: Evening) -> Evening:
    """An evening in which results wait for what happened at the same time, 30 seconds."""
    await evening.as_by_default(SAME_TIME)
    return evening


def carrying(evening: Evening) -> discord.Message:
    """The newest message with the button to add what happened at the same time."""
    return [one for one in evening.channel.history() if "together" in verbs(one)][-1]


async def at_five(
    evening: Evening, variant: str = "two_player", names: str = "Ana, Ben", *people: str
) -> None:
    """A game in which these people have 5 life, or all if none are named."""
    await deal(evening, variant, names)
    await at(evening, 5, *(people or names.split(", ")))


async def at(evening: Evening, life: int, *people: str) -> None:
    """These people have so much life."""
    for who in people:
        await evening.types(who, "life set", to=life)


async def too_late(evening: Evening, person: str, command: str, **options: object) -> ResponseMessage:
    """Type a command that comes too late; return the answer, which has the button to join it."""
    result = private_message_of(await evening.people[person].slash(evening.channel, command, **options))
    assert "joinlate" in verbs(result)
    return result


async def joins(evening: Evening, who: str, offer: ResponseMessage) -> str:
    """They press it; what everyone reads then."""
    await evening.people[who].click(offer, custom_id=verbs(offer)["joinlate"])
    return evening.chat()[-1]


async def opens(evening: Evening, who: str, message: discord.Message | None = None) -> InteractionResult:
    shown = message or carrying(evening)
    return await evening.people[who].click(shown, custom_id=verbs(shown)["together"])


async def enters(evening: Evening, person: str, panel: InteractionResult, **values: object) -> str:
    """Let someone fill in the panel's form; return what the panel says then."""
    assert panel.response is not None
    form = await evening.people[person].click(panel.response, custom_id=verbs(panel.response)["joinform"])
    await evening.people[person].submit_modal(form, values)
    return text(panel.response)


class TestPressedTooLate:
    async def test_two_at_five_who_press_at_the_same_time_draw(self, late: Evening) -> None:
        """The second player hears privately of being late, and joins the first by one more press."""
        await at_five(late)
        board = late.board_message()
        first, second = await late.at_once(
            *(late.people[who].click(board, label="−5") for who in ("Ana", "Ben"))
        )
        assert "Ben CR 104.2a" in gist(said(first).text)
        assert second.response is not None
        assert second.response.ephemeral
        assert text(second.response).splitlines()[:2] == [
            "This game is over. `/undo` undoes the last step, `/game new` opens another game.",
            "Did it happen at the same time as step 6? Press the button to count both as one event.",
        ]
        everybody = await joins(late, "Ben", second.response)
        assert gist(everybody)[:3] == ["Ben 6 Ana Ben 5", "Ben 5 0", "Ana Ben CR 104.4a"]
        assert "Ana Ben CR 104.4a" in gist(late.board())

    async def test_one_undo_takes_the_joining_back(self, late: Evening) -> None:
        """What the first press did stays, as one undo more shows."""
        await at_five(late)
        await late.types("Ana", "life lose", amount=5)
        await joins(late, "Ben", await too_late(late, "Ben", "life lose", amount=5))
        await late.types("Ana", "undo")
        assert announces(late.board(), "Ben", "104.2a")
        assert "# Ben · 5" in late.board()
        await late.types("Ana", "redo")
        assert "(CR 104.4a)" in late.board()
        await late.types("Ana", "undo", steps=2)
        assert "Ana · 5\n# Ben · 5\n" in late.board()

    async def test_a_third_one_joins_too(self, late: Evening) -> None:
        """Three at five: one after the other they all lose in one event."""
        await at_five(late, "free_for_all", "Ana, Ben, Cy")
        await late.types("Ana", "life lose", amount=5)
        await late.types("Ben", "life lose", amount=5)
        assert announces(late.board(), "Cy", "104.2a")
        offer = await too_late(late, "Cy", "life lose", amount=5)
        everybody = await joins(late, "Cy", offer)
        assert "Ben Cy CR 104.4a" in gist(everybody)
        panel = message_of(await opens(late, "Ana", first_with_button(late)))
        await late.people["Ana"].select(panel, ["7|8"])
        assert "Ana Ben Cy CR 104.4a" in gist(late.chat()[-1])

    async def test_with_someone_elses_entry_in_between(self, late: Evening) -> None:
        """Cy passes the turn between two who press; the turn stays passed."""
        await at_five(late, "free_for_all", "Ana, Ben, Cy", "Ana", "Ben")
        await late.types("Ben", "life lose", amount=5)
        await late.types("Ana", "turn next")
        await late.types("Ana", "life lose", amount=5)
        assert announces(late.board(), "Cy", "104.2a")
        panel = message_of(await opens(late, "Ana", first_with_button(late)))
        shown = text(panel)
        assert gist(shown)[:2] == ["6", "Ben 5"]
        await late.people["Ana"].select(panel, ["6|8"])
        everybody = late.chat()[-1]
        assert "together with step 6: Ben and Ana lost 5 life" in everybody
        assert gist(everybody)[-4:-1] == ["Ana 0 CR 704.5a", "Ben 0 CR 704.5a", "Cy CR 104.2a"]
        log = (await late.types("Ana", "log")).text
        assert any("8 Ana 5" in line for line in gist(log))

    async def test_anyone_who_is_out_of_the_game_can_say_what_they_did(self, late: Evening) -> None:
        """Ana is out by the time at which her own loss of life comes: nothing is different, nothing offered;
        but Ben's loss that came in her last moment is."""
        await at_five(late)
        await late.types("Ben", "life lose", amount=5, who="Ana")
        nothing = message_of(await late.people["Ana"].slash(late.channel, "life lose", amount=5))
        assert buttons(nothing) == []
        offer = await too_late(late, "Ana", "damage", amount=5, who="Ben")
        assert "Ana Ben CR 104.4a" in gist(await joins(late, "Ana", offer))

    @pytest.mark.parametrize("asked", [False, True], ids=["one's own seat", "a guest's"])
    async def test_conceding_on_the_panel(self, late: Evening, *, asked: bool) -> None:
        """Cy's own panel is open, or the question about a guest, when Ana's life is gone. A concession takes
        effect at once (104.3a), before any check, so Ana is the last one left (104.2a)."""
        who, id = ("Grandma", "guest:grandma") if asked else ("Cy", str(late.people["Cy"].id))
        await deal(late, "two_player", f"Ana, {who}")
        presses = "Ana" if asked else "Cy"
        opened = message_of(await late.people[presses].click(late.board_message(), label="Others…"))
        await pick(late.people[presses], opened, id)
        await late.people[presses].click(opened, label="More…")
        if asked:
            await late.people[presses].click(opened, label="Concede")
        await late.types("Ana", "life lose", amount=20)
        refused = private_message_of(await late.people[presses].click(opened, label="Concede"))
        assert [*verbs(refused)] == ["joinlate"]
        everybody = await joins(late, presses, refused)
        assert gist(everybody)[-2:] == [f"{who} CR 104.3a", "Ana CR 104.2a"]

    @pytest.mark.parametrize("label", ["Others…", "± beside Ben"])
    async def test_a_panel_that_opens_too_late(self, late: Evening, label: str) -> None:
        """What would have been entered there is entered on the event's panel instead. The board still had the
        button on Ben's phone."""
        await at_five(late)
        ben = TableCustomId("panel", await late.game(), key_of(late, "Ben"))
        carried = ben if "Ben" in label else TableCustomId("others", await late.game())
        board = await post(late, card("Board", *rows(button(label, carried))))
        await late.types("Ana", "life lose", amount=5)
        second = message_of(await late.people["Ben"].click(board, label=label))
        assert text(second).splitlines()[:2] == [
            "This game is over. `/undo` undoes the last step, `/game new` opens another game.",
            "Did something else happen at the same time as step 6? Press the button to enter it.",
        ]
        panel = await late.people["Ben"].click(second, custom_id=verbs(second)["together"])
        await enters(late, "Ben", panel, what=["lose"], amount="5")
        assert "Ana Ben CR 104.4a" in gist(late.chat()[-1])

    async def test_a_panel_is_offered_to_players_in_time_only(self, late: Evening) -> None:
        await deal(late, "two_player", "Ana, Ben")
        old = await post(
            late, card("Board", *rows(button("Other", TableCustomId("others", await late.game()))))
        )
        await late.types("Ana", "concede")
        for who in ("Cy", "Ben"):
            result = message_of(await late.people[who].click(old, label="Other"))
            assert ("together" in verbs(result)) is (who == "Ben")
        await late.passes(seconds=31)
        result = message_of(await late.people["Ben"].click(old, label="Other"))
        assert buttons(result) == []

    async def test_what_changes_nothing_is_not_offered(self, late: Evening) -> None:
        await deal(late, "two_player", "Ana, Ben")
        await late.types("Ana", "concede")
        answer = message_of(await late.people["Ben"].slash(late.channel, "life lose", amount=3))
        assert buttons(answer) == []

    async def test_after_a_while_it_is_over(self, late: Evening) -> None:
        await at_five(late)
        await late.types("Ana", "life lose", amount=5)
        offer = await too_late(late, "Ben", "life lose", amount=5)
        await late.passes(seconds=31)
        assert said(
            await late.people["Ben"].click(offer, custom_id=verbs(offer)["joinlate"])
        ).text.startswith(TOO_LATE)
        again = message_of(await late.people["Ben"].slash(late.channel, "life lose", amount=5))
        assert buttons(again) == []

    @pytest.mark.own_bot
    async def test_a_restart_in_between_changes_nothing(self, late: Evening) -> None:
        await at_five(late)
        await late.types("Ana", "life lose", amount=5)
        offer = await too_late(late, "Ben", "life lose", amount=5)
        await late.restart()
        assert "Ana Ben CR 104.4a" in gist(await joins(late, "Ben", offer))

    async def test_teams_with_one_total(self, late: Evening) -> None:
        """104.4d, 810.8a: both totals are at 0 in one event."""
        await two_headed(late)
        await at(late, 5, "Ana", "Cy")
        await late.types("Ben", "life lose", amount=5)
        offer = await too_late(late, "Dee", "life lose", amount=5)
        everybody = await joins(late, "Dee", offer)
        assert "Ana Ben Cy Dee CR 104.4d" in gist(everybody)
        assert "(CR 104.4d)" in everybody

    async def test_two_emperors(self, late: Evening) -> None:
        """809.5b: both teams are lost with their emperors, at once."""
        await deal_teams(late, "emperor", {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Fay"})
        await at(late, 5, "Ben", "Eve")
        await late.types("Ben", "life lose", amount=5)
        assert announces(late.board(), "Blue", "104.2c")
        everybody = await joins(late, "Eve", await too_late(late, "Eve", "life lose", amount=5))
        assert "(CR 104.4d)" in everybody
        assert "(CR 104.4d)" in everybody

    async def test_grand_melee(self, late: Evening) -> None:
        """Turn markers and ranges are as if both had lost in one event."""
        names = "Ana, Ben, Cy, Dee, " + ", ".join(f"P{n}" for n in range(5, 11))
        await at_five(late, "grand_melee", names, "Ben", "Cy")
        await late.types("Ben", "life lose", amount=5)
        await late.types("Cy", "life lose", amount=5)
        panel = message_of(await opens(late, "Cy", first_with_button(late)))
        await late.people["Cy"].select(panel, ["6|7"])
        everybody = late.chat()[-1]
        assert "together with step 6: Ben and Cy lost 5 life" in everybody
        assert announces(everybody, "Ben", "704.5a")
        assert announces(everybody, "Cy", "704.5a")


class TestThePanel:
    async def test_damage_to_someone_else(self, late: Evening) -> None:
        await at_five(late, "free_for_all", "Ana, Ben, Cy")
        await late.types("Ana", "life lose", amount=5)
        panel = await opens(late, "Ana")
        people = [key_of(late, who) for who in ("Ben", "Cy")]
        done = await enters(late, "Ana", panel, what=["damage"], amount="5", who=people)
        assert "together with step 7: Ana lost 5 life; Ben and Cy took 5 damage from Ana." in done
        assert "Ana Ben Cy CR 104.4a" in gist(late.chat()[-1])

    async def test_an_own_loss_and_an_empty_library(self, late: Evening) -> None:
        await at_five(late, "free_for_all", "Ana, Ben, Cy, Dee", "Ana", "Ben")
        await late.types("Ana", "life lose", amount=5)
        await enters(late, "Ben", await opens(late, "Ben"), what=["lose"], amount="5")
        assert "Ben 0 CR 704.5a" in gist(late.chat()[-1])
        await enters(late, "Cy", await opens(late, "Cy"), what=["library"])
        assert "Cy CR 704.5b" in gist(late.chat()[-1])
        await enters(late, "Dee", await opens(late, "Dee"), what=["poison"], amount="10")
        assert "Ana Ben Cy Dee CR 104.4a" in gist(late.chat()[-1])

    async def test_different_amounts(self, late: Evening) -> None:
        await at_five(late, "free_for_all", "Ana, Ben, Cy", "Ana", "Ben")
        await late.types("Ana", "life lose", amount=5)
        await enters(late, "Ana", await opens(late, "Ana"), what=["damage"], amount="Ben 5, Cy 20")
        assert "Ana Ben Cy CR 104.4a" in gist(late.chat()[-1])

    async def test_damage_by_a_commander(self, late: Evening) -> None:
        """903.10a: 21 combat damage by one commander, at the same time as Ana's loss."""
        await at_five(late, "commander", "Ana, Ben", "Ana")
        await late.types("Ana", "commander set", name="Tana")
        await late.types("Ana", "life lose", amount=5)
        ben, tana = [key_of(late, "Ben")], [f"{key_of(late, 'Ana')}:1"]
        panel = await opens(late, "Ana")
        await enters(late, "Ana", panel, what=["damage"], amount="21", who=ben, commander=tana)
        assert "Ana Ben CR 104.4a" in gist(late.chat()[-1])

    async def test_where_players_enter_only_for_themselves(self, late: Evening) -> None:
        """The event is Ana's; Ben may join his own loss to it, and not Cy's."""
        await late.settings.choose(Level.SERVER, late.server.id, MAY_ENTER, "own")
        await at_five(late, "free_for_all", "Cy, Ben, Dee", "Ben", "Dee")
        await late.types("Dee", "life lose", amount=5)
        panel = await opens(late, "Ben")
        assert panel.response is not None
        form = await late.people["Ben"].click(panel.response, custom_id=verbs(panel.response)["joinform"])
        values = {"what": ["lose"], "amount": "20", "who": [key_of(late, "Cy")]}
        refused = said(await late.people["Ben"].submit_modal(form, values))
        assert refused.private
        assert refused.text == (
            "Players here can only enter what happens to them. Ask Cy or moderators to enter this."
        )
        await enters(late, "Ben", panel, what=["lose"], amount="5")
        assert announces(late.board(), "Cy", "104.2a")

    async def test_conceding(self, late: Evening) -> None:
        """A concession at the same time comes before the check (104.3a): Ana, at 0 life, has won."""
        await at_five(late, "two_player", "Ana, Ben", "Ana")
        await late.types("Ana", "life lose", amount=5)
        panel = message_of(await opens(late, "Ben"))
        await late.people["Ben"].click(panel, label="I conceded")
        assert announces(late.board(), "Ana", "104.2a")

    async def test_an_effect_that_wins(self, late: Evening) -> None:
        """104.1: the game is over before the check; a lost life decides nothing then."""
        await deal(late, "two_player", "Ana, Ben")
        await late.types("Ana", "win")
        panel = await opens(late, "Ben")
        await enters(late, "Ben", panel, what=["lose"], amount="20", who=[key_of(late, "Ana")])
        assert announces(late.board(), "Ana", "104.2b")

    async def test_only_players_and_only_in_time(self, late: Evening) -> None:
        await deal(late, "two_player", "Ana, Ben")
        await late.types("Ana", "concede")
        shown = carrying(late)
        assert (await late.refused_press("Cy", "At the same time…", shown)).key == "not_seated_may_not"
        panel = await opens(late, "Ben", shown)
        await late.passes(seconds=31)
        assert "together" not in verbs(last_telling(late, "conceded"))
        assert panel.response is not None
        form = await late.people["Ben"].click(panel.response, label="Enter what happened…")
        await late.passes(minutes=3)
        values = {"what": ["lose"], "amount": "20"}
        assert said(await late.people["Ben"].submit_modal(form, values)).text.startswith(TOO_LATE)

    async def test_off_where_the_channel_wants_it_so(self, late: Evening) -> None:
        await late.settings.choose(Level.CHANNEL, late.channel.id, SAME_TIME, "0")
        await deal(late, "two_player", "Ana, Ben")
        await late.types("Ana", "concede")
        assert all("together" not in verbs(one) for one in late.channel.history())

    async def test_under_a_hold(self, late: Evening) -> None:
        """What is joined to a release counts as entered under the hold."""
        await at_five(late)
        await late.types("Ana", "hold")
        await late.types("Ana", "life lose", amount=5)
        await late.presses("Ana", "Release")
        offer = await too_late(late, "Ben", "life lose", amount=5)
        assert "Ana Ben CR 104.4a" in gist(await joins(late, "Ben", offer))


def choices(message: ResponseMessage) -> list[dict[str, str]]:
    """The options of a message's list."""
    (shown,) = [one for one in pressable(message) if "options" in one]
    return shown["options"]


def key_of(evening: Evening, who: str) -> str:
    """Return someone's option in the form's list."""
    return str(evening.people[who].id)


def first_with_button(evening: Evening) -> discord.Message:
    return next(one for one in evening.channel.history() if "together" in verbs(one))


def last_telling(evening: Evening, part: str) -> discord.Message:
    return [one for one in evening.channel.history() if part in one.content][-1]
