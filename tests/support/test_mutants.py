"""The faults that mutation testing puts into source."""

from pathlib import Path

from tests.support.mutation.mutants import Mutant, mutants_of

SOURCE = '''"""Text."""
import logging
from typing import Literal

NAMES: Literal["x"] = "x"


def least(values: list[int], limit: int = 3) -> int:
    """Return it."""
    assert values
    logging.info("least of %s", values, 7)
    if limit < 2 and not values:
        raise ValueError(tr("none"))
    values.sort()
    return values[0]
'''


def faults(tmp_path: Path) -> list[Mutant]:
    (tmp_path / "least.py").write_text(SOURCE, encoding="utf-8")
    return mutants_of(tmp_path, tmp_path / "least.py")


def test_each_operator_constant_condition_and_statement_can_be_wrong(tmp_path: Path) -> None:
    assert sorted((fault.line, fault.kind, fault.after.strip()) for fault in faults(tmp_path)) == [
        (5, "constant", 'NAMES: Literal["x"] = ""'),
        (8, "constant", "def least(values: list[int], limit: int = 4) -> int:"),
        (12, "and/or", "if limit < 2 or not values:"),
        (12, "branch", "if (not (limit < 2 and not values)):"),
        (12, "comparison", "if limit <= 2 and not values:"),
        (12, "constant", "if limit < 3 and not values:"),
        (12, "not", "if limit < 2 and (values):"),
        (13, "statement", "pass"),
        (14, "statement", "pass"),
        (15, "constant", "return values[1]"),
        (15, "return", "return None"),
    ]
    assert [fault.line for fault in faults(tmp_path) if fault.imported] == [5, 8]


def test_a_fault_is_put_where_its_lines_are_now(tmp_path: Path) -> None:
    fault = next(fault for fault in faults(tmp_path) if fault.line == 14)
    assert fault.applied("\n" + SOURCE) == "\n" + SOURCE.replace("values.sort()", "pass")
    assert fault.applied("values = 2\n") is None
