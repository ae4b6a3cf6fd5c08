"""The time of day of a process, while the machine's clock is set, corrected or suspended."""

from datetime import UTC, datetime, timedelta

import pytest

from storage.engine.timestamps import SteadyClock

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR = 3600.0


class Machine:
    """A machine on which time goes by, and whose clock someone sets."""

    def __init__(self) -> None:
        self.passed = 5000.0
        self.day = NOON
        self.clock = SteadyClock(lambda: self.day, lambda: self.passed)

    def wait(self, seconds: float) -> None:
        self.passed += seconds
        self.day += timedelta(seconds=seconds)

    def set(self, seconds: float) -> None:
        self.day += timedelta(seconds=seconds)

    def shows(self) -> float:
        """Return the seconds after noon by the steady clock."""
        return (self.clock() - NOON).total_seconds()


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_it_shows_the_machines_time(machine: Machine) -> None:
    assert machine.shows() == 0
    machine.wait(90)
    assert machine.shows() == 90


@pytest.mark.parametrize("jump", [-HOUR, HOUR, -30 * 24 * HOUR])
def test_two_minutes_are_two_minutes_when_the_clock_is_set(machine: Machine, jump: float) -> None:
    machine.wait(10)
    machine.set(jump)
    machine.wait(120)
    assert machine.shows() == pytest.approx(130, abs=0.3)


def test_it_never_runs_backwards(machine: Machine) -> None:
    shown = machine.shows()
    for jump in (0, -HOUR, 0.5, 2 * HOUR, -0.001, -HOUR):
        machine.set(jump)
        for wait in (0, 0.0001, 1, 600):
            machine.wait(wait)
            before, shown = shown, machine.shows()
            assert shown >= before


def test_a_minute_is_made_up_for_in_a_night_of_little_steps(machine: Machine) -> None:
    machine.set(60)
    for _ in range(8 * 60):
        machine.wait(60)
        machine.shows()
    assert 57.5 < machine.shows() - 8 * HOUR < 57.7  # 0.2% of eight hours are 57.6 s
    for _ in range(60):
        machine.wait(60)
        machine.shows()
    assert machine.shows() == 9 * HOUR + 60


def test_being_asked_often_changes_nothing(machine: Machine) -> None:
    machine.set(60)
    for _ in range(10_000):
        machine.wait(0.001)
        machine.shows()
    assert machine.shows() == pytest.approx(10.02, abs=0.001)


def test_a_machine_that_was_suspended_has_the_time_of_day_at_once(machine: Machine) -> None:
    machine.wait(HOUR)  # uptime counts it
    assert machine.shows() == HOUR


def test_a_clock_that_was_set_is_one_line(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    machine.set(-HOUR)
    for _ in range(100):
        machine.wait(1)
        machine.shows()
    (record,) = caplog.records
    assert "-3600 s" in record.getMessage()
    machine.set(HOUR)
    machine.shows()
    machine.set(HOUR)
    machine.shows()
    assert len(caplog.records) == 2
