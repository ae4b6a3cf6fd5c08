"""Templates filled in; whatever is put into one is escaped."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from cogs.text.formatting import short
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
MAX_NUMBER_LENGTH = 7
"""Characters of a number that is shown in full; totals shrink up to there, and are shortened beyond."""

_IN_EVERY_TEMPLATE = {"asset": address_of, "short": partial(short, length=MAX_NUMBER_LENGTH)}


def _template(name: str) -> Template:
    return _templates.get_template(name, globals=_IN_EVERY_TEMPLATE)


def rendered(template: str, /, **values: object) -> str:
    """Render a template with these values."""
    return _template(template).render(values)


def macro(template: str, name: str) -> Callable[..., str]:
    """Return a template's macro, for parts too frequent for a whole template."""
    return getattr(_template(template).module, name)


def page(request: web.Request, template: str, *, status: int = 200, **values: object) -> web.Response:
    """Return a whole page in the present language; ``root`` in its template leads to the first address.

    Addresses on a page are relative, so that it works wherever a proxy puts it.
    """
    root = "../" * request.path.removeprefix("/").count("/")
    text = rendered(template, root=root, language=spoken(), **values)
    response = web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
    response.enable_compression()  # there is no secret on a page that someone else's text could stand beside
    return response
