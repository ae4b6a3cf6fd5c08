"""Bounded memory of recent items."""

from tests.support.discord_api.recent import Recent


def test_the_oldest_go_and_a_new_value_makes_nothing_younger() -> None:
    recent = Recent[int, str](2)
    for number in (1, 2, 1, 3):
        recent[number] = "x"
    assert list(recent) == [2, 3]


def test_without_a_limit_everything_stays() -> None:
    recent = Recent[int, int](None)
    for number in range(1_000):
        recent[number] = number
    assert len(recent) == 1_000
