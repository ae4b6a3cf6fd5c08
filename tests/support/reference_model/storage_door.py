"""A table as the bot's storage has it: entries of a log, committed one by one."""

import asyncio
import itertools
import traceback
from collections.abc import Callable, Sequence
from random import Random

from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, LoseGame
from rules.actions.life import DrainLife, GainLife, LoseLife, SetLife
from rules.actions.table import JoinGame, Together
from rules.actions.turns import EndTurn
from rules.fixing import Correction
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import MarkerState, SecretRoles
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.table import AnyAction, Table
from storage.games.games import Committed, Games, Location, Request
from tests.support.reference_model.generating import Script, script
from tests.support.reference_model.intended import (
    FORMATS,
    Become,
    Come,
    Drain,
    Gain,
    Happening,
    Hit,
    Lose,
    Out,
    Part,
    Pass,
    Poison,
    Seat,
    Standing,
)
from tests.support.reference_model.playing import Evening, Refused

TEAMS = ("Red", "Blue")
ONE_AGAINST_ALL = ("Archenemy", "Heroes")
_interactions = itertools.count(10**12)


def action(part: Part, game: Game) -> Action:
    """Return the action for the table."""
    match part:
        case Lose(damage=True):
            return DealDamage(to=part.who, amount=part.amount)
        case Lose():
            return LoseLife(who=part.who, amount=part.amount)
        case Gain():
            return GainLife(who=part.who, amount=part.amount)
        case Drain():
            return DrainLife(who=part.who, amount=part.amount, by=part.by)
        case Become():
            return SetLife(to=dict.fromkeys(part.who, part.amount))
        case Poison():
            return AddCounters(who=part.who, kind="poison", n=part.amount)
        case Hit():
            return DealDamage(to=part.who, amount=part.amount, combat=True, commander=f"{part.owner}:1")
        case Out(concedes=True, who=(who,)):
            return Concede(who=who)
        case Out():
            return LoseGame(who=part.who)
        case Pass():
            turns = [one.number for one in game.markers if one.state is MarkerState.TURN]
            return EndTurn(marker=turns[0] if turns else None)
        case Come():
            return JoinGame(seats=(seated(part.seat, team_name(game.rules.variant, part.seat.team)),))
        case _:
            raise AssertionError(part)


def together(happening: Happening, game: Game) -> Action:
    """Return the same for everything that happens at once."""
    actions = tuple(action(part, game) for part in happening)
    return actions[0] if len(actions) == 1 else Together(actions=actions)


def team_name(variant: str, team: int | None) -> str | None:
    """Return a team's name at the table."""
    if team is None:
        return None
    return (ONE_AGAINST_ALL if FORMATS[variant].alone else TEAMS)[team]


def seated(seat: Seat, team: str | None) -> Seated:
    """Return someone's seat at the table; every third one is a guest's."""
    user = None if len(seat.who) % 3 == 0 else sum(map(ord, seat.who))
    return Seated(
        id=seat.who, name=seat.who, user=user, team=team, vanguard_life=seat.vanguard, vanguard_hand=0
    )


class StorageDoor:
    """One table in a database."""

    def __init__(self, games: Games, channel: int) -> None:
        self._games = games
        self._place = Location(channel=channel, guild=1)
        self._numbers: list[int] = []
        self._undone: list[int] = []

    async def begin(self, script: Script, dice: Random) -> None:
        """Open a lobby, seat everyone, some first on the wrong team, and start."""
        host, *others = script.seats
        format = FORMATS[script.variant]
        options = Options(variant=script.variant, arranged=bool(format.teams) or format.opposite)
        if script.variant == "alternating_teams":
            options = Options(variant=script.variant)
        gather = lobby_actions.Gather(options=options, seated=(self._seat(script, host),), host=host.who)
        await self._games.open(self._place, self._request(), gather)
        for seat in others:
            right = self._seat(script, seat)
            if seat.team is not None and dice.random() < 0.1:
                wrong = team_name(script.variant, 1 - seat.team)
                await self._ask(lobby_actions.Join(seats=(seated(seat, wrong),)))
            elif dice.random() < 0.1:
                await self._ask(lobby_actions.Join(seats=(right,)))
                await self._ask(lobby_actions.Leave(who=seat.who))
            await self._ask(lobby_actions.Join(seats=(right,)))
        for who in script.game(0).emperors:
            await self._ask(lobby_actions.NameEmperor(who=who))
        order = [seat.who for seat in script.seats]
        if not options.arranged:
            dice.shuffle(order)
        dealt = SecretRoles(order=tuple(seat.who for seat in script.seats)) if format.roles else None
        await self._ask(
            lobby_actions.StartGame(order=tuple(order), draw=dice.randrange(1000), secret_roles=dealt)
        )

    @staticmethod
    def _seat(script: Script, seat: Seat) -> Seated:
        return seated(seat, team_name(script.variant, seat.team))

    async def enter(self, happening: Happening) -> None:
        """Enter it as one step; raises Refused."""
        done = await self._act(lambda game: together(happening, game))
        self._numbers.append(done.entry.number)
        self._undone.clear()

    async def at_once(self, happenings: Sequence[Happening]) -> None:
        """Enter several by different people, before the first one is answered."""
        await asyncio.gather(*map(self.enter, happenings))

    async def undo(self, steps: int) -> None:
        """Undo the last steps."""
        await self._games.undo(self._place, self._request(), steps)
        self._undone += self._numbers[-steps:]
        del self._numbers[-steps:]

    async def redo(self, steps: int) -> None:
        """Carry them out again."""
        await self._games.redo(self._place, self._request(), steps)
        self._numbers += self._undone[-steps:]
        del self._undone[-steps:]

    async def change(self, changes: dict[int, Happening | None]) -> None:
        """Correct earlier steps at once, None to undo them; raises Refused."""
        game = await self._game()
        now = {
            self._numbers[place]: None if happening is None else together(happening, game)
            for place, happening in changes.items()
        }
        await self._fix(Correction(changes=now))

    async def insert(self, before: int, happening: Happening) -> None:
        """Enter a forgotten event before a step; raises Refused."""
        inserted = together(happening, await self._game())
        done = await self._fix(Correction(before=self._numbers[before], inserted=inserted))
        self._numbers.insert(before, done.entry.number)

    async def standing(self) -> Standing:
        """Return all standings."""
        game = await self._game()
        return Standing(
            life={one.id: game.life[game.life_holder(one.id)] for one in game.players},
            poison={one.id: game.poison(one.id) for one in game.players},
            commander={
                one.id: {id.partition(":")[0]: n for id, n in one.commander_damage.items()}
                for one in game.players
            },
            result={one.id: one.result.value for one in game.players},
        )

    async def _game(self) -> Game:
        view = await self._games.view(self._place)
        if view is None or not isinstance(view.table, Game):
            raise AssertionError("the game has not started")
        return view.table

    async def _fix(self, correction: Correction) -> Committed:
        try:
            return await self._games.fix(self._place, self._request(), correction)
        except Refusal as refusal:
            raise Refused(refusal.reason) from refusal

    async def _ask(self, asked: lobby_actions.LobbyAction) -> None:
        await self._games.act(self._place, self._request(), lambda _: asked)

    async def _act(self, choose: Callable[[Game], Action]) -> Committed:
        def decide(table: Table) -> AnyAction:
            if not isinstance(table, Game):
                raise Refusal("not_started")
            if table.outcome is not None:
                raise Refusal("game_over")
            return choose(table)

        try:
            return await self._games.act(self._place, self._request(), decide)
        except Refusal as refusal:
            raise Refused(refusal.reason) from refusal

    def _request(self) -> Request:
        return Request(user=1, name="Ana", interaction=next(_interactions))


async def play(games: Games, seed: int, number: int) -> tuple[list[str], list[str], int]:
    """Play one evening, of the formats in turn; return the faults, people's mistakes, and the events."""
    dice = Random(f"{seed} {number}")
    variant = tuple(FORMATS)[number % len(FORMATS)]
    meant = script(variant, dice)
    evening = Evening(meant, StorageDoor(games, 1000 + number), dice)
    try:
        found = await evening.play()
    except (Refused, AssertionError, Refusal) as error:
        found = [f"{variant}: {error!r} {''.join(traceback.format_tb(error.__traceback__)[-3:])}"]
    return found, evening.ways, len(meant.happenings)
