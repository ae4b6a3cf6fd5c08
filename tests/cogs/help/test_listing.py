"""`python -m bot listing`: what Discord's portal takes, in every language."""

import re
from pathlib import Path

from cogs.text.language import ENGLISH, LANGUAGE_NAMES
from tests.support.processes import run

DESCRIPTION, TAGS, TAG = 400, 5, 20
"""Discord's limits: characters of a description, how many tags, and characters of each (Edit Current
Application, Application Resource)."""
FIELDS = ("Description", "Tags", "Detailed description")


async def test_it_has_every_field_in_every_language_within_the_limits(tmp_path: Path) -> None:
    status, text, errors = await run(tmp_path, "listing")
    assert (status, errors) == (0, "")
    languages = dict(re.findall(r"^# (\w+)\n(.*?)(?=\n# |\Z)", text, re.DOTALL | re.MULTILINE))
    assert languages.keys() == LANGUAGE_NAMES.keys()
    listings = {
        language: dict(re.findall(r"^## (.*?)\n(.*?)(?=\n\n## |\s*\Z)", fields, re.DOTALL | re.MULTILINE))
        for language, fields in languages.items()
    }
    for language, fields in listings.items():
        assert tuple(fields) == FIELDS, language
        assert len(fields["Description"]) <= DESCRIPTION, language
        tags = fields["Tags"].splitlines()
        assert len({*tags}) == len(tags) <= TAGS, language
        assert max(map(len, tags)) <= TAG, language
        for name in FIELDS if language != ENGLISH else ():
            assert fields[name] != listings[ENGLISH][name], (language, name)
