"""A whole evening at one table: from the lobby to the end, across a restart."""

from tests.evening import Evening


async def test_a_duel_from_the_lobby_to_its_end_across_a_restart(evening: Evening) -> None:
    ana, ben = evening.people["Ana"], evening.people["Ben"]
    opened = await ana.slash(evening.channel, "game new", variant="two_player")
    assert opened.response is not None
    await ben.click(opened.response, label="Join")
    await ana.slash(evening.channel, "game start")
    await ana.slash(evening.channel, "life lose", amount=3)

    await evening.restart()

    pressed = await ben.click(opened.response, label="−5")
    assert pressed.acknowledged
    said = await ben.slash(evening.channel, "life lose", amount=15)
    assert said.response is not None
    assert "**Ben** 15 → 0" in said.response.content
    assert "**Ben** loses" in said.response.content
    assert "**Ana wins the game**" in said.response.content
    refused = await ana.slash(evening.channel, "life lose", amount=1)
    assert refused.ephemeral
