"""Texts in tests: rewording a sentence changes at most three of them."""

from pathlib import Path

from tests.support.wording import often_asserted

QUOTES = """
HERE = "Everyone is here."

def says(text):
    assert "Everyone is here." in text

def test_named():
    assert HERE

def test_with_helper():
    says("")

class TestMore:
    def test_in_class(self, text):
        assert text == "Everyone is here."
"""


def test_a_reworded_sentence_breaks_at_most_three_tests() -> None:
    assert often_asserted() == {}


def test_names_helpers_and_classes_count_and_docstrings_do_not(tmp_path: Path) -> None:
    (tmp_path / "test_three.py").write_text(QUOTES, encoding="utf-8")
    fourth = tmp_path / "test_fourth.py"
    fourth.write_text('def test_it():\n    """Everyone is here."""\n', encoding="utf-8")
    assert often_asserted(tmp_path) == {}
    fourth.write_text('def test_it():\n    assert "Everyone is here."\n', encoding="utf-8")
    (tests, *_) = often_asserted(tmp_path).values()
    names = ["test_fourth.py::test_it", "TestMore::test_in_class", "test_named", "test_with_helper"]
    assert [test.partition("/")[2].removeprefix("test_three.py::") for test in tests] == names
