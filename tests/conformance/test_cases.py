"""Rule cases from JSON files: each is set up, played through the engine's actions, and compared.

``pytest tests/conformance --cases DIR`` runs every ``*.json`` of another folder, in the vocabulary that
`cases/cases.json` explains. A case that uses a word outside it fails and says which; none is ever skipped. A
case whose note says "Do not implement this reading" is a counter-example: it passes only if the engine does
*not* behave like it.
"""

from tests.conformance.case import Json
from tests.conformance.runner import check


def test_case(case: dict[str, Json]) -> None:
    check(case)
