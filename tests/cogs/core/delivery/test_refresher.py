"""What is kept up to date in the background: errors are retried, and keep nothing else waiting."""

import asyncio

import pytest

from cogs.core.delivery.refresher import Background, Refresher
from cogs.core.delivery.visibility import HiddenChannel
from cogs.core.messaging import SEND_RETRY_DELAY
from rules.refusal import Refusal
from storage.scheduler import RETRIES
from tests.support.event_loop import in_simulated_time


class Work:
    """Refreshes that take a second each, and then meet the errors of their key, one after the other."""

    def __init__(self, **errors: list[Exception]) -> None:
        self.begun = list[str]()
        self._errors = errors

    async def refresh(self, key: str) -> None:
        """Refresh a key."""
        self.begun.append(key)
        await asyncio.sleep(1)
        if self._errors.get(key):
            raise self._errors[key].pop(0)


@in_simulated_time
async def test_an_error_of_ours_is_logged_once_and_retried_after_growing_pauses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work(a=[KeyError("nobody thought of this")] * 4)
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    refresher.stale("b")
    await asyncio.sleep(2)
    assert work.begun == ["a", "b"]
    assert refresher.failure is not None
    assert (refresher.failure.kind, refresher.failure.text) == ("KeyError", "'nobody thought of this'")
    for number, seconds in enumerate((30, 120, 600, 600), start=2):
        await asyncio.sleep(seconds - 2)
        assert (work.begun.count("a"), refresher.waiting) == (number - 1, 1)
        await asyncio.sleep(3)
        assert work.begun.count("a") == number
    assert (refresher.waiting, refresher.age) == (0, 0)
    (record,) = caplog.records
    assert record.getMessage().startswith("Updating numbers failed and will be tried again (a): ")
    assert record.exc_info is not None


@in_simulated_time
async def test_a_change_is_shown_soon_though_the_retry_is_far_away() -> None:
    work = Work(a=[KeyError("a fault")] * 3)
    refresher = Refresher(Background(), "numbers", work.refresh)
    for times in (1, 2, 3, 4):
        refresher.stale("a")
        await asyncio.sleep(2)
        assert work.begun == ["a"] * times
    await asyncio.sleep(sum(RETRIES))
    assert (len(work.begun), refresher.waiting) == (4, 0)


@in_simulated_time
async def test_a_change_during_a_refresh_that_fails_is_not_left_to_the_retry() -> None:
    work = Work(a=[KeyError("a fault")])
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    await asyncio.sleep(0.5)
    refresher.stale("a")
    await asyncio.sleep(SEND_RETRY_DELAY + 1)
    assert (work.begun, refresher.waiting) == (["a", "a"], 1)


@in_simulated_time
async def test_while_something_is_away_it_is_tried_after_growing_pauses_and_logged_without_a_trace(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The pauses are 10, 20, 40, 80, 160 and then 300 seconds, and each attempt takes one."""
    work = Work(a=[ConnectionResetError("gone"), Refusal("being_forgotten")] * 4)
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    passed = 10 + 20 + 40 + 80 + 160 + 300 + 300 + 300 + 8
    await asyncio.sleep(passed - 0.5)
    assert (work.begun, refresher.waiting) == (["a"] * 8, 1)
    assert refresher.age == passed - 0.5
    await asyncio.sleep(2)
    assert (work.begun, refresher.waiting) == (["a"] * 9, 0)
    (record,) = caplog.records
    assert record.exc_info is None


@in_simulated_time
async def test_what_has_waited_for_long_is_tried_soon_once_anything_succeeds() -> None:
    work = Work(a=[ConnectionResetError("gone")] * 6, b=[ConnectionResetError("gone")])
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    await asyncio.sleep(10 + 20 + 40 + 80 + 160 + 6.5)
    assert work.begun == ["a"] * 6
    refresher.stale("b")
    await asyncio.sleep(1 + SEND_RETRY_DELAY + 2)
    assert work.begun == [*"aaaaaabb"]
    await asyncio.sleep(SEND_RETRY_DELAY + 1)
    assert (work.begun, refresher.waiting) == ([*"aaaaaabba"], 0)


@in_simulated_time
async def test_what_is_refused_or_postponed_is_left_until_the_next_change(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It would be refused again, and Discord counts that."""
    work = Work(a=[Refusal("no_league")], b=[HiddenChannel("hidden")])
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    refresher.stale("b")
    await asyncio.sleep(sum(RETRIES))
    assert (work.begun, refresher.waiting) == (["a", "b"], 0)
    assert caplog.messages == ["Updating numbers was refused (a): no_league"]
    refresher.stale("a")
    await asyncio.sleep(2)
    assert work.begun == ["a", "b", "a"]


@in_simulated_time
async def test_many_changes_bring_one_refresh_after_the_one_at_work_and_its_pause() -> None:
    work = Work()
    refresher = Refresher(Background(), "numbers", work.refresh, pause=5)
    refresher.stale("a")
    await asyncio.sleep(0.5)
    for _ in range(10):
        refresher.stale("a")
    await asyncio.sleep(5)
    assert work.begun == ["a"]
    await asyncio.sleep(20)
    assert work.begun == ["a", "a"]


@in_simulated_time
async def test_keys_of_a_lane_come_one_by_one_from_the_greatest_and_what_fails_lets_others_go_on() -> None:
    work = Work(a2=[KeyError("a fault")])
    refresher = Refresher(Background(), "numbers", work.refresh, lane=lambda key: key[0])
    for key in ("a1", "a2", "a3", "b1"):
        refresher.stale(key)
    await asyncio.sleep(0.5)
    assert work.begun == ["a3", "b1"]
    refresher.stale("a3")
    await asyncio.sleep(5)
    assert work.begun == ["a3", "b1", "a3", "a2", "a1"]
    await asyncio.sleep(RETRIES[0])
    assert work.begun[5:] == ["a2"]


@in_simulated_time
async def test_what_is_away_again_and_again_holds_up_no_other_key_of_its_lane() -> None:
    work = Work(a9=[ConnectionResetError("gone")] * 100)
    refresher = Refresher(Background(), "numbers", work.refresh, lane=lambda key: key[0])
    for key in ("a9", "a5", "a0"):
        refresher.stale(key)
    await asyncio.sleep(4)
    assert work.begun == ["a9", "a5", "a0"]
    await asyncio.sleep(SEND_RETRY_DELAY)
    assert (work.begun[3:], refresher.waiting) == (["a9"], 1)


@in_simulated_time
@pytest.mark.parametrize("error", [ConnectionResetError("gone"), KeyError("a fault")])
async def test_a_later_moment_named_during_a_refresh_that_fails_is_kept_beside_the_retry(
    error: Exception,
) -> None:
    work = Work(a=[error])
    refresher = Refresher(Background(), "numbers", work.refresh)
    refresher.stale("a")
    await asyncio.sleep(0.5)
    refresher.stale("a", after=100)
    await asyncio.sleep(SEND_RETRY_DELAY + 5)
    assert work.begun == ["a", "a"]
    await asyncio.sleep(80)
    assert (work.begun, refresher.waiting) == (["a", "a"], 0)
    await asyncio.sleep(10)
    assert work.begun == ["a", "a", "a"]


@in_simulated_time
async def test_work_that_waits_for_something_that_is_canceled_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun = list[str]()

    async def refresh(key: str) -> None:
        begun.append(key)
        if len(begun) == 1:
            asyncio.get_running_loop().call_soon((waited := asyncio.Future[None]()).cancel)
            await waited

    refresher = Refresher(Background(), "numbers", refresh)
    refresher.stale("a")
    await asyncio.sleep(RETRIES[0] + 1)
    assert (begun, refresher.waiting, len(caplog.messages)) == (["a", "a"], 0, 1)


@in_simulated_time
async def test_beginnings_are_a_gap_apart_and_the_last_call_says_when() -> None:
    work = Work()
    refresher = Refresher(Background(), "numbers", work.refresh, gap=10)
    for key in "abc":
        refresher.stale(key)
    refresher.stale("d", after=60)
    refresher.stale("d", after=90)
    await asyncio.sleep(15)
    assert (work.begun, refresher.waiting, refresher.age) == (["a", "b"], 1, 15)
    await asyncio.sleep(70)
    assert (work.begun, refresher.waiting) == (["a", "b", "c"], 0), "what isn't due isn't out of date"
    await asyncio.sleep(10)
    assert work.begun == ["a", "b", "c", "d"]


@in_simulated_time
async def test_at_the_end_what_is_stale_is_left_or_refreshed_once_more() -> None:
    first, second = Work(a=[KeyError("a fault")]), Work(a=[KeyError("a fault")])
    flushed, left = (
        Refresher(Background(), "numbers", first.refresh),
        Refresher(Background(), "letters", second.refresh),
    )
    for refresher in (flushed, left):
        refresher.stale("a")
        refresher.stale("b", after=60)
        await asyncio.sleep(2)
        refresher.stale("c")
        await asyncio.sleep(0.5)
        await refresher.close(flush=refresher is flushed)
        refresher.stale("d")
        await asyncio.sleep(600)
    assert first.begun == ["a", "c", "a", "b", "c"]
    assert second.begun == ["a", "c"]
