"""A night run by the buttons of the event's message: the panel of judges, and what players press."""

import pytest
from simcord import InteractionResult, ResponseMessage

from rules.game.game import Game
from rules.tournaments.state import SignUpStage
from tests.cogs.tournaments.test_rounds import lines, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import defaults, drops, imports, standing
from tests.support.messages import buttons, pressable, private_message_of, said, text
from tests.support.panels import forget
from tests.support.wording import gist

MEMBERS = ("Ben", "Cy", "Dee", "Eve", "Fay")
GUESTS = ("Gil", "Hal", "Ida", "Jo", "Kim", "Lee")


class Panel:
    """Ana's panel of the event."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.ana = evening.people["Ana"]
        self.presses = 0
        """Buttons pressed, options picked and forms sent off."""
        self.message: ResponseMessage | None = None

    async def open(self) -> "Panel":
        """Press **Organize…** on the event's message."""
        await self._after(await self.ana.click(event(self.evening), label="Organize…"))
        return self

    async def _after(self, result: InteractionResult) -> None:
        self.presses += 1
        self.result = result
        await self.evening.env.settle()
        if result.response is not None and result.response.ephemeral:
            self.message = private_message_of(result)
        assert self.message is not None

    @property
    def shown(self) -> str:
        """What is to be read on it now."""
        assert self.message is not None
        return text(self.message)

    @property
    def labels(self) -> list[str]:
        """Its buttons."""
        assert self.message is not None
        return buttons(self.message)

    async def press(self, label: str) -> InteractionResult:
        """Press one of its buttons."""
        assert self.message is not None
        await self._after(await self.ana.click(self.message, label=label))
        return self.result

    async def pick(self, value: object) -> None:
        """Pick something from its list."""
        assert self.message is not None
        (custom_id,) = [one["custom_id"] for one in pressable(self.message) if one["type"] != 2]
        await self._after(await self.ana.select(self.message, [str(value)], custom_id=custom_id))

    async def fill(self, label: str, **values: object) -> None:
        """Open a form and send it off."""
        form = await self.press(label)
        await self._after(await self.ana.submit_modal(form, {**defaults(form), **values}))

    async def choose(self, name: str) -> None:
        """Pick a player from the main page on."""
        await self.press("Players…")
        players = (await state(self.evening)).players.values()
        await self.pick(next(one.number for one in players if one.name == name))

    async def enters(self, table: int, label: str) -> None:
        """Enter the result of a table from the list of tables on."""
        await self.pick(table)
        await self.press(label)


@pytest.fixture
async def panel(evening: Evening) -> Panel:
    """The panel of the event Friday in which no one is signed up."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    return await Panel(evening).open()


async def with_players(panel: Panel, *guests: str, rounds: int = 1) -> list[list[str]]:
    """Guests are signed up and the first round is paired; its tables."""
    await panel.fill("Add players…", players="new: " + ", ".join(guests))
    await panel.open()
    await panel.press("Pair round 1")
    assert len((await state(panel.evening)).rounds) == rounds
    return await tables(panel.evening)


async def test_a_night_of_eleven_by_buttons_alone(evening: Evening) -> None:
    """Three rounds and a cut, of which five players are members: nothing is typed after `/event create`.

    The judge's own presses are four for sign-up and check-in, one for each round that is paired, and for each
    table whose result a judge enters its choice and the winner.
    """
    await evening.types("Ana", "event create", name="Friday", play="duels")
    for name in MEMBERS:
        await evening.presses(name, "Join", event(evening))
    panel = await Panel(evening).open()
    await panel.fill("Add players…", players="new: " + ", ".join(GUESTS))
    await panel.open()
    await panel.press("Call check-in")
    for name in MEMBERS:
        await evening.presses(name, "I'm here", event(evening))
    await panel.press("Close check-in")
    assert len([one for one in (await state(evening)).players.values() if one.here]) == 11
    for number in (1, 2, 3):
        await panel.press(f"Pair round {number}")
        assert f"round {number}" in panel.shown
        seated = await tables(evening)
        assert len(seated) == 5
        await panel.press("Enter results")
        for table, names in enumerate(seated, start=1):
            await panel.enters(table, f"{min(names)} wins")
        assert "All tables are in." in panel.shown
    await panel.fill("Top cut…", cut=["4"])
    while "Pair top cut" in panel.labels:
        await panel.press("Pair top cut")
        seated = await tables(evening)
        await panel.press("Enter results")
        for table, names in enumerate(seated, start=1):
            await panel.enters(table, f"{min(names)} wins")
    assert "Ben won the event." in panel.shown
    await panel.press("Close…")
    await panel.press("Close event")
    assert (await state(evening)).over
    assert any(one.startswith("**Friday** is over: **Ben** wins!") for one in evening.chat())
    results, pairings = 3 * 5 + 3, 3 + 2
    # Opened twice, two forms, check-in twice, five lists of tables, closed after a question.
    assert panel.presses == 2 + 2 * 2 + 2 + pairings + pairings + 2 * results + 2


async def test_only_judges_have_the_panel(panel: Panel) -> None:
    for message in (event(panel.evening), panel.message):
        assert message is not None
    refused = await panel.evening.presses("Ben", "Organize…", event(panel.evening))
    assert refused.private
    assert panel.evening.refusal() == "league_judges_only"


async def test_a_double_loss_an_intentional_draw_and_what_stood_there_before(panel: Panel) -> None:
    """In a double loss no one has points; a draw by agreement is one point each (MTR 2.4)."""
    (one, other), (third, fourth) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.press("Enter results")
    await panel.enters(1, "Double loss")
    await panel.enters(2, "Intentional draw")
    points = standing(panel.evening)
    assert [points[name] for name in (one, other, third, fourth)] == ["0", "0", "1", "1"]
    told = await panel.evening.types("Ana", "event result", table=1, winner=other)
    now, before = told.text.splitlines()
    assert now == f"Round 1, table 1: {other} wins."
    assert "everyone loses" in before
    await panel.open()
    await panel.press("Log")
    assert f"{now} {before.removeprefix('-# ')}" in panel.shown
    assert panel.ana.mention in panel.shown
    exported = await panel.ana.slash(panel.evening.channel, "event export")
    assert exported.response is not None
    content = (await exported.response.attachments[1].read()).decode()
    assert f"1,2,{third},drew,intentional_draw" in content


async def test_a_table_to_which_no_one_comes_is_lost_by_both(panel: Panel) -> None:
    """Report 05: the second no-show was refused, and the one of two absent players led with three points."""
    evening = panel.evening
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await evening.types("Ana", "event no-show", who=one)
    await evening.env.settle()
    assert standing(evening)[other] == "3"
    await evening.types("Ana", "event no-show", who=other)
    await evening.env.settle()
    assert [standing(evening)[name] for name in (one, other)] == ["0", "0"]
    found = (await state(evening)).rounds[0].outcomes[1]
    assert (found.ruling, len(found.lost)) == ("no_show", 2)


async def test_the_27th_table_has_its_result_by_buttons(panel: Panel) -> None:
    """Lists of Discord have 25 entries; before, further tables weren't reached once all had a result."""
    guests = [f"Guest {number}" for number in range(1, 55)]
    await imports(panel.evening, "\n".join(guests).encode(), guests=True)
    await panel.open()
    await panel.press("Pair round 1")
    seated = await tables(panel.evening)
    await panel.press("Enter results")
    for label in ("Draw", f"{seated[26][1]} wins"):
        await panel.press("More tables")
        assert "More tables" not in panel.labels
        await panel.enters(27, label)
    now = await state(panel.evening)
    assert [now.players[won].name for won in now.rounds[0].outcomes[27].winners] == [seated[26][1]]


async def test_no_one_came_is_one_press(panel: Panel) -> None:
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.press("Enter results")
    await panel.enters(1, "No one came")
    now = await state(panel.evening)
    assert {now.players[lost].name for lost in now.rounds[0].outcomes[1].lost} == {one, other}
    assert [player.stage for player in now.players.values() if player.name in (one, other)] == ["out", "out"]


async def test_penalties_take_a_table_points_and_the_place(panel: Panel) -> None:
    """A match loss after the end gives the duel to the other one; a disqualified player leaves the standings,
    and the others move up (IPG 1.1)."""
    evening = panel.evening
    (one, other), (third, fourth) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.press("Enter results")
    await panel.enters(1, f"{one} wins")
    await panel.enters(2, f"{third} wins")
    await panel.choose(one)
    await panel.fill("Penalty…", kind=["match_loss"], infraction=["tardiness"])
    assert f"{one}: Match loss (Tardiness)." in panel.shown
    assert standing(evening) == {other: "3", third: "3", one: "0", fourth: "0"}
    assert any("– match loss." in said_there for said_there in evening.chat())
    await panel.fill("Penalty…", kind=["points"], infraction=["conduct"], points="2")
    assert standing(evening)[one] == "−2"
    await panel.press("Players…")
    await panel.pick(next(p.number for p in (await state(evening)).players.values() if p.name == third))
    await panel.fill("Penalty…", kind=["disqualification"], infraction=["cheating"])
    assert third not in standing(evening)
    assert standing(evening)[fourth] == "3"
    assert "Disqualified" in panel.shown
    assert "Sign up again" not in panel.labels


async def test_a_match_loss_at_a_table_that_goes_on_empties_the_seat(panel: Panel) -> None:
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.choose(one)
    await panel.fill("Penalty…", kind=["match_loss"], infraction=["tardiness"])
    await panel.evening.env.settle()
    now = await state(panel.evening)
    assert [now.players[won].name for won in now.rounds[0].outcomes[1].winners] == [other]


async def test_the_last_round_is_taken_back_and_paired_again(panel: Panel) -> None:
    """Its games end, its results count for nothing, and the next pairing opens tables in new threads."""
    evening = panel.evening
    (one, _other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await panel.open()
    await panel.press("Take back the round…")
    await panel.press("Take back the round")
    assert (await state(evening)).rounds == ()
    assert any("round 1 was taken back" in said_there for said_there in evening.chat())
    await panel.press("Pair round 1")
    assert (await state(evening)).rounds[0].outcomes == {}
    for table, names in enumerate(await tables(evening), start=1):
        there = await view(evening, 1, table)
        assert isinstance(there.table, Game)
        assert there.table.outcome is None
        assert [player.name for player in there.table.players] == names


async def test_a_closed_event_is_read_and_goes_on(panel: Panel) -> None:
    evening = panel.evening
    (one, _), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await panel.open()
    await panel.press("Close…")
    assert "Table 2 has no result" in panel.shown
    await panel.press("Close event")
    assert (await state(evening)).over
    for command in ("event standings", "event export"):
        answer = await evening.types("Ben", command)
        assert answer.private
        assert "no event" not in answer.text
    await panel.press("Reopen event")
    assert not (await state(evening)).over
    assert "**Friday** goes on." in evening.chat()
    await types(evening, 1, 2, "win", who=(await tables(evening))[1][0])
    assert gist(lines(evening)[3]) == ["2 2"]


async def test_who_drops_is_asked_and_told_and_comes_back(panel: Panel) -> None:
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await with_players(panel, "Gil", "Hal", "Ida")
    asked = await evening.people["Ben"].click(event(evening), label="Drop…")
    assert said(asked).private
    assert "Your results stay in the standings." in said(asked).text
    assert [one.name for one in (await state(evening)).at(SignUpStage.IN)].count("Ben") == 1
    done = await evening.people["Ben"].click(private_message_of(asked), label="Drop")
    await evening.env.settle()
    assert [one.name for one in (await state(evening)).at(SignUpStage.OUT)] == ["Ben"]
    assert evening.chat()[-1].startswith("Ben dropped from **Friday**.")
    await evening.people["Ben"].click(private_message_of(done), label="Sign up again")
    assert "Ben" in [one.name for one in (await state(evening)).at(SignUpStage.IN)]


async def test_someone_joins_late_and_finds_the_table(panel: Panel) -> None:
    evening = panel.evening
    await with_players(panel, "Gil", "Hal", "Ida")
    late = await evening.presses("Ben", "Join late", event(evening))
    assert late.private
    assert "from the next round" in late.text
    assert "You aren't in this round." in (await evening.presses("Ben", "My table", event(evening))).text
    await types(evening, 1, 1, "win", who=(await tables(evening))[0][0])
    await panel.open()
    await panel.press("Pair round 2")
    mine = await evening.presses("Ben", "My table", event(evening))
    place = next(number for number, names in enumerate(await tables(evening), start=1) if "Ben" in names)
    assert f"<#{thread(evening, 2, place).id}>" in mine.text
    assert mine.private


async def test_a_judge_moves_drops_and_undrops_from_the_list(panel: Panel) -> None:
    evening = panel.evening
    (one, _), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.choose(one)
    await panel.fill("Move…", swap=third)
    assert one in (await tables(evening))[1]
    await panel.press("Drop")
    assert (await state(evening)).at(SignUpStage.OUT)[0].name == one
    await panel.press("Sign up again")
    assert (await state(evening)).at(SignUpStage.OUT) == []


async def test_all_tables_get_more_time(panel: Panel) -> None:
    await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    before = [(await view(panel.evening, 1, table)).clock.round for table in (1, 2)]
    await panel.open()
    await panel.fill("More time…", minutes="7")
    after = [(await view(panel.evening, 1, table)).clock.round for table in (1, 2)]
    assert [now.ends - was.ends for was, now in zip(before, after, strict=True) if now and was] == [
        420_000
    ] * 2


async def test_the_button_drop_of_an_earlier_message_asks_too(panel: Panel) -> None:
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await drops(evening, "Ben", event(evening))
    assert (await evening.refused_press("Ben", "Drop…", event(evening))).key == "not_signed_up"


async def test_who_has_deleted_their_data_is_not_paired_and_has_a_number(panel: Panel) -> None:
    """Before, "Player 1" was paired in every round, and no command could name them."""
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await with_players(panel, "Gil", "Hal", "Ida")
    await forget(evening, "Ben")
    await evening.env.settle()
    now = await state(evening)
    assert [(one.number, one.name) for one in now.at(SignUpStage.OUT)] == [(1, None)]
    at = now.rounds[0].table_of(now.at(SignUpStage.OUT)[0].number)
    told = await evening.types("Ana", "event result", table=at, winner="#1")
    assert f"table {at}: Player 1 wins." in told.text


async def test_who_is_in_another_event_is_asked_before_joining(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await evening.presses("Ben", "Join", event(evening))
    first, evening.channel = evening.channel, evening.server.create_text_channel("table-2")
    await evening.types("Ana", "event create", name="Modern", play="duels")
    asked = await evening.people["Ben"].click(event(evening), label="Join")
    assert said(asked).private
    assert f"<#{first.id}>" in said(asked).text
    tournaments = evening.games.tournaments
    second = await tournaments.queries.in_channels([evening.channel.id])
    assert second is not None
    assert not (await tournaments.state(second)).players
    done = await evening.people["Ben"].click(private_message_of(asked), label="Join")
    assert said(done).private
    assert [one.name for one in (await tournaments.state(second)).players.values()] == ["Ben"]


async def test_final_places_are_those_of_the_cut_and_then_the_standings(panel: Panel) -> None:
    """Report 14: who led before the cut and had dropped was listed first, and the champion second."""
    evening = panel.evening
    await with_players(panel, "Gil", "Hal", "Ida", "Jo", "Kim", "Lee")
    for table, names in enumerate(await tables(evening), start=1):
        await types(evening, 1, table, "win", who=names[0])
    leaders = [name for name, points in standing(evening).items() if points == "3"]
    await evening.types("Ana", "event drop", who=leaders[0])
    await evening.types("Ana", "event cut", players=2)
    await evening.types("Ana", "event round")
    await evening.env.settle()
    ((_, lower),) = await tables(evening)
    await types(evening, 2, 1, "win", who=lower)
    closed = (await evening.types("Ana", "event close")).text.splitlines()
    assert closed[0] == f"**Friday** is over: **{lower}** wins!"
    assert [line.split(" · ")[0] for line in closed[1:4]] == [
        f"**1.** {lower}",
        f"**2.** {next(name for name in leaders[1:] if name != lower)}",
        f"**3.** {leaders[0]} (dropped)",
    ]
    assert len(closed) == 7
