"""The benchmarks run, however little they measure, and report every figure; none of them is judged here."""

import json
from pathlib import Path

import pytest

from benchmarks.compare import Case, Scale, measure
from benchmarks.engines.measure import EngineScale
from benchmarks.following.measure import Bot, FollowingScale
from benchmarks.pages.measure import PageScale
from benchmarks.report import as_json, bars, markdown

TINY = Scale(
    tables=3,
    entries=4,
    rounds=1,
    count=3,
    crowds=(2,),
    crowd_rounds=1,
    each=1,
    rest=0,
    starts=1,
    actions=12,
    results=30,
    pages=PageScale(
        tables=2, readers=4, rate=10, rounds=1, seconds=0.5, screens=1, presses=1, between=0, idle=2
    ),
    engines=EngineScale(rounds=1, count=2, crowd=2, each=1, rest=0),
    following=FollowingScale(
        rounds=1, tables=1, each=5, at_once=1, crowd=2, crowd_each=1, crowd_at_once=2, rest=0
    ),
)


@pytest.mark.full
async def test_a_small_run_reports_everything(tmp_path: Path) -> None:
    results = await measure(TINY, tmp_path)
    report = markdown(results, TINY)
    assert {len(series.latencies) for series in results.single.values()} == {3}
    assert results.single.keys() == set(Case) - {Case.UNLOCKED, Case.LOADED}
    assert report.count("\n* ") == len(bars(results))
    assert "button on the board" in report
    assert "commit until a reader has it" in report
    # Three of five changes are at the first table, which has a reader of its page and one of its overlay; the
    # other table has two readers of its page. The load is carried twice.
    assert (len(results.pages.received), len(results.pages.overlay)) == (2 * (3 + 4), 2 * 3)
    if results.engines is not None:
        assert "PostgreSQL, press, × SQLite's" in report
        pairs = [(pair.sqlite, pair.postgresql) for pair in results.engines.pairs.values()]
        assert [len(one.latencies) for pair in pairs for one in pair] == [2] * 6
        assert {number: len(one.per_second) for number, one in results.engines.processes.items()} == {
            1: 1,
            2: 1,
        }
        assert "With 2 processes Discord's side and PostgreSQL take" in report
    else:
        assert "No PostgreSQL is installed" in report
    answers = "POST /interactions/{id}/{token}/callback"
    bursts, crowds = results.following.bursts, results.following.crowds
    assert [(bursts[bot].requests[answers], crowds[bot].requests[answers]) for bot in Bot] == [(5, 2)] * 3
    assert f"| `{answers}` | no | 1.00 | 1.00 | 1.00 |" in report
    for plays in (results.pages.alone, results.pages.read, results.pages.idle):
        assert (len(plays.medians), len(plays.processor), len(plays.throughput)) == (2, 2, 1)
    assert json.loads(json.dumps(as_json(results, TINY)))["crowds"]["2"]["insert"]["answers"] == 2
