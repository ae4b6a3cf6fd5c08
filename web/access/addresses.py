"""The address at which pages are served, and their public address."""

from urllib.parse import urlsplit

from msgspec import Struct

PORTS = {"http": 80, "https": 443}
"""The ports that browsers leave out of a Host header."""


class WebAddress(Struct, frozen=True):
    """The address to listen on, and the public address:

    ``public`` ends with a slash. ``spare``: whether any free port will do if this one is taken. ``channels``:
    the names of the channels that the first page lists, with the tokens of their pages; at the local table
    alone.
    """

    host: str
    port: int
    public: str = ""
    spare: bool = False
    channels: tuple[tuple[str, str], ...] = ()

    @property
    def own(self) -> str:
        """The address without a proxy in front."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def base(self) -> str:
        """The base URL of links."""
        return self.public or self.own

    @property
    def names(self) -> frozenset[str]:
        """Valid Host headers; any other means DNS rebinding by another site's page."""
        parts = urlsplit(self.base)
        host = _ascii(parts.hostname or "")
        host = f"[{host}]" if ":" in host else host
        usual = PORTS[parts.scheme]
        found = {f"{host}:{parts.port or usual}"}
        if parts.port in (None, usual):
            found.add(host)
        if not self.public:
            found |= {f"localhost:{self.port}", f"127.0.0.1:{self.port}", f"[::1]:{self.port}"}
        return frozenset(found)


def _ascii(host: str) -> str:
    """Return a host as browsers send it (IDNA); raises ValueError if there is no such host."""
    return host.encode("idna").decode("ascii").casefold()


def public_address(text: str) -> str:
    """Return the public base address of links; raises ValueError if it isn't http or https."""
    parts = urlsplit(text)
    _ascii(parts.hostname or "")
    plain = not (parts.query or parts.fragment or parts.username or parts.port == 0)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise ValueError(text)
    return text.rstrip("/") + "/"
