"""Aims of pages that nothing was measured for are missed, not left out."""

from benchmarks.pages.measure import PageResults, Plays
from benchmarks.pages.report import bars


def plays() -> Plays:
    """`/life` in one round, beside whatever it was: 1 ms, 100 answers a second, half of the processor."""
    return Plays(latencies=[0.001], throughput=[100], processor=[0.5])


def test_without_a_browser_its_aims_are_missed() -> None:
    results = PageResults(alone=plays(), read=plays(), idle=plays())
    missed = [aim for aim, met in bars(results) if not met]
    assert len(missed) == 2
    assert all("not measured" in aim and "at most 100" in aim for aim in missed)


def test_with_one_they_are_judged_by_what_it_saw() -> None:
    results = PageResults(alone=plays(), read=plays(), idle=plays(), painted=[0.1], pressed=[0.1002])
    assert [aim for aim, met in bars(results) if not met] == [
        "milliseconds from a press on a remote until it is to be seen, 99 of 100 times: 100.2, at most 100"
    ]
