"""The small faults that can be put into source: one operator, constant, condition or statement differs."""

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import cast

PACKAGES = ("bot", "web", "cogs", "storage", "rules")
OUTSIDE = ("cogs/catalogues/", "cogs/locales/")
LOGS = ("_log", "log", "logger", "logging")
TRANSLATIONS = ("tr", "trn", "trp", "mark")
TYPES = ("cast", "TypeVar", "ParamSpec", "NewType")
OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
}
"""Each operator as a regular expression, and its replacement."""


@dataclass(frozen=True)
class Mutant:
    """One fault: these ``before`` lines of a file, from ``line``, become ``after``.

    A test reaches the fault by executing one of ``lines``, or by an import if it is ``imported``.
    """

    path: str
    line: int
    lines: tuple[int, int]
    kind: str
    before: str
    after: str
    imported: bool

    @property
    def key(self) -> str:
        """The mutant's name in results."""
        return f"{self.path}:{self.line}: {self.before.strip()} -> {self.after.strip()}"

    def applied(self, source: str) -> str | None:
        """Return the source with the fault at the nearest place with these lines, or None without one."""
        lines, before = source.splitlines(keepends=True), self.before.splitlines(keepends=True)
        places = [at for at in range(len(lines)) if lines[at : at + len(before)] == before]
        if not places:
            return None
        at = min(places, key=lambda at: abs(at + 1 - self.line))
        return "".join([*lines[:at], self.after, *lines[at + len(before) :]])


@dataclass
class _Finder(ast.NodeVisitor):
    """Collects every fault of one file."""

    path: str
    source: bytes
    mutants: list[Mutant] = field(default_factory=list[Mutant])
    _functions: int = 0
    _statement: ast.stmt | None = None

    def __post_init__(self) -> None:
        self._starts = [0]
        for line in self.source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def visit(self, node: ast.AST) -> None:
        """Collect the possible faults of one node, then of its parts, except for types, logs and texts."""
        if isinstance(node, ast.stmt):
            self._statement = node
        if self._is_outside(node):
            return
        for kind, start, end, text in self._faults(node):
            self._add(node, kind, start, end, text)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "bases", "keywords") and not isinstance(node, ast.Call):
                continue
            self._functions += inside and name == "body"
            for part in cast("list[object]", value) if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST) and not _is_text(node, part):
                    self.visit(part)
                    if isinstance(node, ast.stmt):
                        self._statement = node
            self._functions -= inside and name == "body"

    def _is_outside(self, node: ast.AST) -> bool:
        match node:
            case ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom():
                return True
            case ast.Expr(value=ast.Constant()):
                return True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if name in LOGS:
                return True
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                return True
            case (
                ast.If(test=ast.Name(id="TYPE_CHECKING"))
                | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
            ):
                return True
            case _:
                return False

    def _faults(self, node: ast.AST) -> Iterator[tuple[str, int, int, str]]:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                for op, before, after in zip(ops, [left, *others], others, strict=False):
                    yield from self._operator("comparison", op, before, after)
            case ast.BoolOp(op=op, values=values):
                for before, after in pairwise(values):
                    yield from self._operator("and/or", op, before, after)
            case ast.BinOp(left=left, op=op, right=right) | ast.AugAssign(target=left, op=op, value=right):
                yield from self._operator("operator", op, left, right)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield "not", *self._span(node), f"({self._text(operand)})"
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if (
                _is_swapped_by_nothing_else(test)
            ):
                yield "branch", *self._span(test), f"(not ({self._text(test)}))"
            case ast.comprehension(ifs=conditions):
                for test in filter(_is_swapped_by_nothing_else, conditions):
                    yield "branch", *self._span(test), f"(not ({self._text(test)}))"
            case ast.Constant(value=bool() | int() | float() | str()):
                yield "constant", *self._span(node), _other(node)
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield "return", *self._span(value), "None"
            case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())) | ast.Raise():
                yield "statement", *self._span(node), "pass"
            case ast.Break():
                yield "statement", *self._span(node), "continue"
            case ast.Continue():
                yield "statement", *self._span(node), "break"
            case _:
                pass

    def _operator(
        self, kind: str, op: ast.AST, before: ast.expr, after: ast.expr
    ) -> Iterator[tuple[str, int, int, str]]:
        pattern, other = OPERATORS.get(type(op), ("", ""))
        start, end = self._span(before)[1], self._span(after)[0]
        if pattern and (place := re.search(pattern, self.source[start:end].decode())):
            yield kind, start + place.start(), start + place.end(), other

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.expr) -> str:
        return self.source[slice(*self._span(node))].decode()

    def _add(self, node: ast.AST, kind: str, start: int, end: int, text: str) -> None:
        assert self._statement is not None
        first = self.source.count(b"\n", 0, start)
        last = self.source.count(b"\n", 0, end)
        before = self.source[self._starts[first] : self._starts[last + 1]]
        after = (
            self.source[self._starts[first] : start]
            + text.encode()
            + self.source[end : self._starts[last + 1]]
        )
        simple = not hasattr(self._statement, "body")
        lines = (self._statement.lineno if simple else first + 1, last + 1)
        self.mutants.append(
            Mutant(self.path, first + 1, lines, kind, before.decode(), after.decode(), self._functions == 0)
        )


def _is_text(parent: ast.AST, node: ast.AST) -> bool:
    """Return whether a node is text for people, a statement in SQL or the name of a type."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in (*TRANSLATIONS, *TYPES) or " " in node.value
    return " " in node.value


def _is_swapped_by_nothing_else(test: ast.expr) -> bool:
    """Return whether no mutation of the condition's operator swaps the branches as well."""
    match test:
        case ast.UnaryOp(op=ast.Not()):
            return False
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            return False
        case _:
            return True


def _other(node: ast.Constant) -> str:
    match node.value:
        case bool() as value:
            return repr(not value)
        case int() | float() as value:
            return repr(value + 1)
        case value:
            return '""' if value else '"X"'


def mutants_of(root: Path, file: Path) -> list[Mutant]:
    """Return every fault that can be put into a file, one kind on one line at a time."""
    finder = _Finder(str(file.relative_to(root)), source := file.read_bytes())
    finder.visit(ast.parse(source))
    return finder.mutants


def sample(root: Path, seed: int, count: int) -> list[Mutant]:
    """Draw ``count`` lines evenly from all that can be mutated, and one fault of each."""
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for file in sorted(file for package in PACKAGES for file in (root / package).rglob("*.py")):
        if not str(file.relative_to(root)).startswith(OUTSIDE):
            for mutant in mutants_of(root, file):
                by_line[mutant.path, mutant.line].append(mutant)
    chance, drawn = random.Random(seed), list[Mutant]()
    for line in chance.sample(sorted(by_line), count):
        kind = chance.choice(sorted({mutant.kind for mutant in by_line[line]}))
        drawn.append(chance.choice([mutant for mutant in by_line[line] if mutant.kind == kind]))
    return drawn
