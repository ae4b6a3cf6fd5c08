"""Fixes on a seat's page: the steps to choose from, the preview, and forms."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from cogs.entry.form_field import FormField
from cogs.summary.fix_preview import FixPreview
from cogs.text.formatting import unmarked
from cogs.text.language import tr
from storage.links import Link
from web.pages.rendering import rendered

STEP_DIGITS = 9
"""A step's number has no more of these."""
LENGTH, NAMES = 100, ("what", "amount", "players", "who", "card", "each", "commander", "with")
"""Characters of an edit, and what can be filled in."""


class RemoteFixPort(Protocol):
    """Previews what fixes would change. All methods raise Refusal."""

    async def steps(self, link: Link, before: int | None) -> tuple[Sequence[tuple[str, str]], int | None]:
        """Return the newest steps, or those before a given one, and the place of earlier ones."""
        ...

    async def preview(self, link: Link, edit: str, fields: Mapping[str, Sequence[str]]) -> FixPreview:
        """Return the preview of an edit, with the entered values."""
        ...

    async def fields(self, link: Link, edit: str, *, adds: bool) -> tuple[int, Sequence[FormField]]:
        """Return the step of an edit, and the fields to change it or to add one before it."""
        ...


async def fix_panel(remote: RemoteFixPort, link: Link, query: Mapping[str, Sequence[str]]) -> str:
    """Parse an address in the present language; raises Refusal."""
    edit, before = (query.get(name, ("",))[0] for name in ("edit", "before"))
    edit = edit[:LENGTH]
    if not edit:
        known = before.isascii() and before.isdigit() and len(before) <= STEP_DIGITS
        return _steps(*await remote.steps(link, int(before) if known else None))
    if "form" in query:
        adds = query["form"][0] == "add"
        number, fields = await remote.fields(link, edit, adds=adds)
        return _form(edit, number, fields, adds=adds)
    filled = {name: [one.strip() for one in query[name]] for name in NAMES if name in query}
    return _preview(await remote.preview(link, edit, filled))


def refused_panel(why: str) -> str:
    """Return a panel with the reason why a fix isn't possible."""
    return rendered("fix_refused.html", why=why, steps=tr("Other step…"))


def _steps(steps: Sequence[tuple[str, str]], more: int | None) -> str:
    words = {
        "title": tr("Fix a step"),
        "about": tr("Choose the step that was wrong. You'll see what would change before anything happens."),
        "older": tr("Older steps…"),
    }
    return rendered(
        "fix_steps.html", steps=[(edit, plain_line(what)) for edit, what in steps], more=more, words=words
    )


def _preview(preview: FixPreview) -> str:
    words = {
        "do": tr("Do it"),
        "other": tr("Drop those steps") if preview.keeps else tr("Keep what still applies"),
        "back": tr("Take back…"),
        "change": tr("Change…"),
        "add": tr("Add before…"),
        "steps": tr("Other step…"),
    }
    preview = replace(
        preview,
        heading=plain_line(preview.heading),
        differences=tuple(map(plain_line, preview.differences)),
        later=tuple(plain_line(one).removeprefix("- ") for one in preview.later),
        note=plain_line(preview.note),
    )
    return rendered("fix_preview.html", preview=preview, words=words)


def _form(edit: str, number: int, fields: Sequence[FormField], *, adds: bool) -> str:
    title = tr("Add before step {number}", number=number)
    words = {
        "title": title if adds else tr("Change step {number}", number=number),
        "look": tr("Preview"),
        "back": tr("Back"),
    }
    return rendered("fix_form.html", edit=edit, fields=fields, adds=adds, words=words)


def plain_line(text: str) -> str:
    """Return a message's line for a page, without bold and without commands to type."""
    return unmarked(text).replace("`", "")
