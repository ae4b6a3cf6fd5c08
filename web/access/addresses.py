"""Where pages are served, and under which public address."""

from urllib.parse import urlsplit

from msgspec import Struct


class WebAddress(Struct, frozen=True):
    """Where to listen, and the address by which people reach that: ``public`` ends with a slash.

    ``spare``: any free port will do if this one is taken.
    """

    host: str
    port: int
    public: str = ""
    spare: bool = False

    @property
    def own(self) -> str:
        """The address without a proxy in front."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def base(self) -> str:
        """What links begin with."""
        return self.public or self.own

    @property
    def names(self) -> frozenset[str]:
        """What a browser's Host header can say; anything else is a page that only pretends to be here."""
        found = {urlsplit(self.base).netloc.casefold()}
        if not self.public:
            found |= {f"localhost:{self.port}", f"127.0.0.1:{self.port}", f"[::1]:{self.port}"}
        return frozenset(found)


def public_address(text: str) -> str:
    """A public address as links begin with it; raises ValueError for anything but one of http or https."""
    parts = urlsplit(text)
    plain = not (parts.query or parts.fragment or parts.username or parts.port == 0)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise ValueError(text)
    return text.rstrip("/") + "/"
