"""The benchmarks run, however little they measure, and report every figure; none of them is judged here."""

import json
from pathlib import Path

from benchmarks.compare import Case, Scale, measure
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
)


async def test_a_small_run_reports_everything(tmp_path: Path) -> None:
    results = await measure(TINY, tmp_path)
    report = markdown(results, TINY)
    assert {len(series.latencies) for series in results.single.values()} == {3}
    assert results.single.keys() == set(Case) - {Case.UNLOCKED, Case.LOADED}
    assert report.count("\n* ") == len(bars(results))
    assert "button on the board" in report
    assert json.loads(json.dumps(as_json(results, TINY)))["crowds"]["2"]["insert"]["answers"] == 2
