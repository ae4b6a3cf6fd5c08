"""The settings: defaults, refusals, the .env file, and one truth about their names."""

import re
from pathlib import Path

import pytest

from bot.settings import VARIABLES, BotSettings, SettingsError, environment
from web.access.addresses import WebAddress

ROOT = Path(__file__).parents[2]


def test_everything_is_optional() -> None:
    settings = BotSettings.read({})
    assert settings.token is None
    assert settings.database == Path("arbiter.db")
    assert settings.guild is None
    assert settings.log_level == "INFO"
    assert settings.port == 8765


def test_an_empty_value_counts_as_none() -> None:
    assert BotSettings.read(dict.fromkeys(VARIABLES, "")) == BotSettings.read({})


def test_every_variable_is_read() -> None:
    values = {
        "DISCORD_TOKEN": "abc",
        "ARBITER_DATABASE": "/srv/games.db",
        "ARBITER_GUILD": "81384788765712384",
        "ARBITER_PRESSES": "Answer",
        "ARBITER_SHARDS": "16",
        "ARBITER_CONTACT": "ana@example.org",
        "ARBITER_BACKUPS": "/srv/backups",
        "ARBITER_BACKUP_HOURS": "6",
        "ARBITER_BACKUPS_KEPT": "28",
        "ARBITER_COMPACT_DAYS": "90",
        "ARBITER_METRICS": "localhost:9464",
        "ARBITER_WEB": "0.0.0.0:8080",
        "ARBITER_WEB_URL": "https://example.org/arbiter",
        "ARBITER_LOG_LEVEL": "debug",
        "ARBITER_LOG_FORMAT": "JSON",
        "ARBITER_PORT": "0",
    }
    assert set(values) == set(VARIABLES)
    assert BotSettings.read(values) == BotSettings(
        token="abc",
        database=Path("/srv/games.db"),
        server=None,
        acknowledging=False,
        guild=81384788765712384,
        shards=16,
        own_shards=(),
        contact="ana@example.org",
        backups=Path("/srv/backups"),
        backup_hours=6,
        backups_kept=28,
        compact_days=90,
        metrics=("127.0.0.1", 9464),
        web=WebAddress("0.0.0.0", 8080, "https://example.org/arbiter/"),
        log_level="DEBUG",
        log_format="json",
        port=0,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARBITER_GUILD", "my server"),
        ("ARBITER_GUILD", "0"),
        ("ARBITER_GUILD", "-1"),
        ("ARBITER_GUILD", "²"),
        ("ARBITER_PRESSES", "later"),
        ("ARBITER_SHARDS", "0"),
        ("ARBITER_SHARDS", "auto"),
        ("ARBITER_SHARDS", "0-1/4"),  # of a file
        ("ARBITER_PORT", "65536"),
        ("ARBITER_PORT", "8765.0"),
        ("ARBITER_METRICS", "9464"),
        ("ARBITER_METRICS", "0.0.0.0:9464"),
        ("ARBITER_METRICS", "example.org:9464"),
        ("ARBITER_METRICS", "127.0.0.1:65536"),
        ("ARBITER_WEB", "127.0.0.1:8080"),
        ("ARBITER_WEB_URL", "https://arbiter.example.org/"),
        ("ARBITER_LOG_LEVEL", "loud"),
        ("ARBITER_LOG_FORMAT", "xml"),
        ("DISCORD_TOKEN", "abc def"),
        ("DISCORD_TOKEN", "abc\ndef"),
        ("DISCORD_TOKEN", "Tökén"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_it(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        BotSettings.read({name: value})
    line = str(refused.value)
    assert name in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("listen", "public", "named"),
    [
        ("8080", "https://arbiter.example.org/", "ARBITER_WEB "),
        ("arbiter.example.org:80", "https://arbiter.example.org/", "ARBITER_WEB "),
        ("127.0.0.1:8080", "arbiter.example.org", "ARBITER_WEB_URL "),
        ("127.0.0.1:8080", "ftp://arbiter.example.org/", "ARBITER_WEB_URL "),
        ("127.0.0.1:8080", "https://arbiter.example.org/?a=b", "ARBITER_WEB_URL "),
        ("127.0.0.1:8080", "https://ana:secret@arbiter.example.org/", "ARBITER_WEB_URL "),
    ],
)
def test_a_bad_address_of_pages_is_refused(listen: str, public: str, named: str) -> None:
    with pytest.raises(SettingsError) as refused:
        BotSettings.read({"ARBITER_WEB": listen, "ARBITER_WEB_URL": public})
    assert str(refused.value).startswith(named)


def test_quotes_and_spaces_around_a_value_are_none_of_it() -> None:
    # `docker run --env-file` hands them over, where compose, systemd and .env's own reader do not.
    values = {"DISCORD_TOKEN": ' "abc.def" ', "ARBITER_GUILD": "'7'", "ARBITER_CONTACT": 'Ana "the judge"'}
    settings = BotSettings.read(values)
    assert (settings.token, settings.guild, settings.contact) == ("abc.def", 7, 'Ana "the judge"')


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"ARBITER_PORT=1\nDISCORD_TOKEN abc\n", "Line 2"),
        (b"DISCORD_TOKEN\n", "Line 1"),
        ("ARBITER_PORT=1".encode("utf-16"), "UTF-8"),
        ("ARBITER_CONTACT=José".encode("latin-1"), "UTF-8"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_one_line(tmp_path: Path, written: bytes, why: str) -> None:
    file = tmp_path / ".env"
    file.write_bytes(written)
    with pytest.raises(SettingsError) as refused:
        environment({}, file)
    line = str(refused.value)
    assert ".env" in line
    assert why in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "written",
    [
        "DISCORD_TOKEN=abc\n",
        "\ufeffDISCORD_TOKEN=abc",
        "DISCORD_TOKEN = 'abc' # mine\r\n",
        'export DISCORD_TOKEN="abc"',
    ],
)
def test_the_file_may_be_written_as_editors_do(tmp_path: Path, written: str) -> None:
    file = tmp_path / ".env"
    file.write_bytes(written.encode())
    assert environment({}, file) == {"DISCORD_TOKEN": "abc"}


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("ARBITER_PORT=1000\nARBITER_DATABASE=file.db\n")
    assert environment({"ARBITER_PORT": "2000"}, file) == {
        "ARBITER_PORT": "2000",
        "ARBITER_DATABASE": "file.db",
    }


def test_the_file_need_not_exist(tmp_path: Path) -> None:
    assert environment({"A": "b"}, tmp_path / ".env") == {"A": "b"}


def test_the_example_file_names_and_explains_every_variable_and_no_other() -> None:
    example = (ROOT / ".env.example").read_text()
    assert re.findall(r"# (.+)\n(\w+)=$", example, re.MULTILINE) == [
        (sentence, name) for name, sentence in VARIABLES.items()
    ]


@pytest.mark.parametrize(
    ("text", "count", "own"),
    [
        ("", None, ()),
        ("4", 4, ()),
        ("0-1/4", 4, (0, 1)),
        ("3, 0/4", 4, (0, 3)),
        ("0-2,5/6", 6, (0, 1, 2, 5)),
    ],
)
def test_a_process_can_be_told_which_shards_to_take(
    text: str, count: int | None, own: tuple[int, ...]
) -> None:
    read = BotSettings.read({"ARBITER_DATABASE": "postgresql://localhost/arbiter", "ARBITER_SHARDS": text})
    assert (read.shards, read.own_shards) == (count, own)


@pytest.mark.parametrize("text", ["/4", "4/4", "2-1/4", "0/", "one/4", "0-1/0", "-1/4"])
def test_shards_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="ARBITER_SHARDS"):
        BotSettings.read({"ARBITER_DATABASE": "postgresql://localhost/arbiter", "ARBITER_SHARDS": text})
