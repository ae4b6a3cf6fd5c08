"""/fix, the lists of steps on the log and on refusals, and previews, as people at a table use them."""

import discord
import pytest
from simcord import InteractionResult, ResponseMessage

from cogs.core.components import button, card, rows
from cogs.core.custom_ids import TableCustomId
from rules.game.parts import GameId
from storage.settings.definitions import MAY_UNDO, Level
from tests.cogs.board.test_every_button import post
from tests.support.evening import Evening
from tests.support.leagues import create, standings
from tests.support.messages import beside, pressable, text
from tests.support.tables import deal, two_headed
from tests.support.wording import announces, counts, gist


class Fix:
    """A fix as someone goes about it: every press, choice and form is a tap."""

    def __init__(self, evening: Evening, who: str) -> None:
        self._evening = evening
        self._person = evening.people[who]
        self._shown: ResponseMessage | None = None
        self.taps = 0
        self.said = ""
        """The announcement of the last tap."""

    async def types(self, command: str, **options: object) -> str:
        return self._show(await self._person.slash(self._evening.channel, command, **options))

    async def press(self, label: str) -> str:
        self.taps += 1
        return self._show(await self._person.click(self.message, label=label))

    async def press_board(self, label: str) -> str:
        return await self.press_on(self._evening.board_message(), label)

    async def press_on(self, message: discord.Message, label: str) -> str:
        self.taps += 1
        return self._show(await self._person.click(message, label=label))

    async def choose(self, value: str) -> str:
        self.taps += 1
        (shown,) = (one for one in pressable(self.message) if "options" in one)
        return self._show(await self._person.select(self.message, [value], custom_id=shown["custom_id"]))

    async def press_beside(self, line: str, label: str = "Fix…") -> str:
        """Press a button beside a line that begins so."""
        self.taps += 1
        (pressed,) = [one for one in beside(self.message, line) if one["label"] == label]
        return self._show(await self._person.click(self.message, custom_id=pressed["custom_id"]))

    async def fill_in(self, label: str, **values: object) -> str:
        self.taps += 1
        form = await self._person.click(self.message, label=label)
        return self._show(await self._person.submit_modal(form, values))

    @property
    def message(self) -> ResponseMessage:
        assert self._shown is not None
        return self._shown

    @property
    def choices(self) -> list[str]:
        (shown,) = (one for one in pressable(self.message) if "options" in one)
        return [option["label"] for option in shown["options"]]

    def _show(self, result: InteractionResult) -> str:
        assert result.acknowledged
        private = [one for one in result.followups if one.ephemeral]
        shown = private[0] if private else result.response
        assert shown is None or shown.ephemeral, "everybody sees what only one person is looking at"
        self._shown = shown or self._shown
        self.said = "\n".join(text(one) for one in result.followups if not one.ephemeral)
        return text(self.message)


async def test_a_wrong_death_three_steps_back_is_three_taps(evening: Evening) -> None:
    """Ben had 4 left; the 4 were Cy's. Since then Dee has lost 2 and Ana's turn has ended."""
    await deal(evening, life=20)
    await evening.types("Ben", "life lose", amount=16)
    await evening.types("Cy", "life lose", amount=4, who="Ben")
    await evening.types("Dee", "life lose", amount=2)
    await evening.types("Ana", "turn next")
    fix = Fix(evening, "Cy")
    await fix.press_board("Log")
    assert [gist(one) for one in fix.choices] == [
        ["7 Cy"],
        ["6 Dee 2"],
        ["5 Ben 4 Ben 0 CR 704.5a"],
        ["4 Ben 16"],
    ]
    shown = await fix.choose("5")
    assert shown.startswith("### Take back step 5: Ben lost 4 life")
    assert "**Ben** 0 → 4\n" in shown
    assert "**Ben** is back in the game." in shown
    await fix.press("Do it")
    assert fix.taps == 3
    assert fix.said.startswith("**Cy** fixed the game: took back step 5: Ben lost 4 life")
    assert "**Ben** 0 → 4" in fix.said
    assert "**Ben** is back in the game." in fix.said
    assert "Ben · 4\n" in evening.board()
    undone = (await evening.types("Dee", "undo")).text
    assert undone.startswith("Undid step 8: took back step 5: Ben lost 4 life")
    assert "**Ben** is out of the game." in undone
    assert "**Ben** is back in the game." in (await evening.types("Dee", "redo")).text


async def test_a_wrong_commander_hit_is_changed_in_a_form_that_is_filled_in(evening: Evening) -> None:
    """Atraxa had hit Cy for 7, not Ben."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Atraxa")
    await evening.types("Ana", "damage", amount=7, who="Ben", commander="Atraxa")
    await evening.types("Dee", "life gain", amount=3)
    fix = Fix(evening, "Ana")
    await fix.types("fix")
    await fix.choose("5")
    shown = await fix.fill_in("Change…", amount="7", who=["2"], commander=["0:1"])
    assert shown.startswith(
        "### Change step 5: Ben took 7 combat damage from Ana's Atraxa, 7 of 21 → Cy took"
    )
    assert "**Ben** 33 → 40 · **Cy** 40 → 33" in shown
    assert "**Ben**: Atraxa 7 → 0\n**Cy**: Atraxa 0 → 7" in shown
    await fix.press("Do it")
    assert "changed step 5: Ben took 7 combat damage" in fix.said
    assert "**Cy**: Atraxa 0 → 7" in fix.said
    log = await evening.types("Dee", "log")
    assert "took 7 combat damage from Ana's Atraxa" in log.text


async def test_options_of_damage_are_changed_and_what_was_said_stays(evening: Evening) -> None:
    """Atraxa's hit was by Cy, who had taken control of it, and turns out to be no combat damage (903.10a)."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Atraxa")
    stolen = {"commander": "Atraxa", "from": "Cy"}
    await evening.types("Ana", "damage", amount=7, who="Ben", **stolen)
    fix = Fix(evening, "Ana")
    await fix.types("fix", step="5")
    noncombat = {"with": ["noncombat", "lifelink"]}
    shown = await fix.fill_in("Change…", amount="4", who=["1"], commander=["0:1"], **noncombat)
    assert "**Ben** 33 → 36 · **Cy** 40 → 44" in shown
    assert "**Ben**: Atraxa 7 → 0" in shown
    await fix.press("Do it")
    assert "Ben · 36" in evening.board()
    assert "Cy · 44" in evening.board()


async def test_what_contradicts_itself_in_a_forgotten_step_is_refused(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    await evening.types("Ben", "commander set", name="Krenko")
    fix = Fix(evening, "Ana")
    for values, refusal in (
        ({"what": ["cast"], "who": ["1"], "commander": ["0:1"]}, "commander_of_other"),
        ({"what": ["cast"], "commander": ["-"]}, "which_commander"),
        ({"what": ["turn"], "who": ["1"]}, "not_in_step"),
        ({"what": ["leave"], "amount": "3"}, "not_in_step"),
    ):
        await fix.types("fix", step="5")
        evening.refusal()
        await fix.fill_in("Add before…", **values)
        assert evening.refusal() == refusal, values


async def test_a_forgotten_total_of_a_team_is_one_members(evening: Evening) -> None:
    """810.9d: the member named first is chosen, as with `/life set`."""
    await two_headed(evening)
    await evening.types("Ana", "life lose", amount=1)
    fix = Fix(evening, "Ana")
    await fix.types("fix", step=str(await evening.number_of_entries()))
    shown = await fix.fill_in("Add before…", what=["set"], amount="20", who=["0", "1"])
    assert "29 → 19" in shown


async def test_a_forgotten_step_is_added_before_another(evening: Evening) -> None:
    """Ben's total was doubled after he had lost 10: from 30 to 60, not from 40 to 80."""
    await deal(evening)
    await evening.types("Ben", "life double")
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4")
    shown = await fix.fill_in("Add before…", what=["lose"], amount="10", who=["1"])
    assert shown.startswith("### Add before step 4: Ben lost 10 life")
    assert "**Ben** 80 → 60" in shown
    await fix.press("Do it")
    assert fix.said.startswith(
        "**Ben** fixed the game: added before step 4: Ben lost 10 life.\n**Ben** 80 → 60"
    )


async def test_a_forgotten_drain_is_added(evening: Evening) -> None:
    """Before Ben's total was doubled, Ana had drained 2 from him and Cy: Ben 38 × 2, Ana 40 + 4."""
    await deal(evening)
    await evening.types("Ben", "life double")
    fix = Fix(evening, "Ana")
    await fix.types("fix", step="4")
    shown = await fix.fill_in("Add before…", what=["drain"], amount="2", who=["1", "2"])
    assert "**Ana** 40 → 44 · **Ben** 80 → 76 · **Cy** 40 → 38" in shown
    await fix.press("Do it")
    assert "Ana · 44\n" in evening.board()


async def test_a_moderator_who_plays_no_part_drains_for_no_one(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy")
    await evening.types("Ben", "life lose", amount=1)
    fix = Fix(evening, "Ana")
    await fix.types("fix", step="4")
    refused = await fix.fill_in("Add before…", what=["drain"], amount="2", who=["1"])
    assert refused.startswith("You aren't in this game")


async def test_amount_and_players_can_be_typed(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    fix = Fix(evening, "Ben")
    shown = await fix.types("fix", step="4", amount="5", who="Cy")
    assert shown.startswith("### Change step 4: Ben lost 3 life → Cy lost 5 life")
    assert "**Ben** 37 → 40 · **Cy** 40 → 35" in shown
    shown = await fix.types("fix", step="4", amount="+5")
    assert "**Ben** 37 → 45" in shown
    assert "Cy · 40" in evening.board()


@pytest.mark.own_bot
async def test_amounts_of_several_players(evening: Evening) -> None:
    """Ben had lost 2 and Cy 5; it was Ben 3 and Dee 4. Drained: Ana gains what was lost."""
    await deal(evening)
    await evening.types("Ana", "life lose", amount=2, who="Ben, Cy 5")
    await evening.types("Ana", "life drain", amount=1, who="Ben, Cy 2")
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4")
    shown = await fix.fill_in("Change…", each="Ben 3, Dee 4")
    assert "**Ben** 37 → 36 · **Cy** 33 → 38 · **Dee** 40 → 36" in shown
    shown = await fix.types("fix", step="4", who="Ben 3, Dee 4")
    assert "**Ben** 37 → 36 · **Cy** 33 → 38 · **Dee** 40 → 36" in shown
    await fix.press("Do it")
    assert "**Ben** 37 → 36 · **Cy** 33 → 38 · **Dee** 40 → 36" in fix.said
    shown = await fix.types("fix", step="5", amount="3", who="Dee, Ben 1")
    assert "**Ana** 43 → 44 · **Cy** 38 → 40 · **Dee** 36 → 33" in shown
    await evening.restart()
    await fix.press("Do it")
    assert "**Ana** 43 → 44 · **Cy** 38 → 40 · **Dee** 36 → 33" in fix.said


async def test_suggestions_are_in_words_newest_first_and_filtered(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Cy", "life gain", amount=2)
    assert await evening.suggestions("Ana", "fix", "step") == ["5: Cy gained 2 life", "4: Ben lost 3 life"]
    assert await evening.suggestions("Ana", "fix", "step", "ben") == ["4: Ben lost 3 life"]
    assert await evening.suggestions("Ana", "fix", "step", "5") == ["5: Cy gained 2 life"]


async def test_steps_before_a_restart_name_who_is_out_of_the_game(evening: Evening) -> None:
    """727.1: Dee had lost, and isn't in the restarted game (Karn Liberated). Lists can't show mentions."""
    await deal(evening)
    await evening.types("Dee", "life lose", amount=3)
    await evening.types("Dee", "concede")
    await evening.types("Ana", "game restart")
    await evening.types("Ben", "life lose", amount=1)
    listed = await evening.suggestions("Ana", "fix", "step")
    assert listed[-1] == "4: Dee lost 3 life"
    fix = Fix(evening, "Ana")
    await fix.types("fix")
    assert fix.choices == listed
    shown = await fix.choose("4")
    assert "Dee lost 3 life" in shown
    undone = await fix.press_board("Undo")
    assert "Dee lost 3 life" in undone
    assert not any("<@" in text for text in (shown, undone, *listed))


async def test_later_steps_that_no_longer_apply_are_announced_and_can_be_dropped(evening: Evening) -> None:
    """With Ben dead at step 4, he can't gain 5 at step 5; everyone else still loses 1."""
    await deal(evening, life=20)
    await evening.types("Ben", "life lose", amount=19)
    await evening.types("Ben", "life gain", amount=5)
    await evening.types("Ana", "life lose", amount=1, who="each player")
    fix = Fix(evening, "Ana")
    shown = await fix.types("fix", step="4", amount="20")
    assert "- Step 5, Ben gained 5 life, no longer applies: Ben has left the game." in shown
    assert "- Step 6, Ana, Ben, Cy and Dee lost 1 life, applies only in part: Ben has left" in shown
    assert "Ana" not in "".join(line for line in shown.splitlines() if "→" in line and "Step" not in line)
    shown = await fix.press("Drop those steps")
    assert "**Ana** 19 → 20" in shown
    shown = await fix.press("Keep what still applies")
    assert "**Ana** 19 → 20" not in shown
    await fix.press("Do it")
    assert "1 later step no longer applies: 5." in fix.said
    assert announces(fix.said, "Ben", "704.5a")


async def test_a_preview_that_is_out_of_date_is_shown_again(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4")
    await evening.types("Ben", "life lose", amount=1)
    before = await evening.number_of_entries()
    shown = await fix.press("Do it")
    assert "The game has moved on since this preview." in shown
    assert "**Ben** 36 → 39" in shown
    assert await evening.number_of_entries() == before
    await fix.press("Do it")
    assert "**Ben** 36 → 39" in fix.said


@pytest.mark.own_bot
async def test_a_preview_survives_a_restart(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4", amount="-4", who="Cy, Dee")
    await evening.restart()
    await fix.press("Do it")
    assert "**Ben** 37 → 40 · **Cy** 40 → 36 · **Dee** 40 → 36" in fix.said


async def test_someone_who_is_out_is_offered_the_fix(evening: Evening) -> None:
    await deal(evening, life=20)
    await evening.types("Ben", "life lose", amount=20)
    fix = Fix(evening, "Cy")
    refused = await fix.types("life gain", amount=3, who="Ben")
    assert (evening.refusal(), gist(refused)) == ("left_game", ["Ben"])
    assert [gist(one) for one in fix.choices] == [["4 Ben 20 Ben 0 CR 704.5a"]]
    await fix.choose("4")
    await fix.press("Do it")
    assert gist(fix.said)[-1] == "Ben 1 Ana"


@pytest.mark.own_bot
async def test_undo_that_came_too_late_asks_for_the_step(evening: Evening) -> None:
    """Ben presses Undo on a board that doesn't show Cy's step yet: nothing is undone, and he chooses his."""
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    old = TableCustomId("undo", GameId(1), "4")
    await evening.types("Cy", "life lose", amount=1)
    shown = await post(evening, card("Board", *rows(button("Undo", old))))
    fix = Fix(evening, "Ben")
    assert "so nothing was undone" in await fix.press_on(shown, "Undo")
    assert fix.choices == ["5: Cy lost 1 life", "4: Ben lost 3 life"]
    await fix.choose("4")
    await fix.press("Do it")
    assert fix.taps == 3
    assert fix.said.endswith("**Ben** 37 → 40")


async def test_undo_takes_an_earlier_step_back(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Cy", "life lose", amount=1)
    assert await evening.suggestions("Ana", "undo", "step", "ben") == ["4: Ben lost 3 life"]
    fix = Fix(evening, "Dee")
    shown = await fix.types("undo", step="4")
    assert shown.startswith("### Take back step 4: Ben lost 3 life\n**Ben** 37 → 40")
    await fix.press("Do it")
    assert fix.said == "**Dee** fixed the game: took back step 4: Ben lost 3 life.\n**Ben** 37 → 40"


async def test_what_was_taken_back_is_brought_back(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Ben", "life lose", amount=2)
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4")
    await fix.press("Do it")
    log = await Fix(evening, "Cy").types("log")
    assert "`6` " in log
    assert any("6" in line and "4 Ben 3" in line for line in gist(log))
    assert "~~**Ben** · Ben 40 → 37 (lost 3 life)~~ (undone)" in log
    assert "**Ben** · Ben 40 → 38 (lost 2 life)" in log
    assert (await fix.types("fix", step="4")).startswith("### Restore step 4: Ben lost 3 life\n")
    await fix.press("Do it")
    assert gist(fix.said) == ["Ben 4 Ben 3", "Ben 38 35"]


async def test_later_losses_are_said_to_stay(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Cy", "life lose", amount=3)
    await evening.types("Ben", "concede")
    shown = await Fix(evening, "Cy").types("fix", step="4")
    assert "5 Ben CR 104.3a" in gist(shown)


async def test_a_table_may_let_players_fix_only_their_own_steps(evening: Evening) -> None:
    await deal(evening)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_UNDO, "own")
    await evening.types("Ben", "life lose", amount=3)
    fix = Fix(evening, "Cy")
    await fix.types("fix", step="4")
    before = await evening.number_of_entries()
    assert "own" in await fix.press("Do it")
    assert await evening.number_of_entries() == before
    await evening.types("Cy", "life lose", amount=1)
    await fix.types("undo", steps=2)
    assert fix.choices == ["5: Cy lost 1 life", "4: Ben lost 3 life"]
    own = Fix(evening, "Ben")
    await own.types("fix", step="4")
    await own.press("Do it")
    assert "**Ben** 37 → 40" in own.said


async def test_who_may_fix_is_who_may_undo(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    refused = await evening.refused("Eve", "fix", step="4")
    assert "play" in refused
    assert await evening.refused("Ben", "fix", step="2") == (
        "Step 2 is from before the game began. Fix a later step, or use `/undo` to go back to the lobby."
    )
    assert await evening.refused("Ben", "fix", step="99") == (
        "Step 99 isn't part of this game now. `/log` shows the steps."
    )
    assert await evening.refused("Ben", "fix", step="the one") == (
        "“the one” isn't a step. Choose one from the list, or type its number from `/log`."
    )
    assert await evening.refused("Ben", "fix", step="4", amount="3") == (
        "That changes nothing. Choose what was different about the step."
    )
    assert await evening.refused("Ben", "fix", step="4", commander="Ben's commander") == (
        "That part of step 4 can't be changed. Take it back and add the right step."
    )


async def test_the_leagues_result_follows(evening: Evening) -> None:
    """It was Ben who conceded, not Ana; the result of the league is Ana's then."""
    await create(evening, "Friday")
    await deal(evening, "commander", "Ana, Ben")
    await evening.types("Ana", "concede")
    fix = Fix(evening, "Ana")
    assert announces(await fix.types("fix", step="4", who="Ben"), "Ana", "104.2a")
    assert [line[:13] for line in await standings(evening)] == ["**1.** **Ben*", "**2.** **Ana*"]
    await fix.press("Do it")
    assert announces(fix.said, "Ana", "104.2a")
    assert counts(fix.said, "Friday", 2)
    assert [line[:13] for line in await standings(evening)] == ["**1.** **Ana*", "**2.** **Ben*"]


async def test_what_no_total_shows_is_announced_too(evening: Evening) -> None:
    """Step 4 made Ben the monarch (725.2), not Cy; step 5 gave Dee an effect and step 6 energy (107.14)."""
    await deal(evening)
    await evening.types("Ana", "designate monarch", who="Ben")
    await evening.types("Ana", "effect add", effect="cant_lose_game", who="Dee")
    await evening.types("Ana", "counter add", kind="energy", amount=2, who="Dee")
    await evening.types("Ana", "turn next")
    fix = Fix(evening, "Ana")
    shown = await fix.types("fix", step="4")
    assert shown.splitlines()[:2] == [
        "### Take back step 4: Ben is now the monarch (CR 725.3)",
        "**Ben**: no longer “monarch”.",
    ]
    shown = await fix.types("fix", step="5")
    assert "**Dee**: no longer “can't lose the game, from Ana”." in shown.splitlines()
    shown = await fix.types("fix", step="6", amount="5")
    assert "**Dee** energy 2 → 5" in shown.splitlines()
    shown = await fix.types("fix", step="7")
    assert "Turn 1: **Ana**'s turn." in shown.splitlines()
    await fix.types("fix", step="4")
    await fix.press("Do it")
    assert fix.said.endswith(".\n**Ben**: no longer “monarch”.")
    shown = await fix.types("fix", step="4")
    assert "**Ben**: monarch" in shown.splitlines()


async def test_a_tax_that_is_another_one_is_announced_once(evening: Evening) -> None:
    """Each cast costs {2} more (903.8), and it becomes night (731.1)."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
    await evening.types("Ana", "commander cast")
    await evening.types("Ana", "commander cast")
    await evening.types("Ana", "designate daynight", to="night")
    fix = Fix(evening, "Ana")
    shown = await fix.types("fix", step="5")
    assert "**Ana**: Tana tax 2" in shown.splitlines()
    shown = await fix.types("fix", step="7")
    assert "night → –" in shown.splitlines()
