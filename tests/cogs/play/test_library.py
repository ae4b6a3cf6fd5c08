"""/library: cards counted and drawn, also more than there are."""

from discord.app_commands import Command, Group

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import gist


async def test_drawing_past_the_end_is_announced_in_order_and_once(evening: Evening) -> None:
    """121.4: what is there is drawn first; the loss comes at the check after it (704.5b)."""
    await deal(evening)
    await evening.types("Ana", "library count", cards=3, who="Ben")
    drawn = await evening.types("Ben", "library draw", cards=250)
    assert gist(drawn.text) == ["Ben 3 0", "Ben", "Ben CR 704.5b"]
    log = gist((await evening.types("Ana", "log")).text)
    assert sum("Ben 3 Ben Ben CR 704.5b" in line for line in log) == 1


async def test_who_cannot_lose_only_draws_what_is_there(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "effect add", effect="cant_lose_game")
    await evening.types("Ben", "library count", cards=0)
    drawn = await evening.types("Ben", "library draw")
    assert drawn.text == "**Ben** tried to draw from an empty library."
    assert "# Ben · 40" in evening.board()


async def test_the_options_of_opening_hands_say_whose_hand_it_is(evening: Evening) -> None:
    """The initiative is another thing that a player takes."""
    for command in ("mulligan take", "mulligan keep"):
        found = evening.bot.tree.get_command("mulligan")
        assert isinstance(found, Group)
        taken = found.get_command(command.split()[1])
        assert isinstance(taken, Command)
        (who,) = taken.parameters
        assert "initiative" not in str(who.description)
