"""Styles, scripts and pictures: read once, and kept by browsers for as long as their content is the same."""

import gzip
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType

from aiohttp import web
from msgspec import Struct

from cogs.summary.palette import PALETTE

_FOLDER = Path(__file__).with_name("static")
_TYPES = MappingProxyType(
    {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
)
_FOREVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file that pages load, whose address contains a part of its content's hash."""

    address: str
    content: bytes
    compressed: bytes
    type: str


def _with_seats(style: str) -> str:
    """Return a style with the palette's shades as ``--c0`` to ``--c9`` where it asks for the dark or the
    light ones of seats."""
    for shade, of in (("dark", attrgetter("dark")), ("light", attrgetter("light"))):
        each = " ".join(f"--c{number}: {of(one)};" for number, one in enumerate(PALETTE))
        style = style.replace(f"--seats: {shade};", each)
    return style


def _read() -> dict[str, Asset]:
    found: dict[str, Asset] = {}
    for file in sorted(_FOLDER.iterdir()):
        content = file.read_bytes()
        if file.suffix == ".css":
            content = _with_seats(content.decode()).encode()
        address = f"assets/{sha256(content).hexdigest()[:12]}/{file.name}"
        found[file.name] = Asset(address, content, gzip.compress(content), _TYPES[file.suffix])
    return found


ASSETS = MappingProxyType(_read())
"""Every asset by the name of its file."""


def address_of(name: str) -> str:
    """Return an asset's path below the pages' base address."""
    return ASSETS[name].address


async def asset_handler(request: web.Request) -> web.Response:
    """Return the handler of every asset."""
    asset = ASSETS.get(request.match_info["name"])
    if asset is None or asset.address != request.path.removeprefix("/"):
        raise web.HTTPNotFound
    headers, content = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding"}, asset.content
    if "gzip" in request.headers.get("Accept-Encoding", "").casefold():
        headers["Content-Encoding"], content = "gzip", asset.compressed
    return web.Response(body=content, content_type=asset.type, charset="utf-8", headers=headers)
