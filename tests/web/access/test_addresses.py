"""The names under which pages answer: what browsers send in the Host header."""

import pytest

from web.access.addresses import WebAddress, public_address


@pytest.mark.parametrize(
    ("public", "host"),
    [
        ("https://arbiter.example", "arbiter.example"),
        ("https://arbiter.example:443", "arbiter.example"),
        ("http://arbiter.example:80/pages", "arbiter.example"),
        ("http://arbiter.example:8080", "arbiter.example:8080"),
        ("https://B\u00fccher.example", "xn--bcher-kva.example"),
        ("http://[2001:db8::1]", "[2001:db8::1]"),
    ],
)
def test_a_browsers_host_is_known(public: str, host: str) -> None:
    assert host in WebAddress("127.0.0.1", 8000, public_address(public)).names


def test_another_port_is_another_site() -> None:
    assert "arbiter.example" not in WebAddress("127.0.0.1", 8000, "http://arbiter.example:8080/").names


def test_a_host_that_there_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="label"):
        public_address(f"https://{'a' * 64}.example")
