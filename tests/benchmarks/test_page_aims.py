"""Aims of pages that nothing was measured for are missed, and a ratio says how sure it is."""

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


def test_a_ratio_says_how_much_it_differs_from_round_to_round() -> None:
    alone = Plays(latencies=[0.001, 0.001], medians=[0.001, 0.001], throughput=[100, 100], processor=[0.5])
    read = Plays(latencies=[0.001, 0.002], medians=[0.001, 0.002], throughput=[90, 110], processor=[0.5])
    said = [aim for aim, _ in bars(PageResults(alone=alone, read=read, idle=alone))]
    # Two rounds differ by 0.2 and by 0.5; half of that is the standard error of their mean.
    assert "/life beside readers, throughput × that without: 1.00 ± 0.10, at least 0.95" in said
    assert "/life beside readers, speed by the median × that without: 0.67 ± 0.25, at least 0.95" in said
