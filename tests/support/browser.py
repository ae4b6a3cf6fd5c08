"""A Chromium that this machine has, started for pages alone."""

import shutil

import pytest

UNUSED = (
    "LocalNetworkAccessChecks",  # a page of Discord may show one that this machine serves
    # With each page Chromium would begin others, which no one sees: for the address bar, and a spare one.
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
)
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(UNUSED)}",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


def program() -> str:
    """Return where the browser is, the one without a window's parts if there is one, or skip the test."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("no Chromium is installed")
    return found
