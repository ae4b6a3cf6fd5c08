"""Templates filled in; whatever is put into one is escaped."""

from collections.abc import Generator, Hashable
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from cogs.text.language import spoken
from web.pages.assets import address_of

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_templates.globals["asset"] = address_of  # pyright: ignore


class Render(Protocol):
    """Fills a template in."""

    def __call__(self, template: str, /, **values: Hashable) -> str:
        """The template with its values."""
        ...


def rendered(template: str, /, **values: object) -> str:
    """A template with its values."""
    return _templates.get_template(template).render(values)


class Renderings:
    """Templates filled in again and again for one page: what is the same as the last time isn't made again.

    Nothing older is kept, so that whoever is forgotten isn't remembered here.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[Hashable, ...], str] = {}

    @contextmanager
    def again(self) -> Generator[Render]:
        """What fills templates in during the block, always in the same language."""
        before, now = self._kept, dict[tuple[Hashable, ...], str]()

        def render(template: str, /, **values: Hashable) -> str:
            key = (template, *values.values())
            found = now[key] = before.get(key) or rendered(template, **values)
            return found

        yield render
        self._kept = now


def page(request: web.Request, template: str, *, status: int = 200, **values: object) -> web.Response:
    """A whole page, in the language that is spoken; ``root`` in its template leads to the first address.

    Addresses on a page are relative, so that it works wherever a proxy puts it.
    """
    root = "../" * request.path.removeprefix("/").count("/")
    text = rendered(template, root=root, language=spoken(), **values)
    response = web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
    response.enable_compression()  # there is no secret on a page that somebody else's text could stand beside
    return response
