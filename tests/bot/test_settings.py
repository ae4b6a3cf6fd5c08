"""The settings: defaults, refusals, the .env file, and one truth about their names."""

import re
from pathlib import Path

import pytest

from bot.settings import VARIABLES, Settings, SettingsError, environment

ROOT = Path(__file__).parents[2]


def test_everything_is_optional() -> None:
    settings = Settings.read({})
    assert settings.token is None
    assert settings.database == Path("arbiter.db")
    assert settings.guild is None
    assert settings.log_level == "INFO"
    assert settings.port == 8765


def test_an_empty_value_counts_as_none() -> None:
    assert Settings.read(dict.fromkeys(VARIABLES, "")) == Settings.read({})


def test_every_variable_is_read() -> None:
    values = {
        "DISCORD_TOKEN": "abc",
        "ARBITER_DATABASE": "/srv/games.db",
        "ARBITER_GUILD": "81384788765712384",
        "ARBITER_CONTACT": "ana@example.org",
        "ARBITER_LOG_LEVEL": "debug",
        "ARBITER_PORT": "0",
    }
    assert set(values) == set(VARIABLES)
    assert Settings.read(values) == Settings(
        token="abc",
        database=Path("/srv/games.db"),
        guild=81384788765712384,
        contact="ana@example.org",
        log_level="DEBUG",
        port=0,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARBITER_GUILD", "my server"),
        ("ARBITER_GUILD", "0"),
        ("ARBITER_GUILD", "-1"),
        ("ARBITER_GUILD", "²"),
        ("ARBITER_PORT", "65536"),
        ("ARBITER_PORT", "8765.0"),
        ("ARBITER_LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_it(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.read({name: value})
    line = str(refused.value)
    assert name in line
    assert "\n" not in line


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
