"""Anyone types and presses anything: everything is answered, and nothing goes wrong on our side."""

from collections.abc import Mapping

import discord
from discord.app_commands import Command, Parameter
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from tests.support.evening import PEOPLE, Evening
from tests.support.leagues import create
from tests.support.machines import AsyncMachine, awaited, examples, of_machine
from tests.support.messages import BUTTON, pressable, said
from tests.support.tables import gather

SLOW = ("chart",)
"""Draws for a second; its own tests try it."""
NAMES = ("Ana", "ben", "Cy", "Dee", "Eve", "Grandma", "Red", "Blue", "me", "each player", "each opponent")
WORDS = ("my team", "poison", "energy", "Krenko", "random", "Oubliette", "12", "*", "\u202e", "x" * 100)
LISTS = (
    "Ana, Ben",
    "Cy,cy",
    "Ana, Ben, Cy, Dee",
    "Ana 20, Ben 20",
    "Grandma, Zoe",
    ", ,",
    "https://a.example",
)
LARGEST = 999_999
INTEGER, BOOLEAN = discord.AppCommandOptionType.integer, discord.AppCommandOptionType.boolean
NUMBER = discord.AppCommandOptionType.number
ROLE = discord.AppCommandOptionType.role
MEMBER, FILE = discord.AppCommandOptionType.user, discord.AppCommandOptionType.attachment
FILES = (
    ("league.json", b'{"format": "arbiter-league", "version": 1}'),
    ("results.csv", b"result,name,place\n1,Ana,1\n1,Zoe,2\n"),
    ("results.csv", b"\xff\x00"),
)


def values(parameter: Parameter) -> st.SearchStrategy[object]:
    """Anything that Discord lets through for an option."""
    if parameter.choices:
        return st.sampled_from([choice.value for choice in parameter.choices])
    least, most = parameter.min_value, parameter.max_value
    if parameter.type is BOOLEAN:
        return st.booleans()
    if parameter.type is NUMBER:
        return st.floats(float(least or 0), float(most or LARGEST))
    if parameter.type is MEMBER:
        return st.sampled_from(PEOPLE)
    if parameter.type is ROLE:
        return st.just("Champion")
    if parameter.type is FILE:
        return st.sampled_from(FILES)
    if parameter.type is INTEGER:
        low = int(least) if least is not None else -LARGEST
        high = int(most) if most is not None else LARGEST
        return st.integers(low, min(high, low + 25)) | st.integers(low, high)
    texts = st.sampled_from((*NAMES, *WORDS, *LISTS)) | st.text(max_size=20)
    return texts.map(lambda text: fitting(text, int(least or 0), int(most or 6000)))


def fitting(text: str, least: int, most: int) -> str:
    return text[:most].ljust(least, "x")


def options(parameters: list[Parameter]) -> st.SearchStrategy[Mapping[str, object]]:
    """Return a command's options: the required ones, and some of the others."""
    known = {one.display_name: values(one) for one in parameters}
    required = {one.display_name for one in parameters if one.required}
    return st.fixed_dictionaries(
        {name: value for name, value in known.items() if name in required},
        optional={name: value for name, value in known.items() if name not in required},
    )


who = st.sampled_from(PEOPLE)


class Anything(AsyncMachine):
    """A table of strangers."""

    @initialize(variant=st.sampled_from(("commander", "two_headed_giant", "emperor", "grand_melee")))
    @awaited
    async def sit_down(self, variant: str) -> None:
        self.evening = evening = await self.opened.enter_async_context(Evening(self.file))
        self.commands = {
            one.qualified_name: one.parameters
            for one in evening.bot.tree.walk_commands()
            if isinstance(one, Command) and one.name not in SLOW
        }
        await gather(evening, variant, "Ana, Ben, Cy, Dee, Grandma, Zoe"[: 18 if "two" in variant else 99])
        await evening.types("Ana", "game start")
        await create(evening)
        self.role = evening.server.create_role("Champion")

    @rule(
        who=who,
        command=of_machine(
            lambda self: st.sampled_from(sorted(self.commands)).flatmap(
                lambda name: st.tuples(st.just(name), options(self.commands[name]))
            )
        ),
    )
    @awaited
    async def type(self, who: str, command: tuple[str, Mapping[str, object]]) -> None:
        name, typed = command
        types = {one.display_name: one.type for one in self.commands[name]}
        roles = {option: self.role for option in typed if types[option] is ROLE}
        members = {
            option: self.evening.people[str(one)] for option, one in typed.items() if types[option] is MEMBER
        }
        await self.evening.types(who, name, **{**typed, **roles, **members})

    @rule(who=who, choice=st.integers(0, 99))
    @awaited
    async def press(self, who: str, choice: int) -> None:
        """Press a button, or pick from a list, of any message that someone sees."""
        person = self.evening.people[who]
        found = [
            (message, one)
            for message in reversed(self.evening.channel.history(viewer=person))
            for one in pressable(message)
        ]
        if not found:
            return
        message, one = found[choice % len(found)]
        if one["type"] == BUTTON:
            said(await person.click(message, custom_id=one["custom_id"]))
        else:
            picked = one["options"][choice % len(one["options"])]["value"]
            said(await person.select(message, [picked], custom_id=one["custom_id"]))

    @invariant()
    def there_is_a_board(self) -> None:
        assert self.evening.board()


TestAnything = Anything.TestCase
TestAnything.settings = examples(3, 20)
