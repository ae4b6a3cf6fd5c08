"""The SQL that stands in the source, so that a test sees what no test happens to ask for."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from msgspec import Struct

_SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_IN = re.compile(r"\bIN (\(?)$")
"""What stands before the values that one of has to be meant."""


class SqlText(Struct, frozen=True):
    """A statement as the source has it, in parts; None stands for what is known only when it is made."""

    where: str
    parts: Sequence[str | None]

    def is_said(self, said: str) -> bool:
        """Return whether a statement with its values in it is this one, or begins with it."""
        parts = ("\0" if one is None else one for one in self.parts)
        text = re.escape(_flat("".join(parts).strip()).replace("?", "\0"))
        return re.match(re.sub(r"\x00\d*", ".+?", text), _flat(said)) is not None

    @property
    def example(self) -> str | None:
        """The statement with texts for values, which are taken for numbers too; None if that can't be."""
        text = ""
        for one in self.parts:
            among = None if one is not None else _IN.search(text)
            if one is None and among is None:
                return None
            text += one or ("'1'" if among and among[1] else "('1')")
        return re.sub(r"\?\d*", "'1'", text).strip()


def sql_texts(folder: Path, *, but: Collection[str]) -> Iterator[SqlText]:
    """Yield the statements in the modules of a folder, but not in files and folders with one of these
    names."""
    for path in sorted(folder.rglob("*.py")):
        if not {*but}.intersection(path.parts):
            module = import_module(".".join(path.relative_to(folder.parent).with_suffix("").parts))
            for node in _texts(ast.parse(path.read_text(encoding="utf-8"))):
                parts = _parts(node, vars(module))
                if _SQL.match(parts[0] or ""):
                    yield SqlText(f"{path.relative_to(folder.parent)}:{node.lineno}", parts)


def _texts(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        ):
            yield node
        else:
            yield from _texts(node)


def _parts(node: ast.Constant | ast.JoinedStr, known: Mapping[str, object]) -> Sequence[str | None]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    parts = list[str | None]()
    for one in node.values:
        if isinstance(one, ast.Constant):
            parts.append(str(one.value))
        else:
            name = ast.unparse(one.value) if isinstance(one, ast.FormattedValue) else ""
            parts.append(str(known[name]) if isinstance(known.get(name), str) else None)
    return parts


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
