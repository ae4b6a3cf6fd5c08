"""/life and /damage beyond their simplest use."""

import pytest
from simcord import OptionError

from tests.support.evening import Evening
from tests.support.panels import BoardPanel
from tests.support.tables import deal, two_headed
from tests.support.wording import gist


class TestTotals:
    async def test_of_several_change_at_once(self, evening: Evening) -> None:
        await deal(evening)
        gained = await evening.types("Ana", "life gain", amount=2, who="each player")
        assert gained.text == "**Ana** 40 → 42 · **Ben** 40 → 42 · **Cy** 40 → 42 · **Dee** 40 → 42"
        changed = "· 42\n-# 40 → 42\n"
        assert f"# ▸ Ana {changed}# Ben {changed}# Cy {changed}# Dee {changed}" in evening.board()

    async def test_become_a_number_for_a_team_once(self, evening: Evening) -> None:
        await two_headed(evening)
        became = await evening.types("Ana", "life set", to=10, who="each player")
        assert became.text == "**Red** 30 → 10 · **Blue** 30 → 10"

    async def test_go_below_zero_only_for_the_dead(self, evening: Evening) -> None:
        await deal(evening)
        killed = await evening.types("Ana", "life lose", amount=999_999, who="Ben")
        assert gist(killed.text) == ["Ben 40 −999959", "Ben −999959 CR 704.5a"]

    async def test_at_zero_with_an_effect_against_it_stay_in_the_game(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "effect add", effect="cant_lose_game")
        assert (await evening.types("Ana", "life lose", amount=50)).text == "**Ana** 40 → −10"
        ended = await evening.types("Ana", "effect remove", effect="cant_lose_game")
        assert gist(ended.text) == ["Ana", "Ana −10 CR 704.5a", "Ben CR 104.2a"]


class TestPaying:
    async def test_more_than_there_is(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "life pay", amount=41) == (
            "Ana has 40 life and can't pay 41 (CR 119.4)."
        )
        assert (await evening.types("Ana", "life pay", amount=40)).text.startswith("**Ana** 40 → 0\n")

    async def test_under_an_effect(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_lose_life")
        assert await evening.refused("Ana", "life pay", amount=1) == (
            "Ana can't pay life (CR 119.8). Only 0 can be paid."
        )

    async def test_half(self, evening: Evening) -> None:
        await deal(evening, life=7)
        assert (await evening.types("Ana", "life halve", rounded="up")).text == "**Ana** 7 → 3"
        assert (await evening.types("Ben", "life halve", rounded="down", pay=True)).text == "**Ben** 7 → 4"


class TestExchanging:
    async def test_with_a_number(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.types("Ana", "life exchange", number=7)).text == "**Ana** 40 → 7"
        assert (await evening.types("Ana", "life exchange", a="Ben", number=3)).text == "**Ben** 40 → 3"

    @pytest.mark.parametrize(
        "options", [{}, {"a": "Ana"}, {"a": "Ben", "b": "ben"}, {"a": "Ana", "b": "Ben", "number": 3}]
    )
    async def test_of_nothing_in_particular(self, evening: Evening, options: dict[str, object]) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "life exchange", **options) == (
            "Choose two players to exchange life totals, or one player and a `number:`."
        )

    async def test_inside_a_team(self, evening: Evening) -> None:
        await two_headed(evening)
        assert await evening.refused("Ana", "life exchange", b="Ben") == (
            "Ana and Ben share one life total, so there is nothing to exchange (CR 810.9e)."
        )

    async def test_with_someone_who_cannot(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "life lose", amount=10)
        await evening.types("Ana", "effect add", effect="cant_lose_life", who="Ben")
        assert await evening.refused("Ana", "life exchange", b="Ben") == (
            "Ben can't lose life (CR 119.8), so this doesn't happen. `/effect list` shows why."
        )


async def test_half_is_paid_or_dealt_but_not_both(evening: Evening) -> None:
    await deal(evening)
    refused = await evening.refused("Ana", "life halve", rounded="up", pay=True, damage=True)
    assert refused.key == "pay_or_damage"


class TestSigns:
    @pytest.mark.parametrize(
        ("command", "amount", "life"),
        [
            *(("life lose", -3, 37), ("life lose", 3, 37), ("life gain", 3, 43), ("life gain", -3, 37)),
            *(("life pay", -3, 37), ("damage", -3, 37)),
        ],
    )
    async def test_say_the_direction_of_a_command(
        self, evening: Evening, command: str, amount: int, life: int
    ) -> None:
        await deal(evening)
        told = await evening.types("Ana", command, amount=amount, who="me")
        assert told.text == f"**Ana** 40 → {life}"

    async def test_of_counters(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="energy", amount=5)
        fewer = await evening.types("Ana", "counter add", kind="energy", amount=-2)
        assert fewer.text == "**Ana** energy 5 → 3"
        fewer = await evening.types("Ana", "counter remove", kind="energy", amount=-1)
        assert fewer.text == "**Ana** energy 3 → 2"
        assert "wouldn't change" in await evening.refused("Ana", "counter add", kind="energy", amount=0)

    @pytest.mark.parametrize(
        ("what", "amount", "life"),
        [
            *(("lose", "-3", 37), ("lose", "3", 37), ("lose", "+3", 43), ("gain", "+3", 43)),
            *(("gain", "-3", 37), ("lose", "−3", 37), ("lose", "\uff0b3", 43), ("pay", "-3", 37)),
        ],
    )
    async def test_say_the_direction_in_a_form(
        self, evening: Evening, what: str, amount: str, life: int
    ) -> None:
        await deal(evening)
        panel = await BoardPanel(evening, "Ana").open()
        await panel.fill("Life…", amount=amount, what=[what])
        assert f"Ben · {life}\n" in evening.board()

    async def test_of_damage_and_counters_in_forms(self, evening: Evening) -> None:
        await deal(evening)
        panel = await BoardPanel(evening, "Ana").open()
        await panel.fill("Damage…", amount="-3")
        assert "Ben · 37\n" in evening.board()
        for amount, total in (("+4", "poison 4/10"), ("-1", "poison 3/10")):
            await panel.fill("Counters…", amount=amount, kind=["poison"], way=["add"], own="Gift")
            assert total in evening.board()


class TestSeveralTotals:
    @pytest.mark.parametrize(
        ("totals", "became"),
        [
            ("me 12, everyone else 3", {"Ana": 12, "Ben": 3, "Cy": 3}),
            ("alle anderen 7", {"Ana": 40, "Ben": 7, "Cy": 7}),
            ("Ana 12 and Ben 3", {"Ana": 12, "Ben": 3, "Cy": 40}),
            ("Ana and Ben 5, Cy 6", {"Ana": 5, "Ben": 5, "Cy": 6}),
        ],
    )
    async def test_of_players_as_they_are_called(
        self, evening: Evening, totals: str, became: dict[str, int]
    ) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "life each", totals=totals)
        for name, life in became.items():
            assert f"{name} · {life}\n" in evening.board()


class TestDealingOutAnew:
    @pytest.mark.parametrize(
        ("totals", "refusal"),
        [
            ("", "Enter each player's new total, such as `Ana 12, Ben 3`."),
            ("Ana", "Enter each player's new total, such as `Ana 12, Ben 3`."),
            ("12", "Enter each player's new total, such as `Ana 12, Ben 3`."),
            ("Ana 12 Ben 3", "“Ana 12 Ben”"),
            (
                "Ana 1, Ben 2",
                ("Redistributing only swaps the current totals around, so the numbers must be 30, 40."),
            ),
            ("Zoe 30, Ben 40", "“Zoe”"),
        ],
    )
    async def test_what_cannot_be_read(self, evening: Evening, totals: str, refusal: str) -> None:
        await deal(evening)
        await evening.types("Ana", "life lose", amount=10)
        assert refusal in await evening.refused("Ana", "life redistribute", totals=totals)

    @pytest.mark.parametrize("totals", ["Ana 40, Ben 30", "ben:30,ANA=40", " Ben : 30 , me 40 "])
    async def test_however_it_is_written(self, evening: Evening, totals: str) -> None:
        await deal(evening)
        await evening.types("Ana", "life lose", amount=10)
        assert (await evening.types("Ana", "life redistribute", totals=totals)).text == (
            "**Ana** 30 → 40 · **Ben** 40 → 30"
        )


class TestDamage:
    async def test_with_lifelink(self, evening: Evening) -> None:
        await deal(evening)
        dealt = await evening.types("Ana", "damage", amount=2, who="each opponent", lifelink=True)
        assert dealt.text == "**Ana** 40 → 46 · **Ben** 40 → 38 · **Cy** 40 → 38 · **Dee** 40 → 38"

    async def test_with_infect_and_toxic(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.types("Ana", "damage", amount=2, who="Ben", infect=True)).text == (
            "**Ben** poison 0 → 2"
        )
        assert (await evening.types("Ana", "damage", amount=2, who="Ben", toxic=3)).text == (
            "**Ben** 40 → 38\n**Ben** poison 2 → 5"
        )
        killed = await evening.types("Ana", "damage", amount=5, who="Ben, Cy", infect=True)
        assert gist(killed.text) == ["Ben 5 10", "Cy 0 5", "Ben 10 CR 704.5c"]

    async def test_from_someone_else(self, evening: Evening) -> None:
        await deal(evening)
        dealt = await evening.types("Ana", "damage", amount=3, lifelink=True, **{"from": "Dee"})
        assert dealt.text == "**Ana** 40 → 37 · **Dee** 40 → 43"

    async def test_in_combat_takes_the_monarchy(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "designate monarch")
        dealt = await evening.types("Ben", "damage", amount=1, who="Ana", combat=True)
        assert dealt.text == ("**Ana** 40 → 39\n**Ben** is now the monarch (CR 725.2).")
        assert "-# monarch\n" in evening.board()

    async def test_of_a_commander_no_one_has(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "damage", amount=1, who="Ben", commander="Krenko") == (
            "No commander in this game is called “Krenko”. Choose one from the list, or set one with "
            "`/commander set`."
        )

    async def test_of_a_commander_by_the_beginning_of_its_name(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
        await evening.types("Ana", "damage", amount=7, who="Ben", commander="tana")
        assert "-# 40 → 33 · Tana 7/21\n" in evening.board()
        await evening.types("Ben", "commander set", name="Tymna")
        wrong = await evening.refused("Ana", "damage", amount=7, who="Ben", commander="Tena")
        assert "Tana, the Bloodsower?" in wrong

    async def test_of_nothing(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "damage", amount=0, who="Ben") == (
            "That wouldn't change anything. If an effect prevents it, `/effect list` shows it."
        )

    async def test_out_of_range(self, evening: Evening) -> None:
        await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee", range=1)
        refused = await evening.refused("Ana", "damage", amount=3, who="Cy", **{"from": "Ana"})
        assert gist(refused) == ["Cy Ana CR 801.10"]
        dealt = await evening.types("Ana", "damage", amount=3, who="each player")
        assert dealt.text == "**Ana** 20 → 17 · **Ben** 20 → 17 · **Dee** 20 → 17"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("life gain", {}),
        ("life gain", {"amount": -1_000_000}),
        ("life lose", {"amount": 1_000_000}),
        ("life lose", {"amount": 1.5}),
        ("life lose", {"amount": "3"}),
        ("life set", {"to": -3}),
        ("life double", {"times": 1}),
        ("life double", {"times": 11}),
        ("life halve", {}),
        ("life halve", {"rounded": "sideways"}),
        ("damage", {"amount": 3, "toxic": 100}),
        ("damage", {"amount": 3, "infect": "yes"}),
        ("damage", {"amount": 3, "deathtouch": True}),
        ("counter add", {"kind": ""}),
        ("counter add", {"kind": "x" * 41}),
        ("counter add", {"kind": "poison", "amount": 1_000_000}),
        ("counter rad", {"nonlands": -1}),
        ("commander set", {"name": "x" * 101}),
        ("effect add", {"effect": "multiply_life_gain", "number": -1}),
        ("lose", {"reason": "boredom"}),
        ("draw", {}),
        ("turn next", {"marker": 0}),
        ("undo", {"steps": 0}),
        ("undo", {"steps": 1_000_000}),
        ("log", {"before": 1}),
        ("designate daynight", {"to": "noon"}),
        ("designate dungeon", {"into": "Cellar"}),
    ],
)
async def test_what_discord_does_not_let_through(
    evening: Evening, command: str, options: dict[str, object]
) -> None:
    with pytest.raises(OptionError):
        await evening.types("Ana", command, **options)
