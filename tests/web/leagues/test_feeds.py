"""A league's results as JSON Feed 1.1 and Atom: what their documents require, and what the results were."""

import json
from typing import Any
from xml.etree import ElementTree

import aiohttp

from tests.support.evening import Evening
from tests.support.leagues import report
from tests.web.answers import appears, body, status
from tests.web.leagues.panel import SHOW_GUESTS, SHOW_NAME, friday, league_link, press

ATOM = "{http://www.w3.org/2005/Atom}"


async def kind(address: str) -> str:
    """Return the type of what an address answers with."""
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.content_type


async def json_feed(address: str) -> dict[str, Any]:
    return json.loads(await body(f"{address}feed.json"))


async def test_the_json_feed_has_what_its_version_requires(evening: Evening) -> None:
    await friday(evening)
    for who in ("Ben", "Cy", "Dee"):
        await press(evening, SHOW_NAME, who)
    address = await league_link(evening)
    assert await kind(f"{address}feed.json") == "application/feed+json"
    found = await json_feed(address)
    assert found["version"] == "https://jsonfeed.org/version/1.1"
    assert found["title"] == "Friday: results"
    assert (found["home_page_url"], found["feed_url"]) == (address, f"{address}feed.json")
    assert [one["title"] for one in found["items"]] == ["Cy beat Player 4", "Ben beat Dee", "Ben beat Cy"]
    assert len({one["id"] for one in found["items"]}) == 3
    for one in found["items"]:
        assert one["date_published"].endswith("Z")
        assert one["content_text"].startswith(one["title"])
        assert await status(one["url"]) == 200


async def test_the_atom_feed_has_what_its_document_requires(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    assert await kind(f"{address}feed.xml") == "application/atom+xml"
    root = ElementTree.fromstring(await body(f"{address}feed.xml"))
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert len(root.findall(ATOM + name)) == 1, name
    links = {one.get("rel"): one.get("href") for one in root.findall(f"{ATOM}link")}
    assert links == {"self": f"{address}feed.xml", "alternate": address}
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 3
    for entry in entries:
        for name in ("id", "title", "updated", "content"):
            assert len(entry.findall(ATOM + name)) == 1, name
        found = entry.findtext(f"{ATOM}id")
        assert found is not None
        assert found.startswith("urn:uuid:")
    newest = max(str(entry.findtext(f"{ATOM}updated")) for entry in entries)
    assert root.findtext(f"{ATOM}updated") == newest


async def test_a_result_that_is_edited_or_void_keeps_its_id_or_goes(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    before = {one["title"]: one["id"] for one in (await json_feed(address))["items"]}
    ben, cy = (evening.people[who].mention for who in ("Ben", "Cy"))
    await evening.types("Ana", "league result edit", result=1, players=f"{cy}, {ben}", reason="typo")
    await evening.types("Ana", "league result void", result=2, reason="typo")
    after = {one["title"]: one["id"] for one in (await json_feed(address))["items"]}
    assert after == {
        "Player 2 beat Player 4": before["Player 2 beat Player 4"],
        "Player 2 beat Player 1": before["Player 1 beat Player 2"],
    }


async def test_names_with_signs_of_html_and_xml_stay_names(evening: Evening) -> None:
    await friday(evening)
    await press(evening, SHOW_GUESTS)
    await report(evening, "Ben", 'Ben, R&D <b "x')
    address = await league_link(evening)
    await appears(address, "R&amp;D &lt;b &#34;x")
    assert "<b " not in await body(address)
    titles = [one["title"] for one in (await json_feed(address))["items"]]
    assert 'Player 1 beat R&D <b "x' in titles
    root = ElementTree.fromstring(await body(f"{address}feed.xml"))
    assert 'Player 1 beat R&D <b "x' in [one.text for one in root.iter(f"{ATOM}title")]


async def test_a_closed_season_is_in_the_feeds(evening: Evening) -> None:
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    await evening.types("Ana", "league season open", name="Spring", starts="2020-01-01 00:00")
    await report(evening, "Ben", "Ben, Cy", when="yesterday")
    await evening.types("Ana", "league season close")
    found = (await json_feed(await league_link(evening)))["items"]
    (season,) = [one for one in found if one["title"].startswith("Spring")]
    assert season["content_text"].startswith(season["title"])
    assert "Ben" in season["content_text"]
