"""What the bot is hosted with: the image has all that is imported, the service is what systemd takes."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.monitoring.status import STATUS_INTERVAL

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = {*PROJECT["tool"]["importlinter"]["root_packages"]} - {"benchmarks", "campaign", "tests.support"}


def test_the_image_has_the_program_and_nothing_else() -> None:
    copied = re.findall(r"^COPY (\S+) (\S+)$", DOCKERFILE, re.MULTILINE)
    assert {source for source, _ in copied} == {*PACKAGES, "LICENSE", "requirements.txt"}
    allowed = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(allowed) == {*PACKAGES, "LICENSE", "requirements.txt"}


def test_the_image_runs_a_python_that_is_tested_and_no_one_with_rights() -> None:
    bases = re.findall(r"^FROM (.+?)(?: AS \w+)?$", DOCKERFILE, re.MULTILINE)
    (base,) = set(bases)  # by digest, so that a build of tomorrow is made of the same
    named = re.fullmatch(r"python:(\d+\.\d+)\.\d+-slim-bookworm@sha256:[0-9a-f]{64}", base)
    assert named is not None
    version = named[1]
    assert f'"{version}"' in (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert DOCKERFILE.index("USER arbiter") < DOCKERFILE.index("ENTRYPOINT [")
    assert "--require-hashes" in DOCKERFILE


def test_owners_call_the_container_and_its_volume_as_compose_does() -> None:
    # Compose would otherwise name both after the folder, and a restore would fill a volume that no one reads.
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    guide = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    named = re.findall(r"^ +(?:container_name|image|name): (\S+)$", compose, re.MULTILINE)
    containers = re.findall(r"docker (?:exec|cp|start|rm|stop(?: --time 30)?) (\w+)", guide)
    volumes = re.findall(r"--volume (\w+):/data", guide)
    assert len(named) == 3
    assert len(containers) >= 6
    assert len(volumes) == 2
    assert {*named, *containers, *volumes} == {"arbiter"}


def test_the_service_is_what_systemd_takes(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here")
    unit = (ROOT / "deploy" / "arbiter.service").read_text(encoding="utf-8")
    (tmp_path / "arbiter.service").write_text(_here(unit), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "arbiter.service")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    complaints = [line for line in checked.stderr.splitlines() if "arbiter.service" in line]
    assert (checked.returncode, complaints) == (0, [])


def _here(unit: str) -> str:
    """Return a unit for the program as it is on this machine."""
    return unit.replace("/opt/arbiter/.venv/bin/python", sys.executable).replace("/opt/arbiter", str(ROOT))


def test_the_service_is_a_template_for_processes_with_postgresql(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here")
    added = tmp_path / "arbiter@.service.d" / "postgresql.conf"
    added.parent.mkdir()
    for file, place in (("arbiter.service", tmp_path / "arbiter@.service"), ("postgresql.conf", added)):
        unit = (ROOT / "deploy" / file).read_text(encoding="utf-8")
        place.write_text(_here(unit), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", "arbiter@one.service"]
    where = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    checked = subprocess.run(command, capture_output=True, text=True, check=False, env=where)
    complaints = [line for line in checked.stderr.splitlines() if "arbiter@" in line]
    assert (checked.returncode, complaints) == (0, [])


def test_the_service_hears_from_the_bot_and_is_bounded() -> None:
    unit = (ROOT / "deploy" / "arbiter.service").read_text(encoding="utf-8")
    settings = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and line[0] != "#")
    assert settings["Type"] == "notify"
    assert int(settings["WatchdogSec"]) > 2 * STATUS_INTERVAL, "the bot says that it is alive often enough"
    assert settings["MemoryMax"] == "1G"
    assert settings["UMask"] == "0077"
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    assert re.search(r"^ +mem_limit: 1g$", compose, re.MULTILINE)
    assert re.search(r"^ +test: \[CMD, .*, -m, bot, .*, status\]$", compose, re.MULTILINE)


def test_every_service_is_fixed_by_digest_and_has_few_rights() -> None:
    single = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8").partition("\nvolumes:\n")[0]
    several = (ROOT / "deploy" / "compose.postgresql.yaml").read_text(encoding="utf-8")
    postgres = several.partition("\n  postgres:\n")[2].partition("\nvolumes:\n")[0]
    assert re.search(r"^    image: postgres:17-bookworm@sha256:[0-9a-f]{64}$", postgres, re.MULTILINE)
    for service in (single, postgres):  # the second process extends the first one
        for limit in (
            *("read_only: true", "mem_limit: 1g", "memswap_limit: 1g", "pids_limit: 128"),
            *("cap_drop:\n      - ALL", "security_opt:\n      - no-new-privileges:true"),
        ):
            assert f"\n    {limit}\n" in f"{service}\n", limit


def test_two_processes_share_a_server_and_nothing_else() -> None:
    compose = (ROOT / "deploy" / "compose.postgresql.yaml").read_text(encoding="utf-8")
    services = compose.partition("\nservices:\n")[2].partition("\nvolumes:\n")[0]
    parts = re.split(r"^  ([\w-]+):", services, flags=re.MULTILINE)
    assert parts[1::2] == ["arbiter", "arbiter-two", "postgres"]
    first, second, postgres = parts[2::2]
    # What the anchor has is the second one's too, unless it says otherwise.
    assert first.startswith(" &process\n")
    assert re.search(r"^    <<: \*process$", second, re.MULTILINE)
    assert re.search(r"^    stop_grace_period: 3m\b", first, re.MULTILINE)
    assert "    depends_on:\n      postgres:\n        condition: service_healthy\n" in first
    assert re.search(r"^      ARBITER_DATABASE: postgresql://\S+@postgres/arbiter$", first, re.MULTILINE)
    assert not re.search(r"^    (stop_grace_period|depends_on|environment):", second, re.MULTILINE)
    assert re.search(r"^    healthcheck:$", postgres, re.MULTILINE)
    # Each writes its status into its own volume.
    single = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    assert "volumes:" not in first
    volumes = [re.findall(r"^      - (\S+):/data$", text, re.MULTILINE) for text in (single, second)]
    assert volumes == [["data"], ["two"]]
