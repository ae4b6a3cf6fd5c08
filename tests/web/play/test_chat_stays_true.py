"""Whatever four people enter, undo, redo and fix, in the chat and on remotes: the chat says what is so."""

import random
import re

import pytest

from rules.game.game import Game
from rules.game.lobby import Lobby
from storage.games.games import GameView
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.messages import buttons, message_of, verbs
from tests.support.tables import deal
from tests.web.play.remotes import pressed, remote, send

STEPS = 40
COMMANDS = ("undo", "redo", "concede", "turn next", "monarch", "game restart", "draw", "hold", "release")
WAYS = ("lose", "lose", "press", "remote loses", "remote undoes", "remote concedes", "fix", "fix", "rematch")


class Quarrel:
    """A game in which everyone enters something at random; ``_since``: the last message before it."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self._evening = evening
        self._random = random.Random(seed)
        self._since = 0
        self._remotes = dict[str, str]()

    async def begin(self) -> None:
        """Start the lobby's game, and give everyone a remote for it."""
        if isinstance((await self._view()).table, Lobby):
            await self._evening.types("Ana", "game start")
        game = (await self._view()).table
        if isinstance(game, Game):
            people = [one.name for one in game.players if one.user is not None]
            self._remotes = {who: await remote(self._evening, who) for who in people}

    async def goes_on(self) -> None:
        """Let someone enter something; it may be refused."""
        view = await self._view()
        if isinstance(view.table, Lobby):
            await self.begin()
            return
        who, way = self._random.choice([*self._remotes]), self._random.choice((*COMMANDS, *WAYS))
        match way:
            case "press":
                await self._press(who, "−5")
            case "rematch":
                if await self._press(who, "Rematch") and (await self._view()).game != view.game:
                    self._since = max(one.id for one in self._evening.channel.history())
            case "lose":
                amount, other = self._random.choice((1, 12)), self._random.choice(view.table.players)
                await self._evening.types(who, "life lose", amount=amount, who=other.name)
            case "fix":
                step = max(1, view.entries[-1].number - self._random.randint(0, 6))
                shown = message_of(
                    await self._evening.people[who].slash(self._evening.channel, "fix", step=str(step))
                )
                if "Do it" in buttons(shown):
                    await self._evening.people[who].click(shown, label="Do it")
            case "remote loses" | "remote undoes" | "remote concedes":
                await self._tap(who, way, view)
            case command:
                await self._evening.types(who, command, **({"reason": "effect"} if command == "draw" else {}))
        self._evening.refusal()

    async def _tap(self, who: str, way: str, view: GameView) -> None:
        assert isinstance(view.table, Game)
        other = self._random.choice(view.table.players).id
        press = {
            "remote loses": pressed("life", who=other, amount=-self._random.choice((1, 12))),
            "remote undoes": pressed("undo", last=view.entries[-1].at),
            "remote concedes": pressed("concede"),
        }[way]
        await send(self._remotes[who], {**press, "game": int(view.game)})

    async def _press(self, who: str, label: str) -> bool:
        there = label in self._evening.buttons()
        if there:
            await self._evening.people[who].click(self._evening.board_message(), label=label)
        return there

    async def _view(self) -> GameView:
        return await view_of(self._evening.games, self._evening.place)

    async def is_true(self) -> None:
        """Wait until the board has every total, and the chat who is out and how the game has ended."""
        game = (await self._view()).table
        if isinstance(game, Lobby):
            return
        await self._evening.until(lambda: self._totals(game))
        await self._evening.until(lambda: self._said(r"wins? the game\*\*") is self._won(game))
        await self._evening.until(lambda: game.outcome is not None or not self._can_be_played_again())
        for one in game.players:
            said = rf"^\*\*{one.name}\*\* (loses the game|is out of the game)"
            out = one.left is not None
            await self._evening.until(lambda said=said, out=out: self._said(said) is out or self._over(game))

    def _over(self, game: Game) -> bool:
        return game.outcome is not None

    def _won(self, game: Game) -> bool:
        return game.outcome is not None and bool(game.outcome.winners)

    def _totals(self, game: Game) -> bool:
        numbers = {one.name: str(game.life[one.id]).replace("-", "−") for one in game.players}
        board = self._evening.board()
        return all(re.search(rf"\b{name} (· )?{n}\b", board) for name, n in numbers.items())

    def _said(self, pattern: str) -> bool:
        there = [one.content for one in self._evening.channel.history() if one.id > self._since]
        lines = [line for text in there for line in text.splitlines() if not line.startswith("~~")]
        return any(re.search(pattern, line) for line in lines)

    def _can_be_played_again(self) -> bool:
        there = [one for one in self._evening.channel.history() if one.id > self._since and one.content]
        return any("again" in verbs(one) for one in there)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(8))
async def test_the_chat_says_what_is_so_after_every_step(evening: Evening, seed: int) -> None:
    await deal(evening, "free_for_all", "Ana, Ben, Cy, Grandma", life=12)
    quarrel = Quarrel(evening, seed)
    await quarrel.begin()
    for _ in range(STEPS):
        await quarrel.goes_on()
        await quarrel.is_true()
