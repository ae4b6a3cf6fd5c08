"""Evenings played anew in Discord: typed by everybody at the table, with slips that are corrected later."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from campaign.evenings.generating import Script, script
from campaign.evenings.intended import (
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
    Standing,
)
from campaign.evenings.playing import Evening as Played
from campaign.evenings.playing import Refused
from campaign.evenings.storage_door import team_name, together
from rules.fixing import Correction
from rules.game.game import Game
from rules.refusal import Refusal
from storage.games.games import Committed, Location
from tests.evening import PEOPLE, Evening
from tests.reading import Said
from tests.storage.table import request
from tests.tables import deal, deal_teams

Typed = tuple[str, dict[str, object]]


class DiscordDoor:
    """A table in Discord; whoever is there types. Only fixes go to the storage, as their forms do."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self._evening = evening
        self._dice = dice
        self._typing: list[str] = []
        self._numbers: list[int] = []
        self._undone: list[int] = []

    async def begin(self, script: Script, dice: Random) -> None:
        people = [seat.who for seat in script.seats]
        self._typing = [who for who in people if who in PEOPLE]
        if script.seats[0].team is None:
            await deal(self._evening, script.variant, ", ".join(people))
        else:
            teams: dict[str, str] = {}
            for seat in script.seats:
                name = team_name(script.variant, seat.team) or ""
                teams[name] = ", ".join(filter(None, (teams.get(name), seat.who)))
            await deal_teams(self._evening, script.variant, teams)
        for who in people if script.game(0).format.commander else ():
            await self._evening.types("Ana", "commander set", name=f"General {who}", who=who)

    async def enter(self, happening: Happening) -> None:
        said = await self._type(happening)
        if said.private:
            raise Refused(said.text)
        await self._note()

    async def at_once(self, happenings: Sequence[Happening]) -> None:
        """Two at a time: what reaches the bot first is done first."""
        before = await self._evening.number_of_entries()
        said = await self._evening.at_once(*(self._type(one) for one in happenings))
        assert not any(one.private for one in said), said
        self._numbers += range(before + 1, before + 1 + len(happenings))

    async def undo(self, steps: int) -> None:
        if steps == 1 and self._dice.random() < 0.5:
            await self._evening.presses(self._dice.choice(self._typing), "Undo")
        else:
            await self._evening.types(self._dice.choice(self._typing), "undo", steps=steps)
        self._undone += self._numbers[-steps:]
        del self._numbers[-steps:]

    async def redo(self, steps: int) -> None:
        await self._evening.types(self._dice.choice(self._typing), "redo", steps=steps)
        self._numbers += self._undone[-steps:]
        del self._undone[-steps:]

    async def change(self, changes: dict[int, Happening | None]) -> None:
        game = await self._game()
        now = {
            self._numbers[place]: None if happening is None else together(self._ids(happening, game), game)
            for place, happening in changes.items()
        }
        await self._fix(Correction(changes=now))

    async def insert(self, before: int, happening: Happening) -> None:
        game = await self._game()
        inserted = together(self._ids(happening, game), game)
        done = await self._fix(Correction(before=self._numbers[before], inserted=inserted))
        self._numbers.insert(before, done.entry.number)

    async def standing(self) -> Standing:
        game = await self._game()
        names = {one.id: one.name for one in game.players}
        return Standing(
            life={one.name: game.life[game.life_holder(one.id)] for one in game.players},
            poison={one.name: game.poison(one.id) for one in game.players},
            commander={
                one.name: {names[id.rpartition(":")[0]]: n for id, n in one.commander_damage.items()}
                for one in game.players
            },
            result={one.name: one.result.value for one in game.players},
        )

    async def _type(self, happening: Happening) -> Said:
        (part,) = happening
        command, options = self._typed(part)
        who = part.who[0] if command == "concede" and part.who[0] in PEOPLE else "Ana"
        by = self._dice.choice(self._typing) if command != "concede" else who
        return await self._evening.types(by, command, **options)

    def _typed(self, part: Part) -> Typed:
        who = ", ".join(part.who)
        match part:
            case Lose(damage=True):
                return "damage", {"amount": part.amount, "who": who}
            case Lose():
                return "life lose", {"amount": part.amount, "who": who}
            case Gain():
                return "life gain", {"amount": part.amount, "who": who}
            case Drain():
                return "life drain", {"amount": part.amount, "who": who, "to": part.by}
            case Become():
                return "life set", {"to": part.amount, "who": who}
            case Poison():
                return "counter add", {"kind": "poison", "amount": part.amount, "who": who}
            case Hit():
                commander = f"General {part.owner}"
                return "damage", {"amount": part.amount, "who": who, "commander": commander, "combat": True}
            case Out(concedes=True):
                return "concede", {"who": who}
            case Out():
                return "lose", {"who": who}
            case Pass():
                return "turn next", {}
            case Come():
                team = {} if part.seat.team is None else {"team": ["Red", "Blue"][part.seat.team]}
                return "game add", {"players": part.seat.who, **team}
            case _:
                raise AssertionError(part)

    def _ids(self, happening: Happening, game: Game) -> Happening:
        """The same with the table's ids instead of names, which only storage needs."""
        ids = {one.name: one.id for one in game.players}
        found: list[Part] = []
        for part in happening:
            changes: dict[str, object] = {"who": tuple(ids[who] for who in part.who)}
            changes |= {"by": ids[part.by]} if isinstance(part, Drain) else {}
            changes |= {"owner": ids[part.owner]} if isinstance(part, Hit) else {}
            found.append(replace(part, **changes))
        return tuple(found)

    async def _note(self) -> None:
        self._numbers.append(await self._evening.number_of_entries())
        self._undone.clear()

    async def _game(self) -> Game:
        view = await self._evening.games.view(self._place)
        assert view is not None
        assert isinstance(view.table, Game)
        return view.table

    async def _fix(self, correction: Correction) -> Committed:
        try:
            return await self._evening.games.fix(self._place, request(), correction)
        except Refusal as refusal:
            raise Refused(refusal.reason) from refusal

    @property
    def _place(self) -> Location:
        return Location(self._evening.channel.id, self._evening.server.id)


@pytest.mark.parametrize(("variant", "seed"), [("commander", 1), ("two_headed_giant", 2)])
async def test_an_evening_ends_as_it_was_meant_to(evening: Evening, variant: str, seed: int) -> None:
    dice = Random(seed)
    meant = script(variant, dice, together=False)
    assert not await Played(meant, DiscordDoor(evening, dice), dice).play()
    board, aim = evening.board(), meant.game()
    for who in aim.result:
        assert f"{who} · {aim.standing().life[who]}" in board or aim.format.shared
    assert "## The game is a draw" in board or "wins the game" in board
