"""Plays one case and compares the result of it with what it expects."""

from collections.abc import Mapping

from rules.refusal import Refusal
from tests.conformance.case import Case, Json, Unsupported
from tests.conformance.expectations import observed
from tests.conformance.play import Play
from tests.conformance.queries import answer


def check(values: dict[str, Json]) -> None:
    """Raises AssertionError unless the engine does what the case says; Unsupported for an unknown word.

    A case whose note says "Do not implement this reading" shows what a literal reading would do: it holds
    only if the engine does *not* behave like that.
    """
    case = Case.read(values)
    try:
        play = _played(case)
        actual = {key: observed(play, key, value) for key, value in case.expect.items()}
    except Refusal as refusal:
        named = ", ".join(map(str, refusal.values.values()))
        raise Unsupported(f"unsupported in this case: {refusal.reason} ({named})") from refusal
    if case.counter_example:
        assert actual != case.expect, "the engine behaves like the reading that is not to be implemented"
    else:
        assert actual == case.expect, (
            f"{_differing(case.expect, actual)} (rule {case.rule}, last refusal: {play.refusal}, {case.note})"
        )


def _played(case: Case) -> Play:
    play = Play(case)
    for op in case.ops:
        if op.get("op") == "query":
            play.answers.append(answer(play, dict(op)))
            play.legality.append(None)
        else:
            play.carry_out(op)
            play.legality.append(play.refusal is None)
    return play


def _differing(expected: Mapping[str, Json], actual: Mapping[str, Json]) -> str:
    """Return what is not as the case has it."""
    return "; ".join(
        f"{key} should be {value!r}, is {actual[key]!r}"
        for key, value in expected.items()
        if actual[key] != value
    )
