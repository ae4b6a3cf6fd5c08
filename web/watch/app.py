"""A page as an app: the manifest by which a browser installs it, and what it shows without a connection."""

from aiohttp import web

from cogs.text.language import speaking, tr
from storage.links import LinkPurpose
from web.access.links import Access
from web.pages.assets import ASSETS, address_of
from web.pages.rendering import page

STARTS = ("", "table")
"""The pages below a link that can be installed."""
APP_ROOT = "../../"
"""From a page below a link to the first address."""
APP_COLOR = "#0b0e14"


class App:
    """Serves what browsers need to install the pages of links of these purposes, below ``/letter/``."""

    def __init__(self, access: Access, letter: str, *purposes: LinkPurpose) -> None:
        self._access = access
        self._purposes = purposes
        self.routes = (
            web.get(f"/{letter}/{{token}}/app.webmanifest", self._manifest),
            web.get(f"/{letter}/{{token}}/worker.js", self._worker),
            web.get(f"/{letter}/{{token}}/offline", self._offline),
        )

    async def _manifest(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, *self._purposes)
        start = request.query.get("start", "")
        about = {
            "name": "Arbiter",
            "short_name": "Arbiter",
            "lang": await self._access.language(request, link),
            "id": start if start in STARTS else "",
            "start_url": f"./{start if start in STARTS else ''}",
            "scope": "./",
            "display": "fullscreen",
            "background_color": APP_COLOR,
            "theme_color": APP_COLOR,
            "icons": [_icon(192), _icon(512)],
        }
        return web.json_response(about, content_type="application/manifest+json")

    async def _worker(self, request: web.Request) -> web.Response:
        await self._access.link(request, *self._purposes)
        return web.Response(body=ASSETS["worker.js"].content, content_type="text/javascript", charset="utf-8")

    async def _offline(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, *self._purposes)
        with speaking(await self._access.language(request, link)):
            why = tr("This page comes back with the connection. Nothing that was pressed is lost.")
            return page(request, "notice.html", title=tr("You're offline"), text=why)


def _icon(size: int) -> dict[str, str]:
    address = f"{APP_ROOT}{address_of(f'icon-{size}.png')}"
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
