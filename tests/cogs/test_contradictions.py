"""Options that don't go together are refused in words, and none of them is dropped in silence."""

import pytest

from tests.support.evening import Evening
from tests.support.tables import deal


@pytest.mark.parametrize(
    ("key", "command", "options"),
    [
        ("steps_or_step", "undo", {"steps": 1, "step": "2"}),
        ("fix_which_step", "fix", {"amount": "3"}),
        ("draw_concerns_all", "draw", {"reason": "agreement", "who": "Ben"}),
        ("optional_only_in_loops", "draw", {"reason": "effect", "optional": True}),
        ("tally_lasts", "tally add", {"name": "storm", "amount": -1, "lasts": "until end of turn"}),
        ("reminder_without_amount", "tally remove", {"name": "Pact", "amount": 1}),
    ],
)
async def test_options_that_contradict_each_other(
    evening: Evening, key: str, command: str, options: dict[str, object]
) -> None:
    await deal(evening)
    await evening.types("Ana", "tally add", name="storm", amount=3)
    await evening.types("Ana", "tally remind", text="Pact")
    await evening.types("Ana", "life lose", amount=3)
    assert (await evening.refused("Ana", command, **options)).key == key
