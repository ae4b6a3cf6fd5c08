"""/undo, /redo and /log as people at a table use them."""

from typing import Self

import pytest
from simcord import InteractionResult, ResponseMessage

from tests.support.evening import Evening
from tests.support.messages import buttons, private_message_of, said, text
from tests.support.tables import LOBBY_WITH_COMMANDERS, deal, gather
from tests.support.wording import gist


class Log:
    """The log as someone reads it: opened, and turned by its buttons."""

    def __init__(self, evening: Evening, who: str) -> None:
        self._evening = evening
        self._who = who
        self._shown: ResponseMessage | None = None

    async def open(self, **options: object) -> Self:
        person = self._evening.people[self._who]
        self._show(await person.slash(self._evening.channel, "log", **options))
        return self

    async def press(self, label: str) -> None:
        self._show(await self._evening.people[self._who].click(self.message, label=label))

    def _show(self, result: InteractionResult) -> None:
        assert said(result).private, "everybody sees the log"
        self._shown = result.response or self._shown

    @property
    def message(self) -> ResponseMessage:
        assert self._shown is not None
        return self._shown

    @property
    def text(self) -> str:
        return text(self.message)

    @property
    def numbers(self) -> list[int]:
        return [int(line.split("`")[1]) for line in self.text.splitlines() if line.startswith("`")]

    @property
    def buttons(self) -> list[str]:
        return buttons(self.message)


async def test_undo_and_redo_say_which_step_and_what_is_different_now(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Cy", "damage", amount=3, who="Ben")
    undone = await evening.types("Ben", "undo")
    assert undone.text == "Undid step 4: Ben took 3 damage from Cy.\n**Ben** 37 → 40"
    assert not undone.private
    assert "-# Ben: undid step 4: Ben took 3 damage from Cy\n" in evening.board()
    redone = await evening.types("Ben", "redo")
    assert redone.text == "Redid step 4: Ben took 3 damage from Cy.\n**Ben** 40 → 37"


async def test_any_number_of_steps_at_once(evening: Evening) -> None:
    await deal(evening)
    for amount in range(1, 8):
        await evening.types("Ben", "life lose", amount=amount)
    undone = await evening.types("Ana", "undo", steps=7)
    assert undone.text == (
        "Undid 7 steps:\n- 10: Ben lost 7 life\n- 9: Ben lost 6 life\n- 8: Ben lost 5 life\n"
        "- 7: Ben lost 4 life\n- 6: Ben lost 3 life\n- and 2 more\n**Ben** 12 → 40"
    )
    redone = await evening.types("Ana", "redo", steps=2)
    assert redone.text == "Redid 2 steps:\n- 4: Ben lost 1 life\n- 5: Ben lost 2 life\n**Ben** 40 → 37"


async def test_more_steps_than_there_are_is_refused_with_their_number(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=1)
    refused = await evening.refused("Ben", "undo", steps=4)
    assert refused == "There aren't that many steps. Use `/undo steps:3` for all of them."
    await evening.types("Ben", "undo", steps=3)
    assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]
    assert await evening.refused("Ben", "undo", steps=2) == "There's nothing to undo."
    refused = await evening.refused("Ben", "redo", steps=1000)
    assert refused == "There aren't that many steps. Use `/redo steps:3` for all of them."
    assert "The game begins" in (await evening.types("Ben", "redo", steps=3)).text
    assert await evening.refused("Ben", "redo", steps=2) == "There's nothing to redo."


async def test_undo_of_an_ending_says_how_it_had_come(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "damage", amount=40, who="Ben")
    undone, total, back, goes_on = (await evening.types("Ben", "undo")).text.splitlines()
    assert undone == "Undid step 4: ~~Ben took 40 damage from Ana~~."
    assert total == "**Ben** 0 → 40"
    assert gist(back) == ["Ben"]
    assert gist(goes_on) == ["1 Ana"]


async def test_redo_of_an_ending_speaks_of_no_turn(evening: Evening) -> None:
    """Ana, whose turn it is, is out when the game ends."""
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "concede")
    await evening.types("Ben", "concede")
    await evening.types("Ben", "undo")
    redone = await evening.types("Ben", "redo")
    assert gist(redone.text)[1:] == ["Ben", "Cy CR 104.2a"]


async def test_the_answer_to_a_thousand_long_names_fits(evening: Evening) -> None:
    names = ", ".join(["Ana", *(f"Guest {n:02} {'*' * 22}" for n in range(39))])
    await deal(evening, "free_for_all", names)
    for _ in range(6):
        await evening.types("Ana", "life lose", amount=1, who="each player")
    undone = await evening.types("Ana", "undo", steps=6)
    assert undone.text.startswith("Undid 6 steps:\n- 9: Ana, Guest 00 ")
    assert len(undone.text) <= 2000


@pytest.mark.own_bot
async def test_the_log_tells_who_entered_what_when_and_why_and_what_was_undone(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Atraxa")
    await evening.types("Ana", "damage", amount=5, who="Ben", commander="Atraxa")
    await evening.types("Ben", "life gain", amount=2)
    await evening.types("Cy", "undo")
    log = await Log(evening, "Dee").open()
    heading, *lines = log.text.splitlines()[:5]
    assert heading == "### Log for game 1"
    times = [line.split(" ")[1] for line in lines]
    assert all(time.startswith("<t:") and time.endswith(":t>") for time in times)
    assert [line.replace(f" {time}", "") for line, time in zip(lines, times, strict=True)] == [
        "`7` **Cy** · undid step 6: Ben gained 2 life",
        "`6` ~~**Ben** · Ben 35 → 37 (gained 2 life)~~ (undone)",
        "`5` **Ana** · Ben 40 → 35 (took 5 combat damage from Ana's Atraxa, 5 of 21)",
        "`4` **Ana** · Ana is playing Atraxa",
    ]


@pytest.mark.own_bot
async def test_pages_are_turned_by_the_user_who_opened_them_and_after_a_restart(evening: Evening) -> None:
    await deal(evening)
    for _ in range(25):
        await evening.types("Ben", "life lose", amount=1)
    log = await Log(evening, "Cy").open()
    assert log.numbers == list(range(28, 16, -1))
    assert log.buttons == [*["Fix…"] * 5, "Older", "Newest"]
    await log.press("Older")
    assert log.numbers == list(range(16, 4, -1))
    assert log.buttons == ["Older", "Newer", "Newest"]

    await evening.restart()

    await log.press("Older")
    assert log.numbers == [4, 3, 2, 1]
    assert log.buttons == ["Newer", "Newest"]
    await evening.types("Ben", "life lose", amount=1)
    await log.press("Newer")
    assert log.numbers == list(range(16, 4, -1))
    await log.press("Newest")
    assert log.numbers == list(range(29, 17, -1))


async def test_a_filter_stays_while_pages_are_turned(evening: Evening) -> None:
    await deal(evening)
    for _ in range(14):
        await evening.types("Ana", "damage", amount=1, who="Ben")
        await evening.types("Ana", "life gain", amount=1, who="Ben")
        await evening.types("Ana", "damage", amount=1, who="Cy")
    heading = f"### Log for game {await evening.game()}: only Ben and damage\n"
    log = await Log(evening, "Ana").open(who="Ben", kind="damage")
    assert log.text.startswith(heading)
    assert log.numbers == list(range(43, 9, -3))
    await log.press("Older")
    assert log.numbers == [7, 4]
    assert log.text.startswith(heading)
    nothing = await Log(evening, "Ana").open(kind="chance")
    assert "No matching entries in the log." in nothing.text


async def test_players_are_suggested_and_a_wrong_name_is_guessed_at(evening: Evening) -> None:
    await deal(evening)
    assert await evening.suggestions("Ana", "log", "who", "b") == ["Ben"]
    refused = await evening.refused("Ana", "log", who="Bne")
    assert (refused.key, gist(refused)) == ("no_such_player", ["Ben"])


@pytest.mark.own_bot
async def test_all_of_the_log_is_a_text_file(evening: Evening) -> None:
    await deal(evening, names="Ana, Zoë")
    await evening.types("Ana", "life lose", amount=3, who="Zoë")
    await evening.types("Ana", "undo")
    result = private_message_of(await evening.people["Eve"].slash(evening.channel, "log", file=True))
    (file,) = result.attachments
    assert file.filename == "game-1-log.txt"
    content = (await file.read()).decode("utf-8")
    assert content.startswith("Arbiter: log for game 1\nFormat: Commander (CR 903)")
    assert ("Seats in turn order: Ana, Zoë\n") in content
    *_, lost, undone = content.splitlines()
    assert lost.endswith("  Ana  Zoë 40 → 37 (lost 3 life)  [undone]")
    assert undone.endswith("  Ana  undid step 4: Zoë lost 3 life")


async def test_earlier_games_of_the_channel_can_be_looked_at(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    first = await evening.game()
    await evening.types("Ben", "concede")
    await gather(evening, "two_player", "Cy")
    second = await evening.game()
    assert (await Log(evening, "Cy").open()).text.startswith(f"### Log for game {second}\n")
    earlier = await Log(evening, "Cy").open(game=first)
    assert earlier.text.startswith(f"### Log for game {first}\n")
    assert "(CR 104.3a)" in earlier.text
    assert (await evening.refused("Cy", "log", game=second + 1)).key == "no_such_game"


async def test_games_of_other_channels_stay_there(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    game = await evening.game()
    evening.channel = evening.server.create_text_channel("elsewhere")
    for command in ("log", "chart"):
        assert (await evening.refused("Ana", command, game=game)).key == "no_such_game"


async def test_a_lobby_has_a_log_but_no_players_yet(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    log = await Log(evening, "Ana").open()
    assert log.numbers == [1]
    assert "opened the lobby" in log.text
    assert (await evening.refused("Ana", "log", who="Ben")).startswith("The game hasn't started yet")
