"""The option that names another folder of cases."""

from pathlib import Path

import pytest

from tests.conformance.case import load

OWN_CASES = Path(__file__).parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--cases DIR`` runs the cases of that folder instead of our own."""
    parser.addoption("--cases", type=Path, default=OWN_CASES, help="folder with *.json of rule cases")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each case, named by the case's id."""
    if "case" in metafunc.fixturenames:
        folder: str | Path = metafunc.config.getoption("--cases", default=OWN_CASES) or OWN_CASES
        cases = load(Path(folder))
        metafunc.parametrize("case", cases, ids=[str(case.get("id")) for case in cases])
