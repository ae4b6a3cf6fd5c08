"""A subgame is played in a thread, while the main game waits in the channel."""

import discord

from tests.support.evening import Evening
from tests.support.leagues import create, standings
from tests.support.tables import deal, gather
from tests.support.wording import gist


async def test_a_subgame_knows_nothing_of_the_main_game_and_leaves_it_as_it_is(evening: Evening) -> None:
    """729.1a: the main game waits. 729.2: a random player goes first, with a fresh start for all. 729.4b:
    counters stay in the game where they were received."""
    refused = await evening.refused("Ana", "game subgame")
    assert refused.startswith("Subgames are played in a thread while the main game waits.")
    await deal(evening, "commander", "Ana, Ben, Cy, Dee", life=30)
    await evening.types("Ben", "life lose", amount=25)
    await evening.types("Ben", "counter add", kind="energy", amount=3)
    await evening.types("Dee", "concede")
    main, entries = evening.channel, await evening.number_of_entries()

    channel = evening.bot.get_channel(main.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="Shahrazad", type=discord.ChannelType.public_thread)
    (evening.channel,) = main.threads
    assert (await evening.refused("Eve", "game subgame")).key == "not_seated_may_not"
    await evening.types("Cy", "game subgame")
    assert "1. Ana\n2. Ben\n3. Cy\n" in evening.board()
    begun = await evening.presses("Ana", "Start")
    assert "goes first" in begun.text
    assert "Seats: Ana → Ben → Cy" in begun.text
    assert "Ben · 30\n" in evening.board()
    assert "energy" not in evening.board()
    ended = await evening.types("Cy", "life lose", amount=30, who="Ana, Ben")
    assert gist(ended.text)[-1] == "Cy CR 104.2a"

    evening.channel = main
    assert await evening.number_of_entries() == entries
    assert "# Ben · 5\n" in evening.board()
    assert (await evening.types("Ben", "counter remove", kind="energy")).text == "**Ben** energy 3 → 2"


async def test_a_subgame_is_not_a_result_of_a_league_and_its_game_is_one(evening: Evening) -> None:
    await create(evening)
    await deal(evening, "commander", "Ana, Ben, Cy")
    main = evening.channel
    channel = evening.bot.get_channel(main.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="Shahrazad", type=discord.ChannelType.public_thread)
    (evening.channel,) = main.threads
    await evening.types("Cy", "game subgame")
    await evening.presses("Ana", "Start")
    ended = await evening.types("Cy", "life lose", amount=40, who="Ana, Ben")
    assert "Counts for" not in ended.text
    evening.channel = main
    await evening.types("Ana", "life lose", amount=40, who="Ben, Cy")
    assert [line.partition(" points")[0] for line in await standings(evening)] == [
        "**1.** **Ana** 5",
        "**2.** **Ben** 0",
        "**2.** **Cy** 0",
    ]


async def test_a_subgame_needs_a_main_game(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    channel = evening.text_channel
    await channel.create_thread(name="Shahrazad", type=discord.ChannelType.public_thread)
    (evening.channel,) = evening.channel.threads
    assert await evening.refused("Ana", "game subgame") == (
        "There's no game in progress in this thread's channel. A subgame needs a main game."
    )
