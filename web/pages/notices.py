"""Pages that explain why there is nothing to show."""

from aiohttp import web

from cogs.text.language import speaking, tr
from web.pages import language
from web.pages.rendering import page

_GONE = (404, 410)
"""Statuses of pages that don't exist, or no longer; presses that were never sent are listed there."""

_TOO_MANY = 429
WAIT = 60
"""Seconds after which a client that has asked for too much may try again."""


def error_page(request: web.Request, status: int) -> web.Response:
    """Return the page for a request that isn't granted, in the language of its browser."""
    with speaking(language.of_browser(request)):
        title, text = _words(status, guest=request.path.startswith("/g/"))
        unsent = tr("Rejected:") if status in _GONE else ""
        about = {"unsent": unsent, "unsure": tr("May not have been saved:"), "dismiss": tr("Got it")}
        response = page(request, "notice.html", status=status, title=title, text=text, **about)
    if status == _TOO_MANY:
        response.headers["Retry-After"] = str(WAIT)
    return response


def _words(status: int, *, guest: bool) -> tuple[str, str]:
    """Return a notice's title and text; ``guest``: for the address of a link by which guests join."""
    match status:
        case _ if status in _GONE and guest:
            return tr("Nothing here"), tr("This link no longer lets guests join. Ask the host for a new one.")
        case _ if status in _GONE:
            why = tr("This link is wrong, has expired or was revoked. Ask for a new one in Discord.")
            return tr("Nothing here"), why
        case 400 | 403 | 413 | 415:
            return tr("Not accepted"), tr("Nothing was entered. Reload the page, then try again.")
        case _ if status == _TOO_MANY:
            return tr("Too many requests"), tr("Wait a minute, then reload this page.")
        case 500:
            return tr("Something went wrong"), tr("This page can't be shown at the moment. Try again later.")
        case _:
            return tr("Nothing here"), tr("This address doesn't work. Check that it is complete.")
