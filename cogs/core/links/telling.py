"""Private replies with the address of a page and its QR code."""

import asyncio
import io
from collections.abc import Mapping
from ipaddress import ip_address
from types import MappingProxyType
from urllib.parse import urlsplit

import discord

from cogs.core.components import below, rows
from cogs.core.messaging import respond
from cogs.core.service import GameService
from cogs.text.language import tr
from rules.refusal import Refusal
from storage.links import LinkPurpose

PATHS: Mapping[LinkPurpose, str] = MappingProxyType(
    {
        LinkPurpose.WATCH: "w",
        LinkPurpose.OVERLAY: "o",
        LinkPurpose.SEAT: "p",
        LinkPurpose.GUEST: "p",
        LinkPurpose.JOIN: "g",
        LinkPurpose.LATE: "g",
        LinkPurpose.LEAGUE: "l",
        LinkPurpose.EVENT: "e",
    }
)
"""The path before a link's token, by purpose."""
QR, SCALE, BORDER = "qr.png", 6, 3
"""The file name of the picture, the pixels per square, and the width of the border in squares."""


def require_pages(service: GameService) -> None:
    """Raise Refusal if games have no pages."""
    if not service.pages:
        raise Refusal("no_pages")


def link_address(pages: str, purpose: LinkPurpose, token: str) -> str:
    """Return the address of a link; ``pages`` is the base address."""
    return f"{pages}{PATHS[purpose]}/{token}/"


def is_loopback(url: str) -> bool:
    """Return whether only the machine on which the bot runs can open an address."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def tell_link(interaction: discord.Interaction, text: str, url: str, label: str) -> None:
    """Reply privately with a link, as a button and, if phones can open it, as a QR code."""
    files: list[discord.File] = []
    if is_loopback(url):
        text += "\n" + tr(
            "-# It opens on the bot's own computer only. For phones, start Arbiter with `--lan`."
        )
    else:
        picture = await asyncio.to_thread(_picture, url)
        files.append(discord.File(io.BytesIO(picture), QR, description=tr("QR code of the link")))
    await respond(
        interaction,
        text,
        files=files,
        view=below(rows({"type": 2, "style": 5, "label": label, "url": url})),
        private=True,
    )


def _picture(url: str) -> bytes:
    """Return the QR code of an address, as PNG."""
    import segno  # a bot without pages never draws one

    picture = io.BytesIO()
    segno.make(url, error="m").save(picture, kind="png", scale=SCALE, border=BORDER)
    return picture.getvalue()
