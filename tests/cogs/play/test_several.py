"""Several players in one event: draws, different amounts of loss and damage, drain; holds on the panel."""

from tests.support.evening import Evening
from tests.support.messages import buttons
from tests.support.panels import BoardPanel
from tests.support.tables import deal, two_headed
from tests.support.wording import gist


async def panel_for(evening: Evening, who: str, target: str) -> BoardPanel:
    """Return the panel that someone has opened for a player, or for a group."""
    panel = await BoardPanel(evening, who).open()
    await panel.choose(target)
    return panel


class TestDraws:
    async def test_a_wheel_past_both_libraries_is_a_draw(self, evening: Evening) -> None:
        """704.3, 104.4a: both have failed to draw when the check comes."""
        await deal(evening, "two_player", "Ana, Ben")
        for who in ("Ana", "Ben"):
            await evening.types(who, "library count", cards=6)
        drawn = await evening.types("Ben", "library draw", cards=7, who="each player")
        assert gist(drawn.text)[:5] == ["Ana 6 0", "Ben 6 0", "Ana", "Ben", "Ana Ben CR 104.4a"]

    async def test_the_active_player_draws_first(self, evening: Evening) -> None:
        """121.2c: then the others in turn order."""
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "turn next")
        drawn = await evening.types("Ana", "library draw", cards=2, who="Ana, Cy, Ben")
        assert drawn.text == "**Ben** draws 2 cards.\n**Cy** draws 2 cards.\n**Ana** draws 2 cards."

    async def test_a_team_draws_with_all_its_heads(self, evening: Evening) -> None:
        """810.4 shares life, not libraries: each head draws for itself."""
        await two_headed(evening)
        for name in ("Ana", "Ben"):
            await evening.types(name, "library count", cards=50)
        drawn = await evening.types("Ana", "library draw", cards=3, who="Red")
        assert drawn.text == "**Ana** draws 3 cards, 47 left.\n**Ben** draws 3 cards, 47 left."
        drawn = await evening.types("Dee", "library draw", who="my team")
        assert drawn.text == "**Cy** draws 1 card.\n**Dee** draws 1 card."

    async def test_both_teams_past_their_libraries_draw_the_game(self, evening: Evening) -> None:
        """104.4d: one head of each team is enough (810.8a)."""
        await two_headed(evening)
        for name in ("Ben", "Cy"):
            await evening.types(name, "library count", cards=0)
        drawn = await evening.types("Ana", "library draw", who="each player")
        assert "Ana Ben Cy Dee CR 104.4d" in gist(drawn.text)
        assert "(CR 104.4d)" in drawn.text

    async def test_no_more_cards_than_a_step_records(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy, Dee, Eve")
        refused = await evening.refused("Ana", "library draw", cards=201, who="each player")
        assert refused == "You can draw at most 200 cards at once."


class TestDifferentAmounts:
    async def test_loss(self, evening: Evening) -> None:
        await deal(evening)
        lost = await evening.types("Ana", "life lose", amount=2, who="Ben, Cy 5 and Dee 5")
        assert lost.text == "**Ben** 40 → 38 · **Cy** 40 → 35 · **Dee** 40 → 35"
        await evening.types("Ana", "undo")
        assert evening.board().count("· 40") == 4  # one entry, one undo

    async def test_what_is_said_last_of_a_player_counts(self, evening: Evening) -> None:
        await deal(evening)
        ben = evening.people["Ben"].mention
        lost = await evening.types("Ana", "life lose", amount=1, who=f"each opponent, {ben} 3 @Cy 7")
        assert lost.text == "**Ben** 40 → 37 · **Cy** 40 → 33 · **Dee** 40 → 39"

    async def test_gain_and_loss_by_their_signs(self, evening: Evening) -> None:
        await deal(evening)
        done = await evening.types("Ana", "life gain", amount=3, who="me, Ben -4")
        assert done.text == "**Ana** 40 → 43 · **Ben** 40 → 36"
        paid = await evening.types("Ana", "life pay", amount=2, who="me, Cy 6")
        assert paid.text == "**Ana** 43 → 41 · **Cy** 40 → 34"

    async def test_damage_by_one_source(self, evening: Evening) -> None:
        """120.3f: lifelink gains once for all of it, 3 + 5."""
        await deal(evening)
        dealt = await evening.types("Ana", "damage", amount=3, who="Ben, Cy 5", lifelink=True)
        assert dealt.text == "**Ana** 40 → 48 · **Ben** 40 → 37 · **Cy** 40 → 35"

    async def test_two_die_of_different_damage_at_once(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Ben, Cy")
        await evening.types("Ana", "life set", to=4, who="Ben")
        dealt = await evening.types("Ana", "damage", amount=4, who="Ben, Cy 20, me 20")
        assert "Ana Ben Cy CR 104.4a" in gist(dealt.text)

    async def test_a_name_that_ends_in_a_number_is_a_name(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Player 5, Player 7")
        lost = await evening.types("Ana", "life lose", amount=2, who="Player 5, Player 7 3")
        assert lost.text == "**Player 5** 20 → 18 · **Player 7** 20 → 17"

    async def test_on_the_panel(self, evening: Evening) -> None:
        await deal(evening)
        panel = await panel_for(evening, "Ana", "each opponent")
        await panel.fill("Damage…", amount="Ben 3, Cy 5")
        await panel.fill("Life…", amount="Ben 1, Dee 4", what=["lose"])
        assert "Ben · 36" in evening.board()  # 40 - 3 - 1
        assert "Cy · 35" in evening.board()
        assert "Dee · 36" in evening.board()
        wrong = await panel.fill("Damage…", amount="Ben 3, Cy")
        assert gist(wrong.text) == ["Cy 0 999999"]


class TestDrain:
    async def test_you_gain_what_each_opponent_loses(self, evening: Evening) -> None:
        """Such as Gray Merchant of Asphodel: three opponents lose 2 each, you gain 6 (119.3)."""
        await deal(evening)
        drained = await evening.types("Ana", "life drain", amount=2)
        assert drained.text == "**Ana** 40 → 46 · **Ben** 40 → 38 · **Cy** 40 → 38 · **Dee** 40 → 38"
        log = (await evening.types("Ana", "log")).text
        assert "Ben 40 → 38, Cy 40 → 38, Dee 40 → 38 (lost 2 life); Ana 40 → 46 (gained 6 life)" in log

    async def test_you_gain_an_amount_however_much_is_lost(self, evening: Evening) -> None:
        """As "each opponent loses 2 life and you gain 2 life" says."""
        await deal(evening)
        drained = await evening.types("Ana", "life drain", amount=2, gain=2)
        assert drained.text == "**Ana** 40 → 42 · **Ben** 40 → 38 · **Cy** 40 → 38 · **Dee** 40 → 38"

    async def test_only_what_is_lost_is_gained(self, evening: Evening) -> None:
        """119.8: who can't lose life loses none, and none is gained for it."""
        await deal(evening)
        await evening.types("Ben", "effect add", effect="cant_lose_life")
        drained = await evening.types("Ana", "life drain", amount=2, who="each opponent, Cy 5")
        assert drained.text == "**Ana** 40 → 47 · **Cy** 40 → 35 · **Dee** 40 → 38"

    async def test_who_cannot_gain_only_makes_others_lose(self, evening: Evening) -> None:
        """119.7."""
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_gain_life")
        drained = await evening.types("Ana", "life drain", amount=3, who="Ben")
        assert drained.text == "**Ben** 40 → 37"

    async def test_both_heads_of_a_team_lose(self, evening: Evening) -> None:
        """810.9: each opponent loses 3, so Blue's total goes down by 6 and Red's up by 6."""
        await two_headed(evening)
        drained = await evening.types("Ana", "life drain", amount=3)
        assert drained.text == "**Red** 30 → 36 · **Blue** 30 → 24"

    async def test_a_drain_that_kills_leaves_the_drainer_alive(self, evening: Evening) -> None:
        """704.3: the life is gained before anything is checked."""
        await deal(evening, "two_player", "Ana, Ben")
        for who in ("Ana", "Ben"):
            await evening.types(who, "life set", to=1)
        drained = await evening.types("Ana", "life drain", amount=1)
        assert gist(drained.text)[:2] == ["Ana 1 2 Ben 1 0", "Ben 0 CR 704.5a"]

    async def test_on_the_panel(self, evening: Evening) -> None:
        await deal(evening)
        panel = await panel_for(evening, "Ana", "each opponent")
        await panel.fill("Life…", amount="2", what=["drain"])
        assert "Ana · 46" in evening.board()
        await panel.fill("Life…", amount="2", what=["drain_once"])
        assert "Ana · 48" in evening.board()
        ben = [str(evening.people["Ben"].id)]
        await panel.fill("Life…", amount="1", what=["drain"], other=ben)
        assert "Ben · 38" in evening.board()  # 40 - 2 - 2 - 1 + 3


class TestHoldOnThePanel:
    async def test_the_button(self, evening: Evening) -> None:
        """704.3: what is entered under the hold is one event, so both lose at once."""
        await deal(evening, "two_player", "Ana, Ben")
        panel = await panel_for(evening, "Ana", "Ben")
        await panel.click("Hold")
        assert "**Hold:** changes count as one event" in evening.board()
        await panel.click("More…")
        assert "Release" in buttons(panel.message)
        assert "Hold" not in buttons(panel.message)
        await evening.types("Ana", "life lose", amount=20)
        await evening.types("Ana", "life lose", amount=20, who="Ben")
        await panel.click("Release")
        assert "Ana Ben CR 104.4a" in gist(evening.chat()[-1])

    async def test_two_who_press_hold_do_not_release_it(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        first, second = [await panel_for(evening, who, "Ana") for who in ("Ana", "Ben")]
        await second.click("More…")
        await first.click("Hold")
        late = await second.press("Hold")
        assert late.text == "A hold is already active. Enter the changes, then use `/release`."
        assert "**Hold:** changes count as one event" in evening.board()

    async def test_in_the_damage_form(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Ben, Cy")
        panel = await panel_for(evening, "Ana", "Ben")
        await panel.fill("Damage…", amount="20", **{"with": ["combat", "hold"]})
        assert "# Ben · 0" in evening.board()
        assert "Ben loses" not in "".join(evening.chat())
        await evening.types("Cy", "damage", amount=20, who="me")
        released = await evening.presses("Ana", "Release")
        assert "Ben 0 CR 704.5a" in gist(released.text)
        assert "Cy 0 CR 704.5a" in gist(released.text)
        assert "Ana CR 104.2a" in gist(released.text)
        await evening.types("Ana", "undo", steps=3)
        assert "**Hold:**" not in evening.board()  # the damage and the hold are one step
        assert evening.board().count("· 20") == 3
