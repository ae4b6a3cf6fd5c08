"""The origin of requests: the network of a client, also of one behind a proxy."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from aiohttp import web

SUBNET = 64
"""The leading bits of an IPv6 address that identify one customer."""
LOCAL_NETWORKS = tuple(
    ip_network(text)
    for text in (
        *("127.0.0.0/8", "::1/128"),  # loopback
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),  # private: RFC 1918, RFC 4193
        *("169.254.0.0/16", "fe80::/10"),  # link-local
    )
)
"""The networks of this machine and of those beside it. A provider's shared addresses (100.64.0.0/10, RFC
6598) aren't among them: they are its customers', whose word isn't a proxy's."""


def network_of(address: str) -> str:
    """Return the network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6
    address.

    Empty for an invalid address. A port after the address, as some proxies write it, is ignored.
    """
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), SUBNET), strict=False))
    return "" if found is None else str(found)


def is_near(address: str) -> bool:
    """Return whether an address is this machine's or of a private network, as a proxy's is."""
    found = _parsed(address)
    return found is None or any(found in network for network in LOCAL_NETWORKS)


def client_of(request: web.Request) -> str:
    """Return the network of a request; behind a local proxy, the one that the proxy names.

    A proxy adds the address that it sees at the end of the last X-Forwarded-For line. Everything before
    that comes from the client.
    """
    peer = request.remote or ""
    lines = request.headers.getall("X-Forwarded-For", ())
    named = network_of(lines[-1].rpartition(",")[2]) if lines and is_near(peer) else ""
    return named or network_of(peer)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return found if mapped is None else mapped
