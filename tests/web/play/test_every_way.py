"""One step, entered in every way there is: the same fields are the same action, or the same refusal."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

import pytest

from cogs.entry.step import action_of, fields_of
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, RemoveCounters
from rules.actions.damage import DealDamage
from rules.actions.life import DrainLife, GainLife, LoseLife, SetLife
from rules.actions.table import Simultaneous
from storage.settings.definitions import SAME_TIME
from tests.cogs.history.test_fix import Fix
from tests.cogs.same_time.test_same_time import opens
from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.messages import verbs
from tests.support.panels import BoardPanel
from tests.support.tables import deal
from tests.web.play.remotes import pressed, remote, send

BASE = 8
"""The step before which forgotten ones are added: Cy loses 1."""


class Entered(NamedTuple):
    """What Ana enters about Ben, or about herself; her Tana's is the commander."""

    what: str
    amount: str = ""
    own: bool = False
    commander: bool = False
    options: tuple[str, ...] = ()
    toxic: str = ""


Outcome: TypeAlias = Callable[[str, str], Action] | str
"""The action, given Ana and Ben, or the key of the refusal."""
Door: TypeAlias = Callable[[Evening, Entered], Awaitable[bool]]
"""Enters it, if it can be said there at all."""


def damage(**options: Any) -> Outcome:
    """By a source of which no one has said whose it is."""
    options |= {"assumed": True}
    return lambda ana, ben: DealDamage(to=(ben,), amount=3, by=ana, **options)


def of_tana(**options: Any) -> Outcome:
    return lambda ana, ben: DealDamage(to=(ben,), amount=3, by=ana, commander=f"{ana}:1", **options)


def loss(_: str, ben: str) -> Action:
    return LoseLife(who=(ben,), amount=3)


def gain(_: str, ben: str) -> Action:
    return GainLife(who=(ben,), amount=3)


CASES: tuple[tuple[Entered, Outcome], ...] = (
    (Entered("damage", "3"), damage()),
    (Entered("damage", "3", options=("combat", "infect")), damage(combat=True, infect=True)),
    (
        Entered("damage", "3", options=("lifelink", "unpreventable")),
        damage(lifelink=True, unpreventable=True),
    ),
    (Entered("damage", "3", commander=True), of_tana(combat=True)),
    (Entered("damage", "3", commander=True, options=("noncombat",)), of_tana(combat=False)),
    (Entered("damage", "3", commander=True, options=("combat", "noncombat")), "combat_or_not"),
    (
        Entered("damage", "-1", commander=True),
        lambda ana, ben: SetCommanderDamage(who=ben, commander=f"{ana}:1", n=2 - 1),
    ),
    (Entered("damage", "-1", commander=True, options=("infect",)), "not_in_step"),
    (Entered("damage", "3", toxic="1"), damage(combat=True, toxic=1)),
    (Entered("damage", "3", toxic="1", options=("noncombat",)), "toxic_needs_combat"),
    (Entered("damage", "3", own=True), lambda ana, _: DealDamage(to=(ana,), amount=3)),
    (Entered("damage", "3", own=True, options=("lifelink",)), "lifelink_needs_source"),
    (Entered("lose", "3"), loss),
    (Entered("lose", "-3"), loss),
    (Entered("lose", "+3"), gain),
    (Entered("lose", "3", commander=True), "not_in_step"),
    (Entered("lose", "3", options=("combat",)), "not_in_step"),
    (Entered("gain", "3"), gain),
    (Entered("gain", "-3"), loss),
    (Entered("drain", "3"), lambda ana, ben: DrainLife(who=(ben,), amount=3, by=ana, ranged=True)),
    (Entered("set", "3"), lambda _, ben: SetLife(to={ben: 3}, chosen={ben: ben})),
    (Entered("set", "-3"), "bad_number"),
    (Entered("poison", "2"), lambda _, ben: AddCounters(who=(ben,), kind="poison", n=2)),
    (Entered("poison", "-2"), lambda _, ben: RemoveCounters(who=(ben,), kind="poison", n=2)),
    (Entered("library", "2"), "not_in_step"),
    (Entered("cast", commander=True), lambda ana, _: CastCommander(who=ana, commander=f"{ana}:1")),
    (Entered("cast", own=True, commander=True, options=("infect",)), "not_in_step"),
    (Entered("turn", "2"), "not_in_step"),
)


def filled(evening: Evening, entered: Entered) -> dict[str, object]:
    """Return the values for forms that have a list of commanders and one of options."""
    values: dict[str, object] = {"amount": entered.amount}
    if entered.options:
        values["with"] = [*entered.options]
    if entered.commander:
        values["commander"] = [f"{evening.people['Ana'].id}:1"]
    return values


async def by_command(evening: Evening, entered: Entered) -> bool:
    what, amount, own, commander, ticked, toxic = entered
    commands = {"poison": "counter add", "cast": "commander cast", "damage": "damage"}
    command = commands.get(what, f"life {what}")
    if what in {"library", "turn"} or amount.startswith("+") or {"combat", "noncombat"} <= {*ticked}:
        return False
    if (what, amount) == ("set", "-3") or ((commander or ticked) and what not in commands):
        return False  # Discord has no such option, or doesn't let it through
    options: dict[str, object] = {
        "combat" if one == "noncombat" else one: one != "noncombat" for one in ticked
    }
    options |= {"toxic": int(toxic)} if toxic else {}
    options |= {"commander": "Tana"} if commander else {}
    options |= {"kind": "poison"} if what == "poison" else {}
    options |= {"to" if what == "set" else "amount": int(amount)} if amount else {}
    options |= {"who": "Ben"} if amount and not own else {}
    if what == "cast" and ticked:
        return False
    await evening.types("Ana", command, **options)
    return True


async def by_panel(evening: Evening, entered: Entered) -> bool:
    panel = await BoardPanel(evening, "Ana").open()
    await panel.choose("Ana" if entered.own else "Ben")
    values = filled(evening, entered)
    if entered.what == "damage":
        await panel.fill("Damage…", toxic=entered.toxic, **values)
    elif entered.what == "poison":
        await panel.fill("Counters…", amount=entered.amount, kind=["poison"], way=["add"])
    elif entered.what in {"lose", "gain", "drain", "set"} and not (entered.commander or entered.options):
        await panel.fill("Life…", amount=entered.amount, what=[entered.what])
    else:
        return False
    return True


async def by_buttons(evening: Evening, entered: Entered) -> bool:
    """The panel's pad of combat damage by a commander, and the board's own button to cast it."""
    if entered == Entered("cast", commander=True):
        await evening.presses("Ana", "Cast")
        return True
    if entered != Entered("damage", "3", commander=True):
        return False
    panel = await BoardPanel(evening, "Ana").open()
    await panel.press("Commander…")
    await panel.press("3")
    return True


async def at_the_same_time(evening: Evening, entered: Entered) -> bool:
    if entered.toxic or entered.what not in {"lose", "damage", "poison", "library"}:
        return False
    panel = await opens(evening, "Ana")
    assert panel.response is not None
    form = await evening.people["Ana"].click(panel.response, custom_id=verbs(panel.response)["joinform"])
    who = [str(evening.people["Ana" if entered.own else "Ben"].id)]
    values = {**filled(evening, entered), "what": [entered.what], "who": who}
    await evening.people["Ana"].submit_modal(form, values)
    return True


async def by_a_fix(evening: Evening, entered: Entered) -> bool:
    """Added before a step."""
    if entered.toxic or entered.what == "library":
        return False
    fix = Fix(evening, "Ana")
    await fix.types("fix", step=str(BASE))
    values = filled(evening, entered) | {"what": [entered.what]}
    if entered.what not in {"cast", "turn"}:
        values["who"] = ["0" if entered.own else "1"]
    if entered.commander:
        values["commander"] = ["0:1"]
    evening.refusal()
    shown = await fix.fill_in("Add before…", **values)
    if "### Add before" in shown:
        await fix.press("Do it")
    return True


async def by_remote(evening: Evening, entered: Entered) -> bool:
    ana, ben = (str(evening.people[who].id) for who in ("Ana", "Ben"))
    change = entered.amount.isdecimal() and not entered.options and not entered.toxic and not entered.own
    match entered.what, entered.commander:
        case "damage", True if change:
            press = pressed("combat", who=ben, amount=3, commander=f"{ana}:1")
        case "lose" | "gain", False if change:
            press = pressed("life", who=ben, amount=-3 if entered.what == "lose" else 3)
        case "poison", False if change:
            press = pressed("counter", who=ben, kind="poison", amount=2)
        case "cast", True if not entered.options:
            press = pressed("cast", commander=f"{ana}:1")
        case _:
            return False
    assert await send(await remote(evening, "Ana"), press) == (200, "")
    return True


@pytest.mark.parametrize("door", [by_command, by_panel, by_buttons, at_the_same_time, by_a_fix, by_remote])
async def test_the_same_fields_are_the_same_step_in_every_way(evening: Evening, door: Door) -> None:
    await evening.as_by_default(SAME_TIME)
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana")
    await evening.types("Ana", "counter add", kind="poison", amount=3, who="Ben")
    await evening.types("Ana", "commander damage", amount="2", commander="Tana", who="Ben")
    ana, ben = (str(evening.people[who].id) for who in ("Ana", "Ben"))
    await evening.types("Cy", "life lose", amount=1)
    await evening.types("Dee", "life lose", amount=40)
    game, tried = await evening.game(), 0
    for entered, outcome in CASES:
        before = [one.entry for one in await evening.games.steps(game) if one.counts]
        evening.refusal()
        if not await door(evening, entered):
            continue
        tried += 1
        after = [one.entry for one in await evening.games.steps(game) if one.counts]
        if isinstance(outcome, str):
            assert (evening.refusal(), after) == (outcome, before), entered
            continue
        (new,) = [one for one in after if one not in before]
        action = new.action.actions[-1] if isinstance(new.action, Simultaneous) else new.action
        expected = outcome(ana, ben)
        assert action == expected, entered
        fields = fields_of(action)
        assert fields is not None
        assert action_of(fields, await game_of(evening.games, game)) == expected, "and back"
        await evening.types("Dee", "undo")
    assert tried
