"""Decklists of an event: registered before the first round, then final and public."""

import json

import pytest
from simcord import InteractionResult

from tests.cogs.tournaments.test_files import exported
from tests.cogs.tournaments.test_rounds import state
from tests.cogs.tournaments.test_sign_up import event
from tests.cogs.tournaments.test_teams import mentions
from tests.support.evening import Evening
from tests.support.leagues import begin_round, sign_up
from tests.support.messages import Said, buttons, private_message_of, said, text
from tests.support.panels import forget

BURN = "https://example.com/burn"
BOLTS = "4 Lightning Bolt\n56 Mountain"


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The event Friday of the duels of Ben, Cy, Dee and the guest Gil, which asks for decklists."""
    await evening.types("Ana", "event create", name="Friday", play="duels", decklists=True)
    await sign_up(evening, "Gil")
    return evening


async def asks(evening: Evening, who: str) -> InteractionResult:
    """Press My decklist… on the event's message."""
    return await evening.people[who].click(event(evening), label="My decklist…")


async def registers(evening: Evening, who: str, decklist: str) -> Said:
    """Register a decklist by the button's form."""
    return said(await evening.people[who].submit_modal(await asks(evening, who), {"decklist": decklist}))


async def shown(evening: Evening, who: str, player: str) -> str:
    """Return the answer that shows a player's decklist."""
    answer = await evening.types(who, "decklist show", who=player)
    assert answer.private
    return answer.text


def message(evening: Evening) -> str:
    return text(event(evening))


async def test_a_list_is_ones_own_until_the_first_round_and_then_everyones(evening: Evening) -> None:
    answer = await registers(evening, "Ben", BURN)
    assert answer.private
    assert "**Decklists:** 1 of 4" in message(evening)
    assert BURN in await shown(evening, "Ben", "Ben")
    assert BURN in await shown(evening, "Ana", "Ben"), "a judge reads it"
    hidden = await evening.refused("Cy", "decklist show", who="Ben")
    assert hidden.key == "event_decklists_hidden"
    assert BURN not in (await evening.types("Cy", "decklist show")).text
    assert "Decklists" not in buttons(event(evening))
    await begin_round(evening)
    assert BURN in await shown(evening, "Cy", "Ben")
    everyones = said(await evening.people["Eve"].click(event(evening), label="Decklists"))
    assert everyones.private
    assert BURN in everyones.text


async def test_the_form_has_the_list_so_far_and_an_empty_one_removes_it(evening: Evening) -> None:
    await evening.types("Ben", "decklist submit", decklist=BURN)
    form = (await asks(evening, "Ben")).modal
    assert form is not None
    assert form["components"][0]["component"]["value"] == BURN
    await registers(evening, "Ben", BOLTS)
    assert "56 Mountain" in await shown(evening, "Ben", "Ben")
    await registers(evening, "Ben", "")
    assert (await evening.refused("Ana", "decklist show", who="Ben")).key == "event_no_decklist"
    assert "**Decklists:** 0 of 4" in message(evening)


async def test_who_was_paired_changes_nothing_and_a_judge_still_can(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    await begin_round(evening)
    refused = await evening.refused_press("Ben", "My decklist…", event(evening))
    assert refused.key == "event_decklist_locked"
    refused = await evening.refused("Ben", "decklist submit", decklist=BOLTS)
    assert refused.key == "event_decklist_locked"
    refused = await evening.refused("Ben", "decklist submit", decklist=BOLTS, who="Gil")
    assert refused.key == "league_judges_only"
    await evening.types("Ana", "decklist submit", decklist=BOLTS, who="Gil")
    assert "Lightning Bolt" in await shown(evening, "Ben", "Gil")


async def test_who_joins_late_registers_until_they_are_paired(evening: Evening) -> None:
    await begin_round(evening)
    await evening.people["Eve"].click(event(evening), label="Join late")
    await registers(evening, "Eve", BURN)
    assert BURN in await shown(evening, "Ben", "Eve")


async def test_judges_see_who_has_none(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    panel = said(await evening.people["Ana"].click(event(evening), label="Organize…"))
    (line,) = [one for one in panel.text.splitlines() if one.startswith("**No decklist:**")]
    assert [name for name in ("Ben", "Cy", "Dee", "Gil") if name in line] == ["Cy", "Dee", "Gil"]
    checked = await evening.types("Ana", "event check-in")
    assert "My decklist…" in checked.text


async def test_the_cut_shows_the_lists(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    await begin_round(evening)
    for table in (1, 2):
        await evening.types("Ana", "event result", table=table, outcome="draw")
    await evening.types("Ana", "event cut", players=4)
    (lists,) = [one for one in map(text, evening.channel.history()) if BURN in one]
    assert "**Friday**: 1 decklist" in lists
    assert "/decklist submit" in lists, "for a judge, who registers the others"


async def test_the_lists_are_in_the_file_of_the_event_and_survive_a_restart(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    await evening.types("Ana", "decklist submit", decklist=BOLTS, who="Gil")
    await begin_round(evening)
    await evening.types("Ana", "event close")
    await evening.env.settle()
    standings = json.loads((await exported(evening))["event.json"])["standings"]
    assert {one["name"]: one["decklist"] for one in standings} == {
        "Ben": BURN,
        "Gil": BOLTS,
        "Cy": "",
        "Dee": "",
    }


@pytest.mark.own_bot
async def test_a_restart_forgets_no_list(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    await evening.restart()
    assert BURN in await shown(evening, "Ben", "Ben")


async def test_privacy_gives_and_deletes_the_list(evening: Evening) -> None:
    await registers(evening, "Ben", BURN)
    answer = await evening.people["Ben"].slash(evening.channel, "privacy export")
    (file,) = private_message_of(answer).attachments
    assert BURN in (await file.read()).decode()
    await forget(evening, "Ben")
    assert BURN not in str(await state(evening))
    written = "SELECT decklist FROM tournament_player WHERE tournament = ? AND decklist IS NOT NULL"
    assert await evening.database.fetch(written, await evening.tournament()) == []


async def test_an_event_that_asks_for_none_takes_none(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Saturday")
    await sign_up(evening, "Gil")
    assert "My decklist…" not in buttons(event(evening))
    refused = await evening.refused("Ben", "decklist submit", decklist=BURN)
    assert refused.key == "event_no_decklists"


async def test_members_of_teams_register_each(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Friday", team_size=2, decklists=True)
    await evening.types("Ana", "event team", name="Red", players=mentions(evening, "Ben", "Cy"))
    await registers(evening, "Ben", BURN)
    assert "**Decklists:** 1 of 2" in message(evening)
