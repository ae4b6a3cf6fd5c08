"""Settings: whose choice counts, what is kept across a restart, what is not taken, what memory holds."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.settings.definitions import (
    CALL,
    CHART,
    EDITION,
    JUDGE,
    LINK,
    MAY_ENTER,
    MAY_UNDO,
    QUIET,
    SETTINGS,
    STARTING_LIFE,
    VARIANT,
    Level,
    Permission,
    Setting,
)
from storage.settings.settings import EffectiveSetting, SettingsScope, SettingsStore

SERVER, CHANNEL, THREAD, USER = 1, 20, 21, 300
HERE = SettingsScope(guild=SERVER, channels=(CHANNEL,), user=USER)
IN_THREAD = SettingsScope(guild=SERVER, channels=(THREAD, CHANNEL), user=USER)


NOT_THE_DEFAULT = {
    "variant": "brawl",
    "life": "7",
    "edition": "2011",
    "link": "https://a.example",
    "enter": "own",
    "undo": "own",
    "judge": "5",
    "quiet": "on",
    "call": "on",
    "chart": "off",
    "round": "45",
    "roundturns": "0",
    "turntimer": "3",
}


@pytest.fixture
def settings(database: Database) -> SettingsStore:
    return SettingsStore(database)


def written(file: Path, sql: str, *values: object) -> None:
    """Change the file while another process has it open."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(sql, values)


async def test_what_counts_where_no_one_has_chosen(settings: SettingsStore) -> None:
    chosen = await settings.effective(HERE)
    assert chosen[VARIANT] is None
    assert chosen[STARTING_LIFE] is None
    assert chosen[EDITION] == "current"
    assert chosen[LINK] is None
    assert (chosen[MAY_ENTER], chosen[MAY_UNDO]) == (Permission.ANYONE, Permission.ANYONE)
    assert chosen[JUDGE] is None
    assert chosen[QUIET] is False
    assert chosen[CALL] is False
    assert chosen[CHART] is True
    assert {chosen.found(setting).owner for setting in SETTINGS.values()} == {None}


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [
        (VARIANT, "commander", "commander"),
        (STARTING_LIFE, "30", 30),
        (EDITION, "2006", "2006"),
        (LINK, " https://rooms.example/4 ", "https://rooms.example/4"),
        (MAY_ENTER, "own", Permission.OWN),
        (MAY_UNDO, "judges", Permission.JUDGES),
        (JUDGE, "1190000000000000000", 1_190_000_000_000_000_000),
        (QUIET, "on", True),
        (CALL, "on", True),
        (CHART, "off", False),
    ],
    ids=lambda value: value.name if isinstance(value, Setting) else None,
)
async def test_a_choice_counts_in_the_whole_server(
    settings: SettingsStore, setting: Setting[object], text: str, value: object
) -> None:
    await settings.choose(Level.SERVER, SERVER, setting, text)
    for spot in (HERE, IN_THREAD, SettingsScope(guild=SERVER, channels=(99,), user=7)):
        chosen = await settings.effective(spot)
        assert chosen.found(setting) == EffectiveSetting(value, (Level.SERVER, SERVER))
    elsewhere = await settings.effective(SettingsScope(guild=2, channels=(30,), user=USER))
    assert elsewhere.found(setting).owner is None


@pytest.mark.parametrize(
    ("setting", "nearest_first"),
    [
        (VARIANT, (Level.CHANNEL, Level.OWN, Level.SERVER)),
        (STARTING_LIFE, (Level.CHANNEL, Level.OWN, Level.SERVER)),
        (EDITION, (Level.CHANNEL, Level.OWN, Level.SERVER)),
        (LINK, (Level.CHANNEL, Level.OWN, Level.SERVER)),
        (QUIET, (Level.CHANNEL, Level.OWN, Level.SERVER)),
        (CALL, (Level.OWN, Level.CHANNEL, Level.SERVER)),
        (MAY_ENTER, (Level.CHANNEL, Level.SERVER)),
        (MAY_UNDO, (Level.CHANNEL, Level.SERVER)),
        (JUDGE, (Level.CHANNEL, Level.SERVER)),
        (CHART, (Level.CHANNEL, Level.SERVER)),
    ],
    ids=lambda value: value.name if isinstance(value, Setting) else None,
)
async def test_the_nearest_choice_counts_and_without_it_the_next_one(
    settings: SettingsStore, setting: Setting[object], nearest_first: tuple[Level, ...]
) -> None:
    ids = {Level.SERVER: SERVER, Level.CHANNEL: CHANNEL, Level.OWN: USER}
    text = NOT_THE_DEFAULT[setting.name]
    for level in reversed(nearest_first):
        await settings.choose(level, ids[level], setting, text)
        assert (await settings.effective(HERE)).found(setting).owner == (level, ids[level])
    for level, following in zip(nearest_first, (*nearest_first[1:], None), strict=True):
        await settings.reset(level, ids[level], setting)
        owner = (await settings.effective(HERE)).found(setting).owner
        assert owner == (following and (following, ids[following]))


async def test_a_thread_has_what_its_channel_has_unless_it_chooses_itself(settings: SettingsStore) -> None:
    await settings.choose(Level.CHANNEL, CHANNEL, STARTING_LIFE, "30")
    assert (await settings.effective(IN_THREAD)).found(STARTING_LIFE) == EffectiveSetting(
        30, (Level.CHANNEL, CHANNEL)
    )
    await settings.choose(Level.CHANNEL, THREAD, STARTING_LIFE, "25")
    assert (await settings.effective(IN_THREAD)).found(STARTING_LIFE) == EffectiveSetting(
        25, (Level.CHANNEL, THREAD)
    )
    assert (await settings.effective(HERE))[STARTING_LIFE] == 30


async def test_what_one_level_has_chosen_itself_can_be_told_from_what_counts(settings: SettingsStore) -> None:
    await settings.choose(Level.OWN, USER, STARTING_LIFE, "25")
    await settings.choose(Level.CHANNEL, CHANNEL, STARTING_LIFE, "30")
    chosen = await settings.effective(IN_THREAD)
    assert chosen[STARTING_LIFE] == 30
    assert chosen.own(STARTING_LIFE, Level.OWN) == EffectiveSetting(25, (Level.OWN, USER))
    assert chosen.own(STARTING_LIFE, Level.SERVER) is None
    assert chosen.own(STARTING_LIFE, Level.CHANNEL) is None, "the thread itself has chosen nothing"


async def test_what_counts_at_a_level_leaves_out_what_is_nearer(settings: SettingsStore) -> None:
    for level, owner, life in (
        (Level.SERVER, SERVER, "40"),
        (Level.OWN, USER, "25"),
        (Level.CHANNEL, CHANNEL, "30"),
    ):
        await settings.choose(level, owner, STARTING_LIFE, life)
    chosen = await settings.effective(IN_THREAD)
    assert [chosen.at(STARTING_LIFE, level).value for level in (Level.SERVER, Level.OWN, Level.CHANNEL)] == [
        40,
        25,
        30,
    ]
    await settings.reset(Level.CHANNEL, CHANNEL, STARTING_LIFE)
    chosen = await settings.effective(IN_THREAD)
    assert chosen[STARTING_LIFE] == 25
    assert chosen.at(STARTING_LIFE, Level.CHANNEL).value == 40, "a person's choice is not the channel's"
    assert chosen.at(CALL, Level.OWN) == EffectiveSetting(False, None)


async def test_choices_are_there_after_a_restart(file: Path) -> None:
    async with open_database(file) as database:
        await SettingsStore(database).choose(Level.CHANNEL, CHANNEL, VARIANT, "emperor")
    async with open_database(file) as database:
        assert (await SettingsStore(database).effective(HERE))[VARIANT] == "emperor"


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        (VARIANT, "solitaire"),
        (EDITION, "1993"),
        (STARTING_LIFE, "0"),
        (STARTING_LIFE, "-1"),
        (STARTING_LIFE, "1000000"),
        (STARTING_LIFE, "٣"),
        (STARTING_LIFE, ""),
        (LINK, "http://rooms.example"),
        (LINK, "https://rooms example"),
        (LINK, "https://rooms.example/" + 300 * "a"),
        (LINK, "javascript:alert(1)"),
        (MAY_ENTER, "nobody"),
        (JUDGE, "Judge"),
        (QUIET, "loud"),
        (CALL, "True"),
    ],
)
async def test_what_makes_no_sense_is_not_kept(
    settings: SettingsStore, database: Database, setting: Setting[object], text: str
) -> None:
    with pytest.raises(ValueError, match=r"."):
        await settings.choose(Level.SERVER, SERVER, setting, text)
    assert await database.fetch("SELECT * FROM setting") == []


@pytest.mark.parametrize("setting", [MAY_ENTER, MAY_UNDO, JUDGE, CHART], ids=lambda setting: setting.name)
async def test_no_one_chooses_for_themselves_what_is_for_everyone(
    settings: SettingsStore, setting: Setting[object]
) -> None:
    with pytest.raises(ValueError, match=setting.name):
        await settings.choose(Level.OWN, USER, setting, "on")


async def test_what_another_version_has_kept_is_passed_over(settings: SettingsStore, file: Path) -> None:
    insert = "INSERT INTO setting (level, owner, name, value) VALUES (?, ?, ?, ?)"
    written(file, insert, "channel", CHANNEL, "wallpaper", "blue")
    written(file, insert, "channel", CHANNEL, "variant", "solitaire")
    written(file, insert, "server", SERVER, "variant", "brawl")
    chosen = await settings.effective(HERE)
    assert chosen.found(VARIANT) == EffectiveSetting("brawl", (Level.SERVER, SERVER))
    assert chosen.own(VARIANT, Level.CHANNEL) is None


async def test_the_database_is_asked_once(settings: SettingsStore, file: Path) -> None:
    assert (await settings.effective(HERE))[STARTING_LIFE] is None
    written(file, "INSERT INTO setting VALUES ('server', ?, 'life', '30')", SERVER)
    assert (await settings.effective(HERE))[STARTING_LIFE] is None, "the file has been read again"


async def test_memory_is_bounded_and_who_drops_out_is_read_again(database: Database, file: Path) -> None:
    settings = SettingsStore(database, owners=3)
    await settings.effective(HERE)
    written(file, "INSERT INTO setting VALUES ('server', ?, 'life', '30')", SERVER)
    await settings.effective(SettingsScope(guild=2, channels=(30,), user=7))
    assert (await settings.effective(HERE))[STARTING_LIFE] == 30


async def test_a_choice_counts_at_once(settings: SettingsStore) -> None:
    for life in range(1, 20):
        *_, chosen = await asyncio.gather(
            settings.effective(HERE),
            settings.choose(Level.SERVER, SERVER, STARTING_LIFE, str(life)),
            settings.effective(HERE),
        )
        assert chosen[STARTING_LIFE] in (life, life - 1 or None)
        assert (await settings.effective(HERE))[STARTING_LIFE] == life


async def test_choices_count_in_the_order_in_which_they_were_made(database: Database) -> None:
    settings = SettingsStore(database)
    await settings.choose(Level.SERVER, SERVER, CHART, "off")
    await asyncio.gather(
        settings.choose(Level.SERVER, SERVER + 1, CHART, "off"),  # in another server, by the same statement
        settings.reset(Level.SERVER, SERVER, CHART),
        settings.choose(Level.SERVER, SERVER, CHART, "off"),
    )
    stored = await SettingsStore(database).effective(HERE)
    assert stored.found(CHART).owner == (Level.SERVER, SERVER)


async def test_who_fails_to_hear_of_a_choice_keeps_nothing_from_the_others(
    settings: SettingsStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as the boards, which show the choice."""
    heard = list[str]()

    def fail(*_: object) -> None:
        raise KeyError("a broken board")

    settings.followers = (fail, lambda _level, _owner, setting: heard.append(setting.name))
    await settings.choose(Level.SERVER, SERVER, CHART, "off")
    assert heard == [CHART.name]
    assert [type(one.exc_info[1]) for one in caplog.records if one.exc_info] == [KeyError]
