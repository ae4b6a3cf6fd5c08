"""Evenings with secret roles, as the people at the table see them."""

import re

import pytest

from tests.cogs.history.test_fix import Fix
from tests.support.evening import Evening
from tests.support.messages import private_message_of, said, text
from tests.support.panels import BoardPanel
from tests.support.tables import gather
from tests.support.wording import gist

FIVE = ("Ana", "Ben", "Cy", "Dee", "Eve")
ROLES = ("Leader", "Guardian", "Assassin", "Traitor", "King", "Knight", "Bandit", "Usurper")


async def begun(evening: Evening, variant: str, people: tuple[str, ...] = FIVE) -> dict[str, str]:
    """Return a game with everyone's role, as each has read it alone."""
    await gather(evening, variant, ", ".join(people))
    await evening.types(people[0], "game start")
    return {name: await own(evening, name) for name in people}


async def own(evening: Evening, name: str) -> str:
    """Return what someone's board says to them alone."""
    answer = await evening.presses(name, "My role")
    assert answer.private
    found = re.match(r"### Your role: (\w+)", answer.text)
    assert found is not None, answer.text
    return found[1]


def having(roles: dict[str, str], role: str) -> list[str]:
    return [name for name, one in roles.items() if one == role]


def told(evening: Evening) -> set[str]:
    """Return the names of roles that everyone has read after who is known, in the chat or on the board."""
    chat = "\n".join(line for line in "\n".join(evening.chat()).splitlines() if "Roles dealt" not in line)
    return {role for role in ROLES if re.search(rf"\b{role}\b", chat)}


async def test_treachery_from_the_lobby_to_the_end(evening: Evening) -> None:
    """Five players: only the Leader is known and goes first; a Traitor shows a role, a leaver's is shown, and
    the Assassins win once the Leader has lost."""
    await gather(evening, "treachery", ", ".join(FIVE))
    assert "Assassins" in evening.board()
    started = await evening.types("Ana", "game start")
    roles = {name: await own(evening, name) for name in FIVE}
    assert sorted(roles.values()) == ["Assassin", "Assassin", "Guardian", "Leader", "Traitor"]
    (leader,), (traitor,), (guardian,) = (having(roles, one) for one in ("Leader", "Traitor", "Guardian"))
    assert f"**{leader}**" in started.text.splitlines()[0]
    assert "Leader" in evening.board()
    for secret in ("Guardian", "Assassin", "Traitor"):
        assert secret not in evening.board()
    # By command it is the same, privately; no one else's can be asked for.
    typed = await evening.types(traitor, "game role")
    assert typed.private
    assert "Traitor" in typed.text
    assert (await evening.refused("Fay", "game role")).key == "roles_for_players"
    assert (await evening.refused(traitor, "game role", who=leader)).key == "role_is_own"
    assert (await evening.refused("Ana" if leader != "Ana" else "Ben", "game reveal", who=leader)).key
    # The Traitor shows a role to everyone by the button below the private answer.
    asked = await evening.people[traitor].click(evening.board_message(), label="My role")
    await evening.people[traitor].click(private_message_of(asked), label="Show to everyone")
    assert any("Traitor" in line and traitor in line for line in evening.chat())
    assert (await evening.refused(traitor, "game reveal")).key == "role_known"
    # Who leaves shows a role.
    out = await evening.types("Ana", "lose", reason="effect", who=guardian)
    assert "Guardian" in out.text
    # It can be taken back, and the table reads whose role is no longer shown.
    back = await evening.types("Ana", "undo")
    assert guardian in back.text.splitlines()[-1]
    await evening.types("Ana", "redo")
    ended = await evening.types("Ana", "lose", reason="effect", who=leader)
    assassins = having(roles, "Assassin")
    bold = [
        {name for name in FIVE if name in line.split("**")[1]}
        for line in ended.text.split("\n")
        if "**" in line
    ]
    assert {*assassins} in bold
    assert all(name in ended.text for name in FIVE)
    assert "CR" not in ended.text.splitlines()[-1]


async def test_no_one_reads_a_role_before_a_rule_shows_it(evening: Evening) -> None:
    """In Kingdom leaving shows nothing: after a Knight's loss chat, log and fixes name the King alone."""
    roles = await begun(evening, "kingdom")
    (knight,), (king,) = having(roles, "Knight"), having(roles, "King")
    await evening.types("Ana", "lose", reason="effect", who=knight)
    await evening.types("Ana", "life lose", amount=3, who=king)
    await evening.types("Ana", "undo")
    await evening.types("Ana", "log")
    assert told(evening) == {"King"}
    for other in FIVE:
        log = await evening.people[other].slash(evening.channel, "log")
        assert not {one for one in ROLES if one in text(private_message_of(log)) and one != "King"}
    assert (await evening.refused(knight, "game reveal")).key == "left_game"
    bandit = having(roles, "Bandit")[0]
    assert (await evening.refused(bandit, "game reveal")).key == "roles_stay_secret"
    # Looking ahead tells nothing: what would follow from the King's loss is the same for all deals.
    panel = await evening.people[bandit].slash(evening.channel, "fix")
    assert not {one for one in ROLES if one in said(panel).text and one != "King"}


async def test_a_usurper_takes_over_once_the_table_has_said_who_it_was(evening: Evening) -> None:
    """Six players: the King has lost life by taps of an own button, so the table is asked who did it."""
    six = (*FIVE, "Fay")
    roles = await begun(evening, "kingdom", six)
    (king,), (usurper,) = having(roles, "King"), having(roles, "Usurper")
    asked = await evening.types(king, "life lose", amount=50)
    assert gist(asked.text)[-1] == king
    answer = await evening.people[usurper].click(evening.board_message(), label=f"{king}: knocked out by…")
    await evening.people[usurper].click(private_message_of(answer), label=usurper)
    assert f"{usurper} · 50" in evening.board()
    assert "King" in evening.board()


async def test_a_usurped_king_may_play_on(evening: Evening) -> None:
    """King and Usurper change places, the new King at 50 life, the old one at 1, as some tables play it."""
    six = (*FIVE, "Fay")
    await gather(evening, "kingdom", ", ".join(six))
    await evening.types("Ana", "game options", **{"king-stays": True})
    await evening.types("Ana", "game start")
    roles = {name: await own(evening, name) for name in six}
    (king,), (usurper,) = having(roles, "King"), having(roles, "Usurper")
    taken = await evening.types(usurper, "damage", amount=50, who=king, **{"from": usurper})
    assert f"{king}** plays on as Usurper" in taken.text
    board = evening.board()
    assert f"{usurper} · 50" in board
    assert f"{king} · 1\n" in board
    assert {await own(evening, king), await own(evening, usurper)} == {"King", "Usurper"}
    assert await own(evening, usurper) == "King"


async def test_the_lobby_has_options_for_roles(evening: Evening) -> None:
    await gather(evening, "kingdom", ", ".join(FIVE))
    panel = await BoardPanel(evening, "Ana", "Options…").open()
    for label, words in (
        ("Leaving shows the role: off", "leaving the game shows the role"),
        ("Joint wins draw: off", "roles that win at the same time draw"),
        ("Out can still win: off", "players who are out can still win"),
        ("Usurped King stays: off", "a usurped king plays on as usurper"),
    ):
        assert words not in evening.board().casefold()
        await panel.press(label)
        assert words in evening.board().casefold()
    assert (await evening.refused("Ana", "game options", variant="star", **{"show-roles": True})).key
    refused = await evening.refused("Ana", "game options", variant="treachery", **{"king-stays": True})
    assert refused.key == "no_usurper"
    await evening.types("Ana", "game start")
    roles = {name: await own(evening, name) for name in FIVE}
    (knight,) = having(roles, "Knight")
    out = await evening.types("Ana", "lose", reason="effect", who=knight)
    assert "Knight" in out.text


async def test_starting_again_deals_again_and_redo_does_not(evening: Evening) -> None:
    """An undo of the start says what follows; redo brings back the same roles."""
    roles = await begun(evening, "treachery")
    back = await evening.types("Ana", "undo")
    assert "redo" in back.text
    await evening.types("Ana", "redo")
    assert {name: await own(evening, name) for name in FIVE} == roles


async def test_a_button_shows_no_role_of_a_later_deal(evening: Evening) -> None:
    """An answer of the deal that was undone stays with its reader."""
    roles = await begun(evening, "treachery")
    (traitor,) = having(roles, "Traitor")
    old = private_message_of(await evening.people[traitor].click(evening.board_message(), label="My role"))
    await evening.types("Ana", "undo")
    await evening.types("Ana", "game start")
    said_before = evening.chat()
    refused = private_message_of(await evening.people[traitor].click(old, label="Show to everyone"))
    assert text(refused) == "Roles were dealt again. Press **My role** to see yours."
    assert evening.chat() == said_before


async def test_all_who_win_are_named(evening: Evening) -> None:
    """In Treachery, an Assassin's win is the other Assassin's, too (CR 104.2b: the effect says who wins)."""
    roles = await begun(evening, "treachery")
    started = next(line for line in "\n".join(evening.chat()).splitlines() if line.startswith("Seats: "))
    seats = started.removeprefix("Seats: ").split(" → ")
    one, other = sorted(having(roles, "Assassin"), key=seats.index)
    for who in (one, other):
        ended = await evening.types("Ana", "win", who=who)
        assert ended.text.splitlines()[0] == f"**{one} and {other} win the game** (CR 104.2b)."
        assert f"## **{one} and {other} win the game** (CR 104.2b)" in evening.board()
        await evening.types("Ana", "undo")


async def test_a_restart_says_which_roles_are_dealt_again(evening: Evening) -> None:
    """Four are left: a Leader, two Assassins and a Traitor."""
    roles = await begun(evening, "treachery")
    (guardian,) = having(roles, "Guardian")
    await evening.types(guardian, "concede")
    by = next(name for name in FIVE if name != guardian)
    _, dealt, known, where = (await evening.types(by, "game restart")).text.splitlines()
    assert dealt == "Roles dealt: Leader, 2 × Assassin, Traitor."
    assert re.fullmatch(r"Known to all: \w+ \(Leader\)\.", known)
    assert where.startswith("**My role**")


@pytest.mark.own_bot
async def test_a_seat_keeps_its_role_and_a_restart_the_deal(evening: Evening) -> None:
    """The role is that of the seat; the bot is started again, and the host leaves, who isn't the King."""
    roles = await begun(evening, "kingdom")
    while roles["Ana"] == "King":
        await evening.types("Ana", "undo")
        await evening.types("Ana", "game start")
        roles = {name: await own(evening, name) for name in FIVE}
    other = "Ben"
    await evening.types(other, "game hand-over", to=evening.people["Fay"])
    assert (await evening.refused(other, "game role")).key == "roles_for_players"
    await evening.restart()
    assert await own(evening, "Fay") == roles[other]
    left = await evening.types("Ana", "concede")
    assert not {role for role in ROLES if role in left.text and role != "King"}
    assert {name: await own(evening, name) for name in FIVE[2:]} == {name: roles[name] for name in FIVE[2:]}
    assert await own(evening, "Ana") == roles["Ana"]


async def test_a_rematch_deals_again(evening: Evening) -> None:
    """And it shows no more than the new Leader: the roles of the game before are no one's now."""
    roles = await begun(evening, "treachery")
    (leader,) = having(roles, "Leader")
    ended = await evening.types("Ana", "lose", reason="effect", who=leader)
    assert all(name in ended.text for name in FIVE)
    await evening.presses("Ana", "Rematch")
    for name in FIVE[1:]:
        await evening.presses(name, "Join")
    await evening.types("Ana", "game start")
    again = {name: await own(evening, name) for name in FIVE}
    assert sorted(again.values()) == sorted(roles.values())
    assert set(re.findall(rf"\b(?:{'|'.join(ROLES)})\b", evening.board())) == {"Leader"}


async def test_a_fix_before_the_deal_keeps_it_and_tells_no_role(evening: Evening) -> None:
    """Step by step from the first: what is fixed later is replayed with the same roles."""
    roles = await begun(evening, "treachery")
    (leader,), (traitor,) = having(roles, "Leader"), having(roles, "Traitor")
    await evening.types("Ana", "life lose", amount=3, who=traitor)
    await evening.types("Ana", "life lose", amount=4, who=leader)
    steps = await evening.suggestions("Ana", "fix", "step")
    first = steps[-1].partition(":")[0]
    fix = Fix(evening, "Ana")
    shown = await fix.types("fix", step=first, amount="5")
    assert not {role for role in ROLES if role in shown and role != "Leader"}
    await fix.press("Do it")
    assert f"{traitor} · 35" in evening.board()
    assert {name: await own(evening, name) for name in FIVE} == roles
    # The deal itself isn't a step that a fix can change.
    assert not any("Roles" in step or "started" in step for step in steps)


async def test_undo_of_a_shown_role_hides_it_and_says_who_has_seen_it(evening: Evening) -> None:
    roles = await begun(evening, "treachery")
    (traitor,) = having(roles, "Traitor")

    async def shows() -> bool:
        """Return whether another step, which stands on the board from then on, leaves the role there."""
        await evening.types("Ana", "life gain", amount=1)
        return "Traitor" in evening.board()

    await evening.types(traitor, "game reveal")
    assert await shows()
    await evening.types("Ana", "undo")
    back = await evening.types("Ana", "undo")
    assert traitor in back.text.splitlines()[-1]
    assert await own(evening, traitor) == "Traitor"
    again = await evening.types("Ana", "redo")
    assert "Traitor" in again.text
    await evening.types("Ana", "undo")
    assert not await shows()
