"""Whose a request is, by the address that asks and by what proxies write."""

import asyncio

import pytest
from aiohttp import web

from web.access.addresses import WebAddress
from web.access.clients import client_of, is_near, network_of
from web.server import serve_routes


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        (" 203.0.113.9 ", "203.0.113.9"),
        ("203.0.113.9:51234", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("unknown", ""),
        ("a" * 4_000, ""),
    ],
)
def test_who_counts_as_one_client(address: str, network: str) -> None:
    """What one customer has of IPv6 are at least 64 bits (RFC 6177)."""
    assert network_of(address) == network


def test_only_a_private_address_is_a_proxys() -> None:
    """Loopback, private (RFC 1918, RFC 4193) and link-local ones, of which a customer of a provider has none.

    Far are also those of documentation (RFC 5737, RFC 3849), of tests (RFC 2544), of Teredo (RFC 4380), of
    6to4 and of customers who share a provider's addresses (RFC 6598).
    """
    near = ["127.0.0.1", "::1", "10.0.0.7", "172.17.0.1", "192.168.1.2", "fd00::1", "::ffff:10.0.0.7"]
    near += ["127.255.255.254", "172.31.255.254", "169.254.7.7", "fe80::1", "fe80::1%eth0", "fdff:ffff::1"]
    far = ["203.0.114.9", "2606:4700::1", "::ffff:8.8.8.8", "172.32.0.1", "11.0.0.1", "192.169.0.1"]
    far += [
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.9",
        "2001:db8::1",
        "198.18.0.1",
        "2001:0:1::1",
        "2002:a00:1::1",
    ]
    far += ["100.64.0.1", "240.0.0.1", "0.0.0.1", "192.0.0.1", "64:ff9b:1::1", "::ffff:203.0.113.9"]
    assert [is_near(address) for address in near + far] == [True] * len(near) + [False] * len(far)


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        ([], "127.0.0.1"),
        (["203.0.113.9"], "203.0.113.9"),
        (["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        (["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9", "6.6.6.6, 2001:db8:1:2::1"], "2001:db8:1:2::/64"),
        (["203.0.113.9, unknown"], "127.0.0.1"),
    ],
)
async def test_a_proxys_own_word_is_the_last_of_the_last_line(lines: list[str], client: str) -> None:
    """HAProxy adds its own line behind those that the client has sent, others add to it."""

    async def who(request: web.Request) -> web.Response:
        return web.Response(text=client_of(request))

    async with serve_routes(WebAddress("127.0.0.1", 0), [web.get("/who", who)]) as address:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        head = [f"Host: {address.host}:{address.port}", *(f"X-Forwarded-For: {line}" for line in lines)]
        writer.write("\r\n".join(["GET /who HTTP/1.0", *head, "", ""]).encode())
        assert (await reader.read()).rpartition(b"\r\n\r\n")[2].decode() == client
        writer.close()
        await writer.wait_closed()
