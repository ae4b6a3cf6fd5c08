"""Rooms and names: a public name has one meaning in the project, and no room holds too much."""

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "storage", "cogs", "bot", "web")
SURVEYED = (*PACKAGES, "benchmarks", "campaign")
ROOMS = sorted({file.parent for name in SURVEYED for file in (ROOT / name).rglob("*.py")})
MAX_MODULES = 14
"""Modules in one folder beside its ``__init__``."""
SAME_EVERYWHERE = {"HANDLERS", "FORMS", "TEXTS"}
"""Tables that each feature has for the same purpose: its verbs, by which the router finds them; refusals."""
SAME_IN_EACH = {"main", "migrate", "newest", "require_readable"}
"""What a program runs, and what each engine has for its own database."""
every_room = pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))


def named_types(module: ast.Module) -> Iterator[str]:
    """Yield the public classes and type aliases of a module, without type variables."""
    for node in module.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                made = ast.unparse(node.value) if node.value is not None else ""
                if not name.isupper() and not made.startswith(("TypeVar(", "ParamSpec(")):
                    yield name
            case _:
                pass


def test_no_two_public_classes_or_aliases_share_a_name() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for name in named_types(ast.parse(file.read_text(encoding="utf-8"))):
                if not name.startswith("_") and name[0].isupper():
                    where[name].append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in where.items() if len(files) > 1} == {}


def public_constants(module: ast.Module) -> Iterator[str]:
    """Yield the constants of a module, without type variables."""
    for node in module.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                made = ast.unparse(node.value) if node.value is not None else ""
                if name.isupper() and not made.startswith(("TypeVar(", "ParamSpec(")):
                    yield name
            case _:
                pass


def public_functions(module: ast.Module) -> Iterator[str]:
    """Yield the functions of a module."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def shared(names_of: Callable[[ast.Module], Iterator[str]]) -> set[str]:
    """Return the public names of this kind that several modules of the product define."""
    modules = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    counts = Counter(
        name
        for file in modules
        for name in set(names_of(ast.parse(file.read_text(encoding="utf-8"))))
        if not name.startswith("_")
    )
    return {name for name, count in counts.items() if count > 1} - SAME_EVERYWHERE - SAME_IN_EACH


def test_no_two_constants_share_a_name() -> None:
    assert shared(public_constants) == set()


def test_no_two_functions_share_a_name() -> None:
    assert shared(public_functions) == set()


@every_room
def test_every_room_says_what_lives_there(room: Path) -> None:
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))


@every_room
def test_no_room_is_too_full(room: Path) -> None:
    modules = [file.stem for file in room.glob("*.py") if file.name != "__init__.py"]
    assert len(modules) <= MAX_MODULES, modules
