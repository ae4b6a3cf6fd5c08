"""Finds the tests that execute nothing that others don't execute, the most expensive first.

Such a test covers one more circumstance of known code. That is worth a run, but not before each commit.
"""

from collections import Counter

from tests.support.mutation.contexts import Contexts

OTHERS = 2
"""How many other tests that stay have to execute each line of one that is left out."""
LEAST = 0.07
"""Minimum CPU seconds of a test, measured under coverage, which takes two fifths of them."""
KEPT = (
    "tests/conformance/",
    "tests/rules/",
    "tests/crash/",
    "tests/local/",
    "tests/web/",
    "tests/cogs/text/",
    "tests/cogs/locales/",
    "tests/cogs/test_",
    "tests/test_",
    "postgresql",
    "standby",
    "every_button",
    "limits",
    "the_log_tells",
)
"""Tests that stay, by a part of their name: they are about data, statements, processes or browsers, and
lines of the source say little of these."""
GUARDS = (
    *("core/test_permissions.py", "core/test_router.py", "test_delivered_twice.py"),
    *("spectator", "only_judges", "only_the_owner", "is_for_those_at_the_table", "is_for_players"),
    *("is_for_the_people_in_it", "moderators_alone", "not_for_a_teammate", "offered_nothing"),
    *("steps_may_not", "loses_what_it_allowed", "who_is_refused", "neither_confirms", "another_leagues"),
    *("no_way_around", "belongs_to_one_process"),
    *("forgotten", "lose_the_name", "loses_a_name", "was_deleted", "secret", "random_bits", "harmlessly"),
)
"""Tests of what is refused, permitted or private, which stay too: others execute the same lines, but would
also pass without the guard."""


def repeated(contexts: Contexts) -> list[str]:
    """Return these tests in order of their names."""
    lines = contexts.lines()
    executed = Counter(line for some in lines.values() for line in some)
    found = list[str]()
    for test in sorted(lines, key=lambda test: -contexts.costs[test].processor):
        if contexts.costs[test].processor < LEAST:
            break
        if any(part in test for part in (*KEPT, *GUARDS)) or any(
            executed[line] <= OTHERS for line in lines[test]
        ):
            continue
        executed.subtract(lines[test])
        found.append(test)
    return sorted(found)
