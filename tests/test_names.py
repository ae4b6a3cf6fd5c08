"""Rooms and names: a public class or alias has one meaning in the project, and no room holds too much."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "storage", "cogs", "bot", "web")
SURVEYED = (*PACKAGES, "benchmarks", "campaign")
ROOMS = sorted({file.parent for name in SURVEYED for file in (ROOT / name).rglob("*.py")})
MAX_MODULES = 14
"""Modules in one folder beside its ``__init__``."""
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


@every_room
def test_every_room_says_what_lives_there(room: Path) -> None:
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))


@every_room
def test_no_room_is_too_full(room: Path) -> None:
    modules = [file.stem for file in room.glob("*.py") if file.name != "__init__.py"]
    assert len(modules) <= MAX_MODULES, modules
