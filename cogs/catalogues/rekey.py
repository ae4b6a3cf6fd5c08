"""``python -m cogs.catalogues.rekey FILE``: edits English texts in the code and keeps their translations.

The file is a JSON list of ``{"old": text, "new": text, "sense": true}``; a text with a plural is a list of
two. Translations move to the new text, marked fuzzy for a translator to review if ``sense`` is true.
Afterwards `make texts` drops unused texts.
"""

import ast
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from babel.messages.catalog import Catalog, Message

from cogs.catalogues.collecting import ROOT
from cogs.locales.catalogs import CHOICE, COMMAND, DOMAINS, OPTION, catalog_text, file, read_catalog
from cogs.text.language import ENGLISH, LANGUAGE_NAMES

REKEYED_PACKAGES = ("cogs", "web", "bot", "rules", "storage")
"""The packages with texts for people."""
MARKER_CALLS = frozenset({"tr", "trn", "trp", "mark"})
"""The functions whose arguments are texts, however short."""
WIDTH = 110

Text = str | tuple[str, ...]


class Edit(msgspec.Struct, frozen=True):
    """A text, its new wording, and whether its translations must be reviewed."""

    old: Text
    new: Text
    sense: bool = False

    @property
    def forms(self) -> Iterator[tuple[str, str]]:
        """The singular and the plural, or the single text."""
        if isinstance(self.old, str) and isinstance(self.new, str):
            yield self.old, self.new
        else:
            yield from zip(self.old, self.new, strict=True)


def edits_in(text: str) -> list[Edit]:
    """Parse the edits in a JSON text; raises msgspec.DecodeError for anything else."""
    return msgspec.json.decode(text, type=list[Edit])


def rewritten(source: str, wording: Mapping[str, str]) -> str:
    """Return Python source with new wording for every literal that is one of these texts.

    A single word counts only as an argument of `tr` and the like: elsewhere it may be a key.
    """
    lines = source.encode().split(b"\n")
    for node, text in sorted(
        _texts(ast.parse(source)), key=lambda found: -found[0].lineno * 1000 - found[0].col_offset
    ):
        new = _docstring(text, wording) if _is_docstring(node, lines) else wording.get(text)
        if new is None or new == text or node.end_lineno is None or node.end_col_offset is None:
            continue
        before, after = (
            lines[node.lineno - 1][: node.col_offset],
            lines[node.end_lineno - 1][node.end_col_offset :],
        )
        literal = f'"""{new}"""' if _is_docstring(node, lines) else _literal(new, node.col_offset)
        lines[node.lineno - 1 : node.end_lineno] = (before + literal.encode() + after).split(b"\n")
    return b"\n".join(lines).decode()


def rekeyed(catalog: Catalog, edits: Iterable[Edit]) -> Catalog:
    """Return the catalogue with its translations under the new texts; names of commands and options stay."""
    known: dict[object, Edit] = {edit.old: edit for edit in edits}
    fresh = Catalog(locale=catalog.locale, domain=catalog.domain, fuzzy=False)
    for message in catalog:
        edit = None if message.context in (COMMAND, OPTION) else known.get(message.id)
        if edit is None or message.context == CHOICE:  # a choice may share its word with another text
            _add(fresh, message, message.id, message.flags)
        if edit is not None:
            _add(fresh, message, edit.new, message.flags | ({"fuzzy"} if edit.sense else set()))
    return fresh


def _add(catalog: Catalog, message: Message, text: Text | list[str], flags: Iterable[str]) -> None:
    if text:
        catalog.add(
            text,
            message.string,
            locations=message.locations,
            auto_comments=message.auto_comments,
            context=message.context,
            flags=set(flags) - {"python-brace-format"},
        )


def _texts(tree: ast.AST) -> Iterator[tuple[ast.Constant, str]]:
    """Yield every literal that may be a user-facing text."""
    spoken = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKER_CALLS
        for argument in node.args
    }
    inside = {id(one) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for one in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in inside:
            continue
        if " " in node.value or id(node) in spoken:
            yield node, node.value


def _is_docstring(node: ast.Constant, lines: list[bytes]) -> bool:
    return lines[node.lineno - 1][node.col_offset :].startswith(b'"""')


def _docstring(text: str, wording: Mapping[str, str]) -> str | None:
    """Return a docstring whose first paragraph is a command's description."""
    first, blank, rest = text.partition("\n\n")
    new = wording.get(" ".join(first.split()))
    return None if new is None else new + blank + rest


def _literal(text: str, column: int) -> str:
    """Return a literal, split over several lines if long."""
    room = WIDTH - column - 4
    if len(text) <= room and "\n" not in text:
        return json.dumps(text, ensure_ascii=False)
    pieces = [
        piece
        for line in text.splitlines(keepends=True)
        for piece in textwrap.wrap(line, max(room - 4, 40), drop_whitespace=False, replace_whitespace=False)
    ]
    indent = " " * column
    return f"\n{indent}".join(json.dumps(piece, ensure_ascii=False) for piece in pieces)


def main(path: Path) -> None:
    """Carry out a file's edits in the code and in every catalogue."""
    edits = edits_in(path.read_text(encoding="utf-8"))
    wording = {old: new for edit in edits for old, new in edit.forms}
    for package in REKEYED_PACKAGES:
        for module in sorted((ROOT / package).rglob("*.py")):
            source = module.read_text(encoding="utf-8")
            if (new := rewritten(source, wording)) != source:
                module.write_text(new, encoding="utf-8")
    for language in LANGUAGE_NAMES:
        for domain in DOMAINS if language != ENGLISH else ():
            file(language, domain).write_bytes(catalog_text(rekeyed(read_catalog(language, domain), edits)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
