"""Rule cases from JSON files: each is set up, played through the engine's actions, and compared.

``pytest tests/conformance --cases DIR`` runs every ``*.json`` of another folder. A case that uses a word
outside the vocabulary fails and says which; none is ever skipped. A case whose note says "Do not implement
this reading" shows what a literal reading would do: it passes only if the engine does *not* behave like that.
"""

from tests.conformance.case import Case, Json
from tests.conformance.expectations import observed
from tests.conformance.play import Play
from tests.conformance.queries import answer


def test_case(case: dict[str, Json]) -> None:
    _play(Case.read(case))


def _play(case: Case) -> None:
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
        assert actual == expected, play.refusal
