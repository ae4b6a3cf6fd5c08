"""Plays one case and compares what came of it with what it expects."""

from tests.conformance.case import Case, Json
from tests.conformance.expectations import observed
from tests.conformance.play import Play
from tests.conformance.queries import answer


def check(values: dict[str, Json]) -> None:
    """Raises AssertionError unless the engine does what the case says; Unsupported for an unknown word.

    A case whose note says "Do not implement this reading" shows what a literal reading would do: it holds
    only if the engine does *not* behave like that.
    """
    case = Case.read(values)
    play = Play(case)
    for op in case.ops:
        if op.get("op") == "query":
            play.answers.append(answer(play, dict(op)))
        else:
            play.carry_out(op)
    expected: dict[str, Json] = dict(case.expect)
    actual: dict[str, Json] = {key: observed(play, key, value) for key, value in expected.items()}
    if case.counter_example:
        assert actual != expected, "the engine behaves like the reading that is not to be implemented"
    else:
        assert actual == expected, f"rule {case.rule}, last refusal: {play.refusal}, {case.note}"
