"""Anybody types and presses anything: everything is answered, and nothing goes wrong on our side."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import discord
from discord.app_commands import Command, Parameter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.evening import PEOPLE, Evening
from tests.support.leagues import create
from tests.support.messages import BUTTON, pressable, said
from tests.support.tables import gather

STEPS = 12
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
    """A command's options: the required ones, and some of the others."""
    known = {one.display_name: values(one) for one in parameters}
    required = {one.display_name for one in parameters if one.required}
    return st.fixed_dictionaries(
        {name: value for name, value in known.items() if name in required},
        optional={name: value for name, value in known.items() if name not in required},
    )


async def press_something(evening: Evening, who: str, choice: int) -> None:
    """Somebody presses a button, or picks from a list, of any message that they see."""
    person = evening.people[who]
    found = [
        (message, one)
        for message in reversed(evening.channel.history(viewer=person))
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


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data(), variant=st.sampled_from(("commander", "two_headed_giant", "emperor", "grand_melee")))
async def test_whatever_people_do_they_are_answered(data: st.DataObject, variant: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Evening(Path(folder) / "arbiter.db") as evening:
            commands = {
                one.qualified_name: one.parameters
                for one in evening.bot.tree.walk_commands()
                if isinstance(one, Command) and one.name not in SLOW
            }
            await gather(
                evening, variant, "Ana, Ben, Cy, Dee, Grandma, Zoe"[: 18 if "two" in variant else 99]
            )
            await evening.types("Ana", "game start")
            await create(evening)
            role = evening.server.create_role("Champion")
            for _ in range(STEPS):
                who = data.draw(st.sampled_from(PEOPLE), "who")
                name = data.draw(st.sampled_from([*sorted(commands), *[""] * 15]), "command")
                if name:
                    typed = data.draw(options(commands[name]), name)
                    members = {one.display_name for one in commands[name] if one.type is MEMBER}
                    named = {option: evening.people[str(typed[option])] for option in members & typed.keys()}
                    roles = {one.display_name: role for one in commands[name] if one.type is ROLE}
                    given_roles = {option: roles[option] for option in roles & typed.keys()}
                    await evening.types(who, name, **{**typed, **named, **given_roles})
                else:
                    await press_something(evening, who, data.draw(st.integers(0, 99), "choice"))
            assert evening.board()
