"""The gate for English finds forms, and reports their place and alternative."""

from pathlib import Path

from tests.support.english import Form, judge, lines

ANEW = Form(pattern="anew", instead="again", allowed=0)


def test_prose_is_searched_and_code_is_not(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""Begin\nanew."""\nanew = "anew"  # Anew, as it is\n\n\ndef play():\n    """Play `anew`."""\n',
        encoding="utf-8",
    )
    (tmp_path / "guide.md").write_text("It begins\nanew.\n", encoding="utf-8")
    wrong, found = judge({"anew": ANEW}, [*lines(tmp_path, ["one.py", "guide.md"])])
    places = ("one.py:2", "one.py:3", "guide.md:2")
    assert wrong[:-1] == [f"{place}: “anew”. Better: again" for place in places]
    assert found == {"anew": 3}


def test_as_many_as_are_allowed_pass(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("Anew and anew.\nWhoever comes.\n", encoding="utf-8")
    read = [*lines(tmp_path, ["guide.md"])]
    one, none = (Form(pattern="anew", instead="again", allowed=allowed) for allowed in (1, 0))
    assert judge({"anew": one}, read) == ([], {"anew": 1})
    assert judge({"anew": none}, read)[0][-1] == "“anew” occurs in 1 lines, and 0 are allowed."


def test_docstrings_of_functions_are_searched_but_not_those_of_properties(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        'def wins():\n    """Who wins."""\n\n\n@property\ndef winner():\n    """Who wins."""\n',
        encoding="utf-8",
    )
    clause = Form(pattern="^Who", instead="a verb", allowed=0, part="function")
    assert judge({"clause": clause}, [*lines(tmp_path, ["one.py"])])[1] == {"clause": 1}
