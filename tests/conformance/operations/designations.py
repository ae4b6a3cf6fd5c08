"""What players become or have: the monarch, day and night, speed, the Ring, dungeons."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.designations import (
    BecomeDayOrNight,
    BecomeMonarch,
    CastSpell,
    Designate,
    EndDayNight,
    LoseDesignation,
    ResolveRoom,
    StartEngines,
    TakeInitiative,
    TemptWithRing,
    Venture,
)
from rules.actions.table import Together
from rules.game.game import Game
from rules.game.parts import DayNight
from tests.conformance.case import Fields, Unsupported
from tests.conformance.operations.operation import Operation


def _engines(game: Game, op: Fields) -> Action:
    if op.text("keyword").rstrip("!").casefold() != "start your engines":
        raise Unsupported(f"unsupported keyword: {op.text('keyword')}")
    return StartEngines(who=op.text("who"))


def _venture(game: Game, op: Fields) -> Action:
    room = op.get("room")
    return Venture(
        who=op.text("who"), into=op.optional_text("dungeon"), room=None if room is None else str(room)
    )


def _day_night(game: Game, op: Fields) -> Action:
    return BecomeDayOrNight(to=DayNight(op.text("to")))


def _cast_spell(game: Game, op: Fields) -> Action:
    return Together(actions=(CastSpell(who=op.text("who")),) * op.number("n", 1))


OPERATIONS: Mapping[str, Operation] = {
    "cast_spell": _cast_spell,
    "gain_permanent": _engines,
    "ring_tempts": lambda game, op: TemptWithRing(who=op.text("who")),
    "designate": lambda game, op: Designate(who=op.text("who"), name=op.text("name")),
    "lose_designation": lambda game, op: LoseDesignation(
        who=op.text("who"), name=op.text("name"), levels=op.number("levels") if "levels" in op else None
    ),
    "end_day_night": lambda game, op: EndDayNight(),
    "venture": _venture,
    "room_ability_left_stack": lambda game, op: ResolveRoom(who=op.text("who")),
    "become_monarch": lambda game, op: BecomeMonarch(who=op.text("who")),
    "take_initiative": lambda game, op: TakeInitiative(who=op.text("who")),
    "become_day_or_night": _day_night,
}
