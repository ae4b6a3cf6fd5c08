"""Pages of games of a process that is killed, started again, or stands still."""

import os
import re
import signal
import subprocess
from contextlib import AbstractContextManager
from ipaddress import ip_address
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.local.conftest import local_bot, open_table
from tests.local.page import link_of
from tests.support.processes import free_port, pages_of

LOST, FINE = "Connection lost. Trying again…", ""


def bot(folder: Path, port: int) -> AbstractContextManager[tuple[subprocess.Popen[str], str]]:
    """Return a bot with its pages on this port, and the address of its local table."""
    return local_bot(folder, ARBITER_WEB=f"127.0.0.1:{port}", ARBITER_WEB_URL=f"http://127.0.0.1:{port}/")


def expect_line(watching: Page, text: str) -> None:
    """Wait until the page says this of its line."""
    expect(watching.locator("[data-line]")).to_have_text(text)


@pytest.mark.full
def test_an_open_page_is_right_again_without_a_reload(tmp_path: Path, browser: Browser) -> None:
    """After its line was dead for a while, and after a kill and a restart."""
    port = free_port()
    with bot(tmp_path, port) as (process, address):
        table = open_table(browser, address)
        watching = browser.new_page()
        watching.goto(link_of(table))
        expect(watching.get_by_role("heading", level=1)).to_have_text("No game here yet")
        loaded = watching.evaluate("performance.timeOrigin")
        anas = watching.locator(".seat", has_text="Ana")
        table.write("/game new variant:Commander players:Ben")
        expect(anas.locator(".number")).to_have_text("40")
        os.kill(pages_of(process.pid), signal.SIGSTOP)  # nothing is closed, but nothing arrives
        expect_line(watching, LOST)
        os.kill(pages_of(process.pid), signal.SIGCONT)
        expect_line(watching, FINE)
        expect(table.board).to_contain_text("Ana · 40")
        table.write("/life lose 7")
        expect(anas.locator(".number")).to_have_text("33")
        process.kill()
        expect_line(watching, LOST)
        table.page.close()
    with bot(tmp_path, port) as (process, address):
        expect_line(watching, FINE)
        expect(anas.locator(".number")).to_have_text("33")
        table = open_table(browser, address)
        table.write("/life lose 3")
        expect(anas.locator(".number")).to_have_text("30")
        assert watching.evaluate("performance.timeOrigin") == loaded
    watching.close()


@pytest.mark.full
def test_the_local_table_prints_where_its_pages_are(tmp_path: Path, browser: Browser) -> None:
    with bot(tmp_path, free_port()) as (process, address):
        assert process.stdout is not None
        printed = re.search(r"http://\S+", process.stdout.readline())
        assert printed
        table = open_table(browser, address)
        assert re.fullmatch(rf"{re.escape(printed[0])}w/[\w-]+/", link_of(table))
        table.page.close()


@pytest.mark.full
def test_phones_in_the_network_open_pages_but_not_the_table(tmp_path: Path, browser: Browser) -> None:
    with local_bot(tmp_path, "--lan") as (process, address):
        assert process.stdout is not None
        printed = re.search(r"http://([\d.]+):\d+/", process.stdout.readline())
        assert printed
        assert not ip_address(printed[1]).is_loopback
        table = open_table(browser, address)
        link = re.search(rf"{re.escape(printed[0])}w/[\w-]+/", table.conversation.inner_text())
        assert link
        expect(table.conversation).to_contain_text("phones in this network")
        watching = browser.new_page()
        watching.goto(link[0])
        expect(watching.get_by_role("heading", level=1)).to_be_visible()
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            watching.goto(address.replace("127.0.0.1", printed[1]))
        table.page.close()
        watching.close()


@pytest.mark.full
def test_guests_join_by_phones_in_the_network_before_and_during_a_game(
    tmp_path: Path, browser: Browser
) -> None:
    """One in the lobby; another once the game runs, and a third guest, who has a seat, gets a remote."""
    with local_bot(tmp_path, "--lan") as (process, address):
        assert process.stdout is not None
        printed = re.search(r"http://([\d.]+):\d+/", process.stdout.readline())
        assert printed
        table = open_table(browser, address)

        def told(kind: str) -> str:
            """Return the newest link of this kind that Ana has been told."""
            link = re.compile(rf"{re.escape(printed[0])}{kind}/[\w-]+/")
            expect(table.last).to_contain_text(link)
            return link.findall(table.last.inner_text())[-1]

        def joins(name: str, link: str) -> Page:
            phone = browser.new_page(viewport={"width": 360, "height": 640})
            phone.goto(link)
            phone.get_by_label("Your name").fill(name)
            phone.get_by_role("button", name="Join").click()
            return phone

        table.write("/game new variant:Commander players:Ben, Grandma start:False")
        table.press("Guests…")
        table.press("Let guests join")
        gus = joins("Gus", told("g"))
        expect(gus.locator(".waiting")).to_contain_text("Gus")
        expect(table.conversation).to_contain_text("Gus (guest)")
        table.press("Start")
        gus.get_by_role("button", name="Gus: −1 life").click()
        expect(table.conversation).to_contain_text("Gus · 39")
        table.press("More…")
        table.press("Guests…")
        table.press("Let guests join")
        hal = joins("Hal", told("g"))
        hal.get_by_role("button", name="Hal: −1 life").click()
        expect(table.conversation).to_contain_text("Hal · 39")
        table.choose("Give a guest a remote…", "Grandma")
        grandma = browser.new_page()
        grandma.goto(told("p"))
        grandma.get_by_role("button", name="Grandma: −1 life").click()
        expect(table.conversation).to_contain_text("Grandma · 39")
        for page in (gus, hal, grandma, table.page):
            page.close()
