"""Evenings replayed in Discord: typed by everyone at the table, with slips that are corrected later."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from msgspec.structs import replace
from simcord import MemberActor, ResponseMessage

from rules.fixing import Correction
from rules.game.game import Game
from rules.refusal import Refusal
from storage.games.games import Committed, Location
from tests.storage.table import request
from tests.support.evening import PEOPLE, Evening
from tests.support.games import game_of
from tests.support.leagues import defaults
from tests.support.messages import Said, buttons, pressable, private_message_of, text
from tests.support.reference_model.generating import LATE, Script, script
from tests.support.reference_model.intended import (
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
from tests.support.reference_model.playing import Evening as Played
from tests.support.reference_model.playing import Refused
from tests.support.reference_model.storage_door import team_name, together
from tests.support.tables import deal, deal_teams

Typed = tuple[str, dict[str, object]]


ADDABLE: Mapping[type[Part], str] = {
    Lose: "lose",
    Gain: "gain",
    Drain: "drain",
    Become: "set",
    Poison: "poison",
    Hit: "damage",
    Pass: "turn",
}
"""What stands in the form for what was forgotten."""


class DiscordDoor:
    """A table in Discord, where people type and press. Only what no form has goes to the storage: a late
    joiner who was forgotten, or a guest's drain."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self._evening = evening
        self._dice = dice
        self.ways = Counter[str]()
        """How steps were fixed."""
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
        if any(isinstance(part, Come) for happening in happenings for part in happening):
            for one in happenings:  # no one can say anything about someone who isn't there yet
                await self.enter(one)
            return
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
        """One after the other. One may be refused as long as another one is wrong; what has been fixed by
        then stays so when it is tried again."""
        refused: list[str] = []
        for place, happening in changes.items():
            shown = await self._previewed(self._numbers[place], happening)
            if "Do it" in buttons(shown):
                if happening is not None or not text(shown).startswith("### Bring back"):
                    await self._do(shown)
            elif not text(shown).startswith("That changes nothing."):
                refused.append(text(shown))
        if refused:
            raise Refused(refused[0])

    async def insert(self, before: int, happening: Happening) -> None:
        (part,) = happening
        by = part.by if isinstance(part, Drain) else "Ana"
        if type(part) not in ADDABLE or by not in PEOPLE:
            await self._insert_by_storage(before, happening)
            return
        game, number = await self._game(), self._numbers[before]
        person = self._evening.people[by]
        opened = await person.slash(self._evening.channel, "fix", step=str(number))
        shown = opened.response
        assert shown is not None
        form = await person.click(shown, label="Add before…")
        places = [str(place) for place, one in enumerate(game.players) if one.name in part.who]
        what = "damage" if isinstance(part, Lose) and part.damage else ADDABLE[type(part)]
        commander = {}
        if isinstance(part, Hit):
            owner = next(n for n, one in enumerate(game.players) if one.name == part.owner)
            commander = {"commander": [f"{owner}:1"]}
        amount = {} if isinstance(part, Pass) else {"amount": str(part.amount)}
        result = await person.submit_modal(form, {"what": [what], "who": places, **amount, **commander})
        if result.response is not None and result.response.id != shown.id:
            raise Refused(text(result.response))
        self.ways["add"] += 1
        await self._do(shown, person)
        self._numbers.insert(before, await self._evening.number_of_entries())

    async def _previewed(self, number: int, happening: Happening | None) -> ResponseMessage:
        """Return what someone sees who fixes a step in one of the ways that there are."""
        way = self._dice.choice(("typed", "chosen", "undone" if happening is None else "filled in"))
        self.ways[way] += 1
        if happening is None and way == "undone":
            return await self._opened("undo", step=str(number))
        if happening is None and way == "typed":
            return await self._opened("fix", step=str(number))
        if happening is None or way == "chosen":
            shown = await self._chosen(number)
        elif way == "filled in":
            shown = await self._opened("fix", step=str(number))
        else:
            return await self._opened("fix", step=str(number), **self._told(happening))
        return shown if happening is None else await self._filled_in(shown, happening)

    async def _chosen(self, number: int) -> ResponseMessage:
        """Choose the step from the lists of /fix, among older ones if need be."""
        shown = await self._opened("fix")
        while True:
            (listed,) = [one for one in pressable(shown) if "options" in one]
            values = [one["value"] for one in listed["options"]]
            found = str(number) in values
            older = [value for value in values if value.startswith("older.")]
            if not found and not older:  # it no longer counts, so it is in no list
                return await self._opened("fix", step=str(number))
            picked = str(number) if found else older[0]
            await self._ana.select(shown, [picked], custom_id=listed["custom_id"])
            if found:
                return shown

    async def _filled_in(self, shown: ResponseMessage, happening: Happening) -> ResponseMessage:
        """Return the form of a step with what it should have been."""
        game, ((part,), told) = await self._game(), (happening, self._told(happening))
        form = await self._ana.click(shown, label="Change…")
        places = [str(place) for place, one in enumerate(game.players) if one.name in part.who]
        values: dict[str, object] = {**defaults(form), "who": places}
        values |= {"amount": told["amount"]} if "amount" in told else {}
        result = await self._ana.submit_modal(form, values)
        return result.response if result.response is not None else shown

    def _told(self, happening: Happening) -> dict[str, object]:
        """Return the options of /fix for a step that should have been this."""
        (part,) = happening
        told: dict[str, object] = {"who": ", ".join(part.who)}
        if not isinstance(part, Out):
            told["amount"] = str(part.amount)
        return told

    async def _opened(self, command: str, **options: object) -> ResponseMessage:
        result = private_message_of(await self._ana.slash(self._evening.channel, command, **options))
        return result

    async def _do(self, shown: ResponseMessage, person: MemberActor | None = None) -> None:
        """Press **Do it** below a preview; Ana by default."""
        before = await self._evening.number_of_entries()
        await (person or self._ana).click(shown, label="Do it")
        assert await self._evening.number_of_entries() == before + 1, text(shown)

    @property
    def _ana(self) -> MemberActor:
        """The moderator, who may fix whatever others have done."""
        return self._evening.people["Ana"]

    async def _insert_by_storage(self, before: int, happening: Happening) -> None:
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
                commander = "Lou's commander" if part.owner == LATE else f"General {part.owner}"
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
        """Return the same with the table's ids instead of names, which only storage needs."""
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
        return await game_of(self._evening.games, self._place)

    async def _fix(self, correction: Correction) -> Committed:
        try:
            return await self._evening.games.fix(self._place, request(), correction)
        except Refusal as refusal:
            raise Refused(refusal.reason) from refusal

    @property
    def _place(self) -> Location:
        return Location(self._evening.channel.id, self._evening.server.id)


EVENINGS = (
    *(("commander", 3), ("commander", 9), ("brawl", 3), ("brawl", 6), ("free_for_all", 6)),
    *(("free_for_all", 11), ("two_player", 5), ("two_headed_giant", 8), ("team_vs_team", 12)),
)
"""Evenings at which people err so that earlier steps are fixed, by lists, typed, with forms, and added."""


@pytest.mark.sample(2)
@pytest.mark.parametrize(("variant", "seed"), EVENINGS)
async def test_an_evening_ends_as_it_was_meant_to(evening: Evening, variant: str, seed: int) -> None:
    dice = Random(seed)
    meant, door = script(variant, dice, together=False), DiscordDoor(evening, dice)
    assert not await Played(meant, door, dice).play()
    assert door.ways, "nobody has fixed anything"
    board, aim = evening.board(), meant.game()
    for who in aim.result:
        life = str(aim.standing().life[who]).replace("-", "−")
        out = re.search(rf"^-# Out: (?:.*, )?{who} {life}\b", board, re.M)
        assert f"{who} · {life}" in board or out or aim.format.shared
    assert re.search(r"\(CR 104\.[24]", board)
