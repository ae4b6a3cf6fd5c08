"""Every setting can be changed at each of its levels, and something looks at it."""

import ast
import re
from pathlib import Path

from storage.settings import definitions
from storage.settings.definitions import SETTINGS, Level, Setting
from tests.cogs.settings.settings_panel import SettingsPanel
from tests.support.evening import Evening
from tests.support.messages import components

ROOT = Path(__file__).parents[3]
PAGES = {Level.SERVER: "Server", Level.CHANNEL: "This channel", Level.OWN: "Personal"}


async def test_every_setting_can_be_changed_where_it_is_shown(evening: Evening) -> None:
    for level, page in PAGES.items():
        panel = await SettingsPanel(evening, "Ana").open(page)
        found = {*re.findall(r"arbiter-settings:\w+:choose:(\w+):", str(components(panel.message)))}
        for label in ("Life and link…", "Timers…")[: 1 if level is Level.OWN else 2]:
            form = (await panel.click(label)).modal
            assert form is not None
            found |= {field["component"]["custom_id"] for field in form["components"]}
        assert found == {one.name for one in SETTINGS.values() if level in one.levels}, level


def test_something_looks_at_every_setting() -> None:
    names = {name for name, value in vars(definitions).items() if isinstance(value, Setting)}
    assert {getattr(definitions, name) for name in names} == {*SETTINGS.values()}
    read = set[str]()
    packages = (ROOT / name for name in ("cogs", "web", "bot", "storage"))
    for file in (file for package in packages for file in package.rglob("*.py")):
        if file.parent.name != "settings":
            for one in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                read.add(getattr(one, "id", getattr(one, "attr", "")))
    assert names - read == set()
