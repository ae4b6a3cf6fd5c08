"""Who answers what stands in one list, in which nothing stands twice and nothing is missing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from cogs.core.custom_ids import CustomId, DemoCustomId, HelpCustomId, NewCustomId, TableCustomId
from cogs.core.hooks import Contradiction, Hooks, one_each
from cogs.leagues.core.components import LeagueCustomId
from cogs.pages.commands import LinksCustomId
from cogs.privacy.commands import PrivacyCustomId
from cogs.tournaments.views.event import EventCustomId
from storage.scheduler import DeadlineKind
from tests.support.evening import Evening, service_of

ROOT = Path(__file__).parents[2]
KINDS: tuple[type[CustomId], ...] = (
    *(TableCustomId, LeagueCustomId, EventCustomId, DemoCustomId, NewCustomId, HelpCustomId),
    *(LinksCustomId, PrivacyCustomId),
)
GIVE_HOOKS = ("go_by", "tell", "start")
"""The methods of the service, of games and leagues, and of deadlines that take who answers what."""


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield every call in the source that has a positional argument: its file, itself and the name called."""
    for folder in ("bot", "cogs", "web", "storage"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and node.args:
                    match node.func:
                        case ast.Name(id=name) | ast.Attribute(attr=name):
                            yield str(file.relative_to(ROOT)), node, name
                        case _:
                            pass


async def test_every_verb_that_a_view_draws_has_an_answer(evening: Evening) -> None:
    routes, drawn = service_of(evening.bot).hooks.routes, dict[str, set[str]]()
    kinds = {kind.__name__: kind.route for kind in KINDS}
    for _, call, name in calls():
        match call.args[0]:
            case ast.Constant(value=str(verb)) if name in kinds:
                drawn.setdefault(kinds[name], set()).add(verb)
            case _:
                pass
    assert drawn.keys() == set(kinds.values())
    unanswered = {route: verbs - routes[route].answers.keys() for route, verbs in drawn.items()}
    assert not any(unanswered.values()), unanswered


async def test_every_kind_of_deadline_has_an_answer(evening: Evening) -> None:
    hooks = service_of(evening.bot).hooks
    assert hooks.deadlines.keys() == {*DeadlineKind}
    hooks.require_complete()
    with pytest.raises(Contradiction, match=r"DeadlineKind\."):
        Hooks(announcements=hooks.announcements).require_complete()
    with pytest.raises(Contradiction, match=r"PostKind\."):
        Hooks(deadlines=hooks.deadlines).require_complete()


def first() -> None: ...


def second() -> None: ...


def test_what_two_answer_is_refused_with_the_names_of_both() -> None:
    with pytest.raises(Contradiction, match=r"verb life.*test_hooks\.first.*test_hooks\.second"):
        one_each("verb", ("life", first), ("life", second))
    assert one_each("verb", ("life", first), ("pass", second)) == {"life": first, "pass": second}


def test_hooks_are_given_in_one_place_alone() -> None:
    """Hooks can't be changed, so that without these calls no constructor can add one."""
    with pytest.raises(AttributeError):
        Hooks().heard = ()  # pyright: ignore[reportAttributeAccessIssue]
    given = [
        (file, name)
        for file, call, name in calls()
        if name in GIVE_HOOKS and "hooks" in ast.unparse(call.args[0])
    ]
    assert given == [
        ("bot/client.py", "start"),
        ("cogs/core/service.py", "tell"),
        ("cogs/setup.py", "go_by"),
    ]


def registrations() -> Iterator[str]:
    """Yield where a constructor puts one of its methods, or a function, into what belongs to another
    object."""
    for folder in ("bot", "cogs", "web"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for made in ast.walk(ast.parse(file.read_text())):
                if isinstance(made, ast.FunctionDef) and made.name == "__init__":
                    yield from (f"{file.name}: {one}" for one in map(registering, ast.walk(made)) if one)


def registering(node: ast.AST) -> str:
    """Return what a part of a constructor registers, in its own words; nothing for any other part."""
    match node:
        case (
            ast.Call(func=ast.Attribute(value=owner, attr="append" | "insert" | "handle"), args=[*_, given])
            | ast.AugAssign(target=owner, value=given)
        ):
            pass
        case ast.Assign(targets=[ast.Attribute(value=owner) | ast.Subscript(value=owner)], value=given):
            pass
        case _:
            return ""
    # What an object keeps for itself, what the interpreter calls, and parts that keep themselves in a whole.
    if ast.unparse(owner).startswith(("self", "gc.")) or ast.unparse(given) == "self":
        return ""
    return ast.unparse(node) if isinstance(given, ast.Lambda | ast.Attribute | ast.Name) else ""


def test_constructors_register_nothing() -> None:
    assert list(registrations()) == []


def test_the_command_line_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hooks"]) == 0
    listed = capsys.readouterr().out
    for line in (
        "arbiter:life cogs.board.buttons._life",
        "arbiter:form (form) cogs.board.buttons._filled",
        "clock cogs.clock.timekeeper.Timekeeper.tell_time",
    ):
        assert line in " ".join(listed.split()), listed
