"""Which interactions' tokens are kept, and when, with discord.py's own interactions answered over HTTP."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest

from bot.interactions import Handled, Interactions
from cogs.core.delivery.tokens import InteractionTokens
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import OUTSIDE
from tests.support.discord_api.server import DiscordServer

SUGGESTION = 4
"""Discord's type of an interaction that asks for suggestions."""


class Outside(discord.Client):
    """A bot in a group that it isn't a member of, the interactions there, and its tokens of them."""

    def __init__(self, server: DiscordServer) -> None:
        super().__init__(intents=discord.Intents.none())
        self.tokens = InteractionTokens()
        self._server = server

    def typed(self, *, suggestion: bool = False) -> discord.Interaction:
        """Let someone type a command, or a letter of it."""
        place, typed = payloads.Place.GROUP, payloads.LOSE_LIFE
        sent: Any = payloads.outside(self._server.send_outside(place, typed), place, typed)
        sent |= {"type": SUGGESTION} if suggestion else {}
        return discord.Interaction(data=sent, state=self._connection)

    async def answered(self, *, suggestion: bool = False) -> None:
        """The same is answered and noted."""
        interaction = self.typed(suggestion=suggestion)
        if suggestion:
            await interaction.response.autocomplete([])
        else:
            await interaction.response.send_message("40 → 39")
        self.tokens.note(interaction)


@pytest.fixture
async def outside(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Outside]:
    server = DiscordServer(1, for_people=True)
    async with server.serving(), Outside(server) as client:
        server.reach(monkeypatch)
        await client.login("token")
        yield client


async def test_suggestions_take_no_place_of_a_command(outside: Outside) -> None:
    """Discord takes no message by the token of suggestions, only by that of the command before them."""
    woken = list[str]()
    await outside.answered()
    outside.tokens.after_next(OUTSIDE, "board", lambda: woken.append("board"))
    await outside.answered(suggestion=True)
    assert woken == []
    assert await outside.tokens.follow_up(OUTSIDE, {"content": "Ben wins"}) is not None
    await outside.answered()
    assert woken == ["board"]


async def test_what_fails_keeps_nothing_else_from_going_on(
    outside: Outside, caplog: pytest.LogCaptureFixture
) -> None:
    woken = list[str]()
    outside.tokens.after_next(OUTSIDE, "broken", lambda: woken.remove("nothing"))
    outside.tokens.after_next(OUTSIDE, "board", lambda: woken.append("board"))
    await outside.answered()
    assert woken == ["board"]
    assert [type(one.exc_info[1]) for one in caplog.records if one.exc_info] == [ValueError]


async def test_an_interaction_is_counted_before_it_is_noted(outside: Outside) -> None:
    """So nothing that goes on then keeps a stop waiting, or the outcome from being counted."""
    handled, then = list[Handled](), list[tuple[int, int]]()
    interactions, interaction = Interactions(handled.append), outside.typed()
    interactions.answered = lambda _: then.append((interactions.running, len(handled)))

    async def answer() -> None:
        await interaction.response.send_message("40 → 39")

    await asyncio.create_task(interactions.carry_out(interaction, answer))
    assert then == [(0, 1)]
