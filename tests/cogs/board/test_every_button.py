"""Every button and list: pressed by outsiders, by two at once, after the end, for a game that is not there.

A verb that stands on none of these messages fails, so that new buttons are tried, too.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec import Struct
from msgspec.structs import replace
from simcord import InteractionResult, ResponseMessage

from cogs.board import buttons
from cogs.board import panel_view as board_panel_view
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.boards.style import BoardStyle
from cogs.lobby import panel_view as lobby_panel_view
from cogs.setup import render
from cogs.text.language import ENGLISH, speaking
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from storage.games.games import GameView
from storage.settings.definitions import SAME_TIME, Level
from tests.support import messages
from tests.support.evening import Evening, service_of
from tests.support.evening_fixtures import evening_of
from tests.support.games import view_of
from tests.support.leagues import create
from tests.support.messages import BUTTON, Said, message_of, pressable, said, verbs
from tests.support.messages import buttons as labels
from tests.support.tables import deal, gather
from web.access.addresses import WebAddress

Message = discord.Message | ResponseMessage
FOR_ANYBODY = {
    "join",
    "others",
    "panel",
    "target",
    "more",
    "form",
    "details",
    "page",
    "log",
    "openlog",
    "watch",
}
"""What people without a seat may press, too: it shows something to them alone, or gives them the seat."""
NOWHERE = GameId(999_999)
WITH_PAGE = BoardStyle(page=True)
ANY_PORT = WebAddress("127.0.0.1", 0)


class Situation(Struct, frozen=True):
    """How a message with buttons comes about; ``opened`` by a press of Ana's where only she sees it, or
    ``posted`` otherwise."""

    prepare: Callable[[Evening], Awaitable[None]]
    opened: str = ""
    posted: Callable[[Evening], Awaitable[Message]] | None = None

    async def message(self, evening: Evening) -> Message:
        await self.prepare(evening)
        if self.posted is not None:
            return await self.posted(evening)
        if self.opened == "log":
            shown = await evening.people["Ana"].slash(evening.channel, "log")
        elif self.opened:
            shown = await evening.people["Ana"].click(evening.board_message(), label=self.opened)
        else:
            return evening.board_message()
        assert shown.response is not None
        return shown.response


@pytest.fixture
async def evening(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose games have pages, so that boards have all of their buttons."""
    async with evening_of(request, tmp_path, ANY_PORT) as evening:
        yield evening


async def open_lobby(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy")


async def team_lobby(evening: Evening) -> None:
    await gather(evening, "archenemy", "Ana, Ben, Cy", edition="2011")


async def teams_to_count(evening: Evening) -> None:
    await gather(evening, "team_vs_team", "Ana, Ben, Cy")


async def commander_lobby(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben, Cy")


async def closed_lobby(evening: Evening) -> None:
    await open_lobby(evening)
    await evening.types("Ana", "game end")


async def playing(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "life lose", amount=1)


async def partners(evening: Evening) -> None:
    """Ana has two commanders."""
    await playing(evening)
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")


async def holding(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "hold")


async def over(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")


async def large(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy, " + ", ".join(f"G{n}" for n in range(20)))
    await evening.types("Ana", "game start")


async def lobby_with_guests(evening: Evening) -> None:
    """Ben's, where Ana and Dee are guests."""
    await gather(evening, "free_for_all", "Ben, Cy")
    form = await evening.people["Ben"].click(evening.board_message(), label="Add players…")
    await evening.people["Ben"].submit_modal(form, {"members": [], "guests": "Ana, Dee"})


async def lets_guests_join(evening: Evening) -> Message:
    """Ana moderates in Ben's lobby, where guests may join."""
    opened = await evening.people["Ana"].click(evening.board_message(), label="Guests…")
    await evening.people["Ana"].click(message_of(opened), label="Let guests join")
    return message_of(opened)


async def bens_panel(evening: Evening) -> Message:
    """Ana looks at it."""
    (beside,) = messages.beside(evening.board_message(), "Ben")
    opening = evening.people["Ana"].click(evening.board_message(), custom_id=beside["custom_id"])
    return message_of(await opening)


async def rest_of_bens_panel(evening: Evening) -> Message:
    """Ana has pressed More… on it."""
    panel = await bens_panel(evening)
    await evening.people["Ana"].click(panel, label="More…")
    return panel


async def asked_for_a_commander(evening: Evening) -> Message:
    """Ana opens Ben's panel for combat damage by a commander."""
    panel = await bens_panel(evening)
    await evening.people["Ana"].click(panel, label="Commander…")
    return panel


async def asked_to_concede(evening: Evening) -> Message:
    """Ana has pressed Concede on Ben's panel."""
    panel = await rest_of_bens_panel(evening)
    await evening.people["Ana"].click(panel, label="Concede")
    return panel


async def asked_whose_turn(evening: Evening) -> Message:
    """Ben wants to pass Ana's turn."""
    asked = message_of(await evening.people["Ben"].click(evening.board_message(), label="Pass turn"))
    return asked


async def claimed(evening: Evening) -> Message:
    """Dee says that a guest is her; Ben hosts."""
    await evening.types("Ben", "game start")
    refused = message_of(await evening.people["Dee"].click(evening.board_message(), label="−1"))
    asked = message_of(await evening.people["Dee"].click(refused, label="That's me"))
    return asked


async def not_at_the_table(evening: Evening) -> None:
    """Ben's game, where Ana has no seat."""
    await deal(evening, names="Ben, Cy")


async def offered_a_seat(evening: Evening) -> Message:
    refused = message_of(await evening.people["Dee"].click(evening.board_message(), label="−1"))
    return refused


async def asking_for_a_seat(evening: Evening) -> Message:
    asks = message_of(await evening.people["Dee"].slash(evening.channel, "game join"))
    return asks


async def two_of_a_name(evening: Evening) -> Message:
    """Ana names someone, and two members are called so."""
    for name in ("max_one", "max_two"):
        evening.server.add_member(evening.env.create_user(name), nick="Max")
    asked = await evening.people["Ana"].slash(evening.channel, "game add", players="Max")
    return asked.followups[-1]


async def choosing_a_fix(evening: Evening) -> Message:
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "fix"))
    return shown


async def answered_undo(evening: Evening) -> Message:
    """Ana has undone that she lost life."""
    await evening.types("Ben", "life lose", amount=1)
    undone = await evening.people["Ana"].click(evening.board_message(), label="Undo")
    return undone.followups[-1]


async def undone_loss(evening: Evening) -> Message:
    await evening.types("Cy", "concede")
    undone = await evening.people["Ana"].click(evening.board_message(), label="Undo")
    return undone.followups[-1]


async def previewing_a_card(evening: Evening) -> Message:
    shown = message_of(
        await evening.people["Ana"].slash(
            evening.channel, "card", name="Beacon of Immortality", targets="Ben"
        )
    )
    return shown


async def previewing_a_fix(evening: Evening) -> Message:
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "fix", step="4", amount="2"))
    return shown


async def effects_in_force(evening: Evening) -> Message:
    """Ana has a card that does something as long as she has it."""
    await evening.types("Ana", "card", name="Platinum Angel")
    return message_of(await evening.people["Ana"].slash(evening.channel, "effect list"))


async def asked_who_controls(evening: Evening) -> Message:
    """The same, about to change control."""
    listed = await effects_in_force(evening)
    return message_of(await evening.people["Ana"].click(listed, label="New controller…"))


async def panel_with_effects(evening: Evening) -> Message:
    await effects_in_force(evening)
    return message_of(await evening.people["Ben"].click(evening.board_message(), label="More…"))


async def playing_in_a_league(evening: Evening) -> None:
    """The league counts knock-outs."""
    await create(evening, preset="achievements")
    await playing(evening)


async def lost_by_an_unknown_hand(evening: Evening) -> Message:
    return message_of(await evening.people["Ben"].slash(evening.channel, "life lose", amount=99, who="Cy"))


async def asked_who_did_it(evening: Evening) -> Message:
    lost = await lost_by_an_unknown_hand(evening)
    return message_of(await evening.people["Ben"].click(lost, label="Cy: knocked out by…"))


async def someone_lost(evening: Evening) -> None:
    """Cy has just lost, and Ben has lost life since then."""
    await evening.settings.choose(Level.SERVER, evening.server.id, SAME_TIME, "300")
    await playing(evening)
    await evening.types("Cy", "concede")
    await evening.types("Ben", "life lose", amount=3)


async def told_of_a_loss(evening: Evening) -> discord.Message:
    return [one for one in evening.channel.history() if "together" in verbs(one)][-1]


async def panel_of_a_loss(evening: Evening) -> Message:
    told = await told_of_a_loss(evening)
    shown = message_of(await evening.people["Ana"].click(told, custom_id=verbs(told)["together"]))
    return shown


async def offered_to_join(evening: Evening) -> Message:
    """Ana's damage to Ben comes too late for a draw."""
    await evening.types("Ben", "life set", to=5)
    await evening.types("Ana", "life set", to=0)
    late = message_of(await evening.people["Ana"].slash(evening.channel, "damage", amount=5, who="Ben"))
    return late


async def offered_a_draw(evening: Evening) -> Message:
    """Ben has agreed to a draw."""
    await evening.types("Ben", "draw", reason="agreement")
    return [one for one in evening.channel.history() if "Agree to a draw" in labels(one)][-1]


async def voting(evening: Evening) -> None:
    """Ana has cast one of two votes."""
    await playing(evening)
    await evening.types("Ana", "vote", question="Tivit", options="evidence, bribery", extra="Ana")
    await evening.presses("Ana", "evidence", await vote(evening))


async def vote(evening: Evening) -> discord.Message:
    return [one for one in evening.channel.history() if "bribery" in labels(one)][-1]


async def asked_to_vote_for_another(evening: Evening) -> Message:
    """Ben presses while Ana votes."""
    asked = message_of(await evening.people["Ben"].click(await vote(evening), label="bribery"))
    return asked


async def moderator_concedes(evening: Evening) -> Message:
    """Ana, who moderates and plays, concedes for Ben."""
    return message_of(await evening.people["Ana"].slash(evening.channel, "concede", who="Ben"))


async def line_of_two_meanings(evening: Evening) -> Message:
    """Ana has typed a number without a sign."""
    return message_of(await evening.people["Ana"].slash(evening.channel, "x", text="ben 3"))


async def moderator_agrees(evening: Evening) -> Message:
    """She agrees to a draw."""
    return message_of(await evening.people["Ana"].slash(evening.channel, "draw", reason="agreement"))


async def secret_roles(evening: Evening) -> None:
    """Three players of Treachery, of whom no one's role is known."""
    await gather(evening, "treachery", "Ana, Ben, Cy")
    await evening.types("Ana", "game start")


async def own_role(evening: Evening) -> Message:
    return message_of(await evening.people["Ana"].click(evening.board_message(), label="My role"))


SITUATIONS: Mapping[str, Situation] = {
    "board with secret roles": Situation(secret_roles),
    "own role": Situation(secret_roles, posted=own_role),
    "who is meant": Situation(open_lobby, posted=two_of_a_name),
    "lobby": Situation(open_lobby),
    "lobby of Commander": Situation(commander_lobby),
    "lobby of teams": Situation(team_lobby),
    "closed lobby": Situation(closed_lobby),
    "board": Situation(playing),
    "board on hold": Situation(holding),
    "board of a finished game": Situation(over),
    "large board": Situation(large),
    "panel": Situation(playing, "Others…"),
    "which commander": Situation(partners, "Cast"),
    "damage by a commander": Situation(playing, posted=asked_for_a_commander),
    "rest of another's panel": Situation(playing, posted=rest_of_bens_panel),
    "question about conceding": Situation(playing, posted=asked_to_concede),
    "question to a moderator about conceding": Situation(playing, posted=moderator_concedes),
    "question to a moderator about a draw": Situation(playing, posted=moderator_agrees),
    "line of two meanings": Situation(playing, posted=line_of_two_meanings),
    "question about a turn": Situation(playing, posted=asked_whose_turn),
    "rest of the panel": Situation(playing, "More…"),
    "panel of a large game": Situation(large, "Others…"),
    "options": Situation(team_lobby, "Options…"),
    "options for teams": Situation(teams_to_count, "Options…"),
    "details": Situation(large, "Details…"),
    "log": Situation(playing, "log"),
    "answer to Undo": Situation(playing, posted=answered_undo),
    "loss that was undone": Situation(playing, posted=undone_loss),
    "steps to fix": Situation(playing, posted=choosing_a_fix),
    "preview of a card": Situation(playing, posted=previewing_a_card),
    "preview of a fix": Situation(playing, posted=previewing_a_fix),
    "effects": Situation(playing, posted=effects_in_force),
    "new controller": Situation(playing, posted=asked_who_controls),
    "panel with effects": Situation(playing, posted=panel_with_effects),
    "loss that a league counts": Situation(playing_in_a_league, posted=lost_by_an_unknown_hand),
    "who did it": Situation(playing_in_a_league, posted=asked_who_did_it),
    "message of a loss": Situation(someone_lost, posted=told_of_a_loss),
    "panel of a loss": Situation(someone_lost, posted=panel_of_a_loss),
    "offer to join": Situation(someone_lost, posted=offered_to_join),
    "offer of a draw": Situation(playing, posted=offered_a_draw),
    "vote": Situation(voting, posted=vote),
    "vote for another": Situation(voting, posted=asked_to_vote_for_another),
    "offer of a guest's seat": Situation(lobby_with_guests, "Join"),
    "panel about guests": Situation(lobby_with_guests, posted=lets_guests_join),
    "claim": Situation(lobby_with_guests, posted=claimed),
    "offer of a new seat": Situation(not_at_the_table, posted=offered_a_seat),
    "request for a new seat": Situation(not_at_the_table, posted=asking_for_a_seat),
}
PUBLIC = {name: one for name, one in SITUATIONS.items() if not one.opened and one.posted is None}
every_situation = pytest.mark.parametrize("name", SITUATIONS)
every_public_one = pytest.mark.parametrize("name", PUBLIC)


def verb(component: Mapping[str, Any]) -> str:
    press = TableCustomId.read(component["custom_id"])
    assert press is not None, component["custom_id"]
    return press.verb


async def press(evening: Evening, who: str, message: Message, component: Mapping[str, Any]) -> Said:
    """A press, or a pick of the last thing in a list."""
    result: InteractionResult
    if component["type"] == BUTTON:
        result = await evening.people[who].click(message, custom_id=component["custom_id"])
    else:
        picked = component["options"][-1]["value"]
        result = await evening.people[who].select(message, [picked], custom_id=component["custom_id"])
    return said(result)


async def view(evening: Evening) -> GameView:
    return await view_of(evening.games, evening.place)


async def post(evening: Evening, layout: discord.ui.LayoutView) -> discord.Message:
    """A message of the bot's with these buttons."""
    return await evening.text_channel.send(view=layout)


async def test_every_verb_stands_on_some_message(evening: Evening) -> None:
    found: set[str] = set()
    for one in SITUATIONS.values():
        found |= {verb(component) for component in pressable(await one.message(evening))}
        await make_room(evening)
    late = {"joinlate"}  # a private offer: see tests/cogs/same_time
    assert found | late == service_of(evening.bot).hooks.routes[TableCustomId.route].answers.keys()


async def make_room(evening: Evening) -> None:
    """Ends what goes on in the channel, for the next one."""
    table = (await view(evening)).table
    if not (table.closed if isinstance(table, Lobby) else table.outcome is not None):
        await evening.types("Ana", "game end")


@every_public_one
async def test_outsiders_change_nothing(evening: Evening, name: str) -> None:
    message = await PUBLIC[name].message(evening)
    for component in pressable(message):
        before = await evening.number_of_entries()
        answer = await press(evening, "Fay", message, component)
        if verb(component) not in FOR_ANYBODY:
            assert answer.private, component["label"]
            assert await evening.number_of_entries() == before
        elif verb(component) == "join":
            await evening.types("Fay", "game leave")


@pytest.mark.sample(6)
@every_public_one
async def test_two_at_once_are_both_answered(evening: Evening, name: str) -> None:
    for place, _ in enumerate(pressable(await PUBLIC[name].message(evening))):
        message = evening.board_message()
        there = pressable(message)
        if place >= len(there):
            break  # the press before has made another board of it
        # Reading an answer fails where there is none, and the evening fails for an error that is logged.
        await evening.at_once(*(press(evening, who, message, there[place]) for who in ("Ana", "Ben", "Ana")))


@pytest.mark.sample(6)
@every_situation
async def test_a_game_that_there_is_not(evening: Evening, name: str) -> None:
    await SITUATIONS[name].prepare(evening)
    now = await view(evening)
    with speaking(ENGLISH):
        layouts = [render(replace(now, game=NOWHERE), WITH_PAGE)]
        if isinstance(now.table, Game):
            first = now.table.players[0].id
            layouts += [
                buttons.page_view(now.table, NOWHERE, 0),
                board_panel_view.panel_message(now.table, NOWHERE, first, None),
            ]
        else:
            layouts.append(lobby_panel_view.lobby_panel(now.table, NOWHERE))
    for layout in layouts:
        message = await post(evening, layout)
        for component in pressable(message):
            before = await evening.number_of_entries()
            assert (await press(evening, "Ana", message, component)).private
            assert await evening.number_of_entries() == before


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "name", ["board", "board on hold", "large board", "panel", "details", "options", "lobby"]
)
async def test_buttons_from_before_the_end(evening: Evening, name: str) -> None:
    message = await SITUATIONS[name].message(evening)
    there = pressable(message)
    now = await view(evening)
    if isinstance(message, discord.Message):
        message = await post(evening, render(now, WITH_PAGE))  # the board itself changes with the end
        there = pressable(message)
    await evening.types("Ana", "game end")
    for component in there:
        if verb(component) in ("undo", "page", "details", "openlog", "watch"):
            continue  # they work on finished games, too
        before = await evening.number_of_entries()
        answer = await press(evening, "Ana", message, component)
        assert answer.private, component
        assert await evening.number_of_entries() == before
