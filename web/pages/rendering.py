"""Templates filled in; whatever is put into one is escaped."""

from collections.abc import Callable
from pathlib import Path

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from cogs.text.language import numeral, spoken
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
UNITS = ((10**12, "T"), (10**9, "B"), (10**6, "M"))


def short(number: int) -> str:
    """Return a number in at most seven characters if it has fewer than 16 digits: 12345678 is "12.3M"."""
    if len(text := numeral(number)) <= MAX_NUMBER_LENGTH:
        return text
    size, unit = next((size, unit) for size, unit in UNITS if abs(number) >= size)
    whole, rest = divmod(abs(number), size)
    return f"{numeral('-') if number < 0 else ''}{whole}.{rest * 10 // size}{unit}"


_IN_EVERY_TEMPLATE = {"asset": address_of, "short": short}


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
