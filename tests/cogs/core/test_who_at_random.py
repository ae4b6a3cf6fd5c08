"""Players drawn at random: told with the die, and the same in undo, redo and fix."""

import re

from cogs.core.targets import RANDOM_OPPONENT
from storage.settings.definitions import LANGUAGE, Level
from tests.cogs.core.losers import bold_loser, loser
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.tables import deal


class TestAtRandom:
    """A player drawn by the bot: the log keeps the die, and so do undo, redo and fix."""

    DRAWN = re.compile(r"^Random opponent, d3 = ([123]) \(Ana, Cy, Dee\): \*\*(\w+)\*\*$", re.MULTILINE)

    async def test_an_opponent_is_drawn_and_told_with_the_die(self, evening: Evening) -> None:
        await deal(evening)
        entries = await evening.number_of_entries()
        answer = (await evening.types("Ben", "life lose", amount=4, who="a random opponent")).text
        told = self.DRAWN.search(answer)
        assert told is not None, answer
        name = ("Ana", "Cy", "Dee")[int(told[1]) - 1]
        assert told[2] == name
        assert f"**{name}** 40 → 36" in answer
        assert await evening.number_of_entries() == entries + 1
        assert f"Random opponent, d3 = {told[1]} (Ana, Cy, Dee): {name}" in (
            (await evening.types("Ana", "log")).text.replace("**", "")
        )
        await evening.types("Ben", "undo")
        assert f"{name} · 40\n" in evening.board()
        await evening.types("Ben", "redo")
        assert f"{name} · 36\n" in evening.board()

    async def test_everyone_can_be_drawn(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        found = {bold_loser(await loser(evening, "Ben", "random opponent")) for _ in range(30)}
        assert found == {"Ana", "Cy"}  # all 30 on one side: 1 in 500 million

    async def test_a_fix_keeps_what_was_drawn(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "life gain", amount=1)
        answer = (await evening.types("Ben", "damage", amount=4, who=RANDOM_OPPONENT)).text
        told = self.DRAWN.search(answer)
        assert told is not None
        step = await evening.number_of_entries()
        before = message_of(await evening.people["Ana"].slash(evening.channel, "fix", step=str(step - 1)))
        await evening.people["Ana"].click(before, label="Do it")
        assert re.search(rf"\b{told[2]} · 36\n", evening.board())
        again = message_of(
            await evening.people["Ana"].slash(evening.channel, "fix", step=str(step), amount="7")
        )
        await evening.people["Ana"].click(again, label="Do it")
        assert re.search(rf"\b{told[2]} · 33\n", evening.board())
        assert f"Random opponent, d3 = {told[1]} " in (await evening.types("Ana", "log")).text

    async def test_the_only_opponent_needs_no_die(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        assert await loser(evening, "Ben", RANDOM_OPPONENT) == "**Ana** 40 → 39"

    async def test_only_opponents_in_range(self, evening: Evening) -> None:
        """801.10: Guest3 and Guest2 sit too far away with a range of influence of 1."""
        await deal(evening, "free_for_all", "Ana, Ben, Guest2, Guest3, Cy", range=1)
        answer = (await evening.types("Ana", "life lose", amount=1, who=RANDOM_OPPONENT)).text
        assert "(Ben, Cy)" in answer

    async def test_a_player_and_in_german(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        answer = (await evening.types("Ana", "life lose", amount=1, who="ein zufälliger Spieler")).text
        assert re.search(r"^Random player, d3 = [123] \(Ana, Ben, Cy\): ", answer, re.MULTILINE)

    async def test_is_drawn_only_for_what_happens_now(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "life lose", amount=1)
        only_now = (
            "A random player can only be drawn for something that happens now. Use `/random`, then choose "
            "that player by name."
        )
        step = str(await evening.number_of_entries())
        assert await evening.refused("Ana", "fix", step=step, who=RANDOM_OPPONENT) == only_now
        assert await evening.refused("Ana", "table range", who=RANDOM_OPPONENT) == only_now

    async def test_a_card_on_a_random_player_has_no_preview(self, evening: Evening) -> None:
        """It would be drawn again with each preview."""
        await deal(evening)
        done = await evening.types("Ben", "card", name="Beacon of Immortality", targets=RANDOM_OPPONENT)
        assert not done.private
        told = self.DRAWN.search(done.text)
        assert told is not None
        assert f"**{told[2]}** 40 → 80" in done.text

    async def test_is_announced_in_the_channels_language(self, evening: Evening) -> None:
        await deal(evening)
        await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "de")
        drained = await evening.types("Ben", "card", name="Syphon Soul")
        assert drained.text.startswith("**Ben**: **Syphon Soul** (CR 119.3)\n")
        done = await evening.types("Ben", "card", name="Beacon of Immortality", targets="zufälliger Gegner")
        assert self.DRAWN.search(done.text)
