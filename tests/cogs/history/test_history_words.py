"""What the log and /undo say of each step, and the log as a file; made from logs without Discord."""

import pytest

from cogs.history import pages
from cogs.history.pages import LogPage
from cogs.text.log import entry_text, lines
from cogs.text.log.game_log import LOG_FILTERS, MAX_UNDONE_LISTED, GameLogText
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, NameCommander
from rules.actions.continuous_effects import BeginEffect
from rules.actions.counters import AddCounters, RemoveCounters, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, RestartGame
from rules.actions.life import (
    ExchangeLife,
    GainLife,
    LoseLife,
    MultiplyLife,
    PayLife,
    RedistributeLife,
    SetLife,
)
from rules.actions.table import RecordChance, Together
from rules.actions.turns import EndTurn
from rules.events import EVENTS
from rules.events.endings import ChecksMade
from rules.game.lobby import Lobby, Seated
from rules.game.parts import EffectKind, GameId
from storage.games.games import EntryKind, LogEntry, MovedSteps
from tests.cogs.logs import PASS, Played, seated, started
from tests.support.wording import gist

ABC = ["Ana", "Ben", "Cy"]
ATRAXA = NameCommander(who="ana", name="Atraxa")


def log_of(played: Played) -> GameLogText:
    return GameLogText(played.table, played.entries)


def commander_game() -> Played:
    return started("commander", *seated(ABC))


STEPS: list[tuple[list[Action], str, str]] = [
    ([LoseLife(who=("ben",), amount=3)], "Ben 40 → 37 (lost 3 life)", "Ben lost 3 life"),
    (
        [LoseLife(who=("ana", "cy"), amount=4)],
        "Ana 40 → 36, Cy 40 → 36 (lost 4 life)",
        "Ana and Cy lost 4 life",
    ),
    ([GainLife(who=("cy",), amount=1)], "Cy 40 → 41 (gained 1 life)", "Cy gained 1 life"),
    ([PayLife(payments={"ana": 2})], "Ana 40 → 38 (paid 2 life)", "Ana paid 2 life"),
    ([SetLife(to={"ben": 10})], "Ben 40 → 10 (went to 10 life)", "Ben went to 10 life"),
    (
        [MultiplyLife(who=("ana",))],
        "Ana 40 → 80 (had their life total multiplied)",
        "Ana had their life total multiplied",
    ),
    (
        [LoseLife(who=("ana",), amount=30), ExchangeLife(a="ana", b="ben")],
        "Ana 10 → 40, Ben 40 → 10 (exchanged life totals)",
        "Ana and Ben exchanged life totals",
    ),
    (
        [LoseLife(who=("ana",), amount=5), RedistributeLife(to={"ana": 40, "cy": 35})],
        "Ana 35 → 40, Cy 40 → 35 (got a redistributed life total)",
        "Ana and Cy got a redistributed life total",
    ),
    (
        [DealDamage(to=("ben",), amount=5)],
        "Ben 40 → 35 (took 5 damage)",
        "Ben took 5 damage",
    ),
    (
        [DealDamage(to=("ben",), amount=5, by="ana", combat=True)],
        "Ben 40 → 35 (took 5 combat damage from Ana)",
        "Ben took 5 combat damage from Ana",
    ),
    (
        [
            ATRAXA,
            *(DealDamage(to=("ben",), amount=n, by="ana", combat=True, commander="ana:1") for n in (7, 5)),
        ],
        "Ben 33 → 28 (took 5 combat damage from Ana's Atraxa, 12 of 21)",
        "Ben took 5 combat damage from Ana's Atraxa, 12 of 21",
    ),
    (
        [DealDamage(to=("ana",), amount=2, by="ben", combat=True, commander="ben:1")],
        "Ana 40 → 38 (took 2 combat damage from Ben's commander, 2 of 21)",
        "Ana took 2 combat damage from Ben's commander, 2 of 21",
    ),
    (
        [DealDamage(to=("ben", "cy"), amount=2, by="ana", lifelink=True)],
        "Ben 40 → 38, Cy 40 → 38 (took 2 damage from Ana); Ana 40 → 44 (gained 4 life by lifelink)",
        "Ben and Cy took 2 damage from Ana; Ana gained 4 life by lifelink",
    ),
    (
        [DealDamage(to=("ben",), amount=3, by="ana", infect=True)],
        "Ben poison 0 → 3 (took 3 damage from Ana as poison counters)",
        "Ben took 3 damage from Ana as poison counters",
    ),
    (
        [DealDamage(to=("ben",), amount=3, by="ana", combat=True, toxic=1)],
        "Ben 40 → 37 (took 3 combat damage from Ana); Ben poison 0 → 1 (got 1 poison counter from Ana)",
        "Ben took 3 combat damage from Ana; Ben got 1 poison counter from Ana",
    ),
    (
        [
            BeginEffect(who=("ben",), kind=EffectKind.DAMAGE_CAUSES_NO_LOSS),
            DealDamage(to=("ben",), amount=3, by="ana"),
        ],
        "Ben took 3 damage from Ana without losing life",
        "Ben took 3 damage from Ana without losing life",
    ),
    (
        [AddCounters(who=("cy",), kind="energy", n=2)],
        "Cy energy 0 → 2 (got 2 energy counters)",
        "Cy got 2 energy counters",
    ),
    (
        [AddCounters(who=("cy",), kind="energy", n=2), RemoveCounters(who=("cy",), kind="energy", n=1)],
        "Cy energy 2 → 1 (lost 1 energy counter)",
        "Cy lost 1 energy counter",
    ),
    (
        [AddCounters(who=("cy",), kind="rad", n=2), ResolveRad(who="cy", nonlands=1)],
        "Cy 40 → 39 (lost 1 life to rad counters); Cy rad 2 → 1 (lost 1 rad counter)",
        "Cy lost 1 life to rad counters; Cy lost 1 rad counter",
    ),
    (
        [Together(actions=(LoseLife(who=("ben",), amount=3), LoseLife(who=("ben",), amount=3)))],
        "Ben 40 → 34 (lost 3 life, twice)",
        "Ben lost 3 life, twice",
    ),
    (
        [
            Together(
                actions=(
                    LoseLife(who=("ben",), amount=3),
                    GainLife(who=("ben",), amount=2),
                    LoseLife(who=("ben",), amount=3),
                )
            )
        ],
        "Ben 40 → 37, Ben 39 → 36 (lost 3 life, twice); Ben 37 → 39 (gained 2 life)",
        "Ben lost 3 life, twice; Ben gained 2 life",
    ),
    ([PASS], "Ben's turn begins", "Ben's turn begins"),
    ([ATRAXA], "Ana is playing Atraxa", "Ana is playing Atraxa"),
    (
        [ATRAXA, CastCommander(who="ana", commander="ana:1")],
        "Ana casts Atraxa. The next cast costs 2 more",
        "Ana casts Atraxa. The next cast costs 2 more",
    ),
    ([RecordChance(kind="coin", asked="A coin", result="heads")], "A coin: heads", "A coin: heads"),
    (
        [LoseLife(who=("ben",), amount=40)],
        "Ben 40 → 0 (lost 40 life); Ben loses the game: 0 life (CR 704.5a)",
        "Ben lost 40 life",
    ),
    (
        [RestartGame(by="ana")],
        "Ana restarts the game (CR 727.1)",
        "Ana restarts the game (CR 727.1)",
    ),
]


@pytest.mark.parametrize(("steps", "told", "in_short"), STEPS, ids=[step[2] for step in STEPS])
def test_a_step_is_announced_with_its_cause(steps: list[Action], told: str, in_short: str) -> None:
    played = commander_game()
    played.does(*steps)
    log = log_of(played)
    assert log.happened(played.entries[-1]) == told
    assert entry_text.short_result(log.game, played.entries[-1]) == in_short


def test_a_shared_total_is_the_teams_and_the_damage_its_members() -> None:
    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("two_headed_giant", *seats)
    played.does(DealDamage(to=("cy", "dee"), amount=4, by="ana"))
    log = log_of(played)
    assert log.happened(played.entries[-1]) == "Blue 30 → 22 (Cy and Dee took 4 damage from Ana)"
    assert entry_text.short_result(log.game, played.entries[-1]) == "Cy and Dee took 4 damage from Ana"


def test_in_grand_melee_a_turn_may_end_without_another_beginning() -> None:
    played = started("grand_melee", *seated([f"P{n}" for n in range(1, 11)]))
    played.does(EndTurn(marker=1))
    assert log_of(played).happened(played.entries[-1]) == "P1's turn ended"


def test_the_lobby_hears_of_it_too() -> None:
    played = started("commander", *seated(ABC))
    assert [log_of(played).happened(entry) for entry in played.entries] == [
        "opened the lobby",
        "started the game: Ana goes first; seats: Ana → Ben → Cy",
    ]
    lobby = GameLogText(Lobby(), played.entries[:1])
    assert lobby.game is None
    assert lobby.happened(lobby.entries[0]) == "opened the lobby"


def undone_twice() -> Played:
    """Steps 3 to 5 are taken, 5 and 4 undone (6), 4 done again (7)."""
    played = commander_game()
    played.does(*(LoseLife(who=(who,), amount=1) for who in ("ana", "ben", "cy")), name="Ben")
    played.moves(EntryKind.UNDO, to=3)
    played.moves(EntryKind.REDO, to=4)
    return played


def moved(log: GameLogText, entry: LogEntry) -> str:
    steps = log.steps(entry)
    return lines.undo_text(log.game, entry.kind, MovedSteps(len(steps), steps[:MAX_UNDONE_LISTED]))


def test_undone_steps_are_known_and_so_is_what_was_undone() -> None:
    log = log_of(undone_twice())
    assert [log.undone(entry) for entry in log.entries] == [False] * 4 + [True, False, False]
    assert [step.number for step in log.steps(log.entries[5])] == [5, 4]
    assert [step.number for step in log.steps(log.entries[6])] == [4]
    assert log.happened(log.entries[5]) == "undid 2 steps: 5, 4"
    assert log.happened(log.entries[6]) == "redid step 4: Ben lost 1 life"
    assert moved(log, log.entries[5]) == "Undid 2 steps:\n- 5: Cy lost 1 life\n- 4: Ben lost 1 life"
    assert moved(log, log.entries[6]) == "Redid step 4: Ben lost 1 life."
    assert (log.possible(EntryKind.UNDO), log.possible(EntryKind.REDO)) == (3, 1)


def test_of_many_undone_steps_the_first_few_are_announced() -> None:
    played = commander_game()
    played.does(*(LoseLife(who=("ana",), amount=n) for n in range(1, 8)))
    played.moves(EntryKind.UNDO, to=2)
    log = log_of(played)
    told = moved(log, log.entries[-1]).splitlines()
    assert told[0] == "Undid 7 steps:"
    assert told[1] == "- 9: Ana lost 7 life"
    assert told[5:] == ["- 5: Ana lost 3 life", "- and 2 more"]


def test_the_board_tells_the_last_entries_without_the_rest_of_the_log() -> None:
    played = undone_twice()
    assert lines.log_lines(played.game, played.entries[-3:]) == [
        "Ana: went forward to step 4",
    ]
    assert lines.log_lines(played.game, played.entries)[-1] == "Ana: redid step 4: Ben lost 1 life"


def test_the_log_is_looked_through_by_kind_and_player() -> None:
    played = started("commander", *seated(ABC))
    played.does(
        DealDamage(to=("ben",), amount=5, by="ana"),
        LoseLife(who=("cy",), amount=1),
        PASS,
        AddCounters(who=("ben",), kind="energy", n=1),
        Concede(who="cy"),
    )
    played.moves(EntryKind.UNDO, to=6)
    log = log_of(played)

    def found(kind: str = "", who: str | None = None) -> list[int]:
        return [entry.number for entry in log.found(kind, who)]

    assert found() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert found("life") == [3, 4]
    assert found("damage") == [3]
    assert found("counters") == [6]
    assert found("turns") == [5]
    assert found("endings") == [7]
    assert found("undo") == [7, 8]
    assert found(who="cy") == [4, 7, 8]
    assert found(who="ana") == [3, 5]
    assert found("life", "ben") == [3]
    assert found("chance") == []


def test_every_kind_can_be_looked_for() -> None:
    """The checks alone are no one's deed."""
    log = log_of(undone_twice())
    assert {kind: len(found) for kind in LOG_FILTERS if (found := log.found(kind))} == {
        "life": 3,
        "table": 2,
        "undo": 3,
    }
    assert set(EVENTS.values()) - {fact for facts in LOG_FILTERS.values() for fact in facts} == {ChecksMade}


def numbers(shown: str) -> list[int]:
    return [int(line.split("`")[1]) for line in shown.splitlines() if line.startswith("`")]


async def page_of(log: GameLogText, look: LogPage) -> list[int]:
    (container,) = (await pages.log_message(log, GameId(1), look)).to_components()
    parts = [part["components"][0] if "accessory" in part else part for part in container["components"]]
    return numbers("\n".join(part["content"] for part in parts if "content" in part))


async def test_pages_follow_each_other_without_gap_or_overlap() -> None:
    played = commander_game()
    played.does(*(LoseLife(who=("ana",), amount=1) for _ in range(28)))
    log = log_of(played)
    assert await page_of(log, LogPage()) == list(range(30, 18, -1))
    assert await page_of(log, LogPage(before=19)) == list(range(18, 6, -1))
    assert await page_of(log, LogPage(before=7)) == list(range(6, 0, -1))
    assert await page_of(log, LogPage(after=6)) == list(range(18, 6, -1))
    assert await page_of(log, LogPage(after=18)) == list(range(30, 18, -1))
    assert await page_of(log, LogPage(after=25)) == list(range(30, 18, -1))


@pytest.mark.parametrize(
    "look",
    [
        LogPage(),
        LogPage(before=12345, kind="designations", who=pages.short_player("guest:" + "ü" * 32)),
        LogPage(after=3),
    ],
)
def test_what_a_button_carries_is_read_again(look: LogPage) -> None:
    assert LogPage.read(str(look)) == look
    assert len(f"arbiter:log:{10**12}:{look}") <= 100


async def test_a_page_of_the_longest_names_fits_into_a_message() -> None:
    names = ["*" * 31 + letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    played = started("free_for_all", *seated(names))
    ids = tuple(name.lower() for name in names)
    played.does(*(LoseLife(who=ids, amount=1) for _ in range(12)), name="*" * 32)
    played.moves(EntryKind.UNDO, to=3)
    (container,) = (await pages.log_message(log_of(played), GameId(1), LogPage())).to_components()
    assert len(container["components"][0]["content"]) <= 4000


async def test_the_file_can_be_read_on_its_own() -> None:
    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("two_headed_giant", *seats)
    played.does(DealDamage(to=("cy",), amount=4, by="ana"), name="Ben")
    before = played.game
    played.does(LoseLife(who=("ana",), amount=30), name="Cy")
    played.moves(EntryKind.UNDO, to=3, name="Ana")
    text = await pages.log_text(GameLogText(before, played.entries), GameId(7))
    assert text == (
        "Arbiter: log for game 7\n"
        "Format: Two-Headed Giant (CR 810), rules: Comprehensive Rules 2026\n"
        "Seats in turn order: Ana, Ben, Cy, Dee\n"
        "Team Red: Ana and Ben, shared life total\n"
        "Team Blue: Cy and Dee, shared life total\n"
        "First turn: Red\n"
        "Status: Turn 1: Red's turn.\n"
        "Times are in UTC. Steps marked [undone] no longer count.\n"
        "\n"
        "1  2026-03-04 21:01:00  Ana  opened the lobby\n"
        "2  2026-03-04 21:02:00  Ana  started the game: Red goes first; seats: Ana → Ben → Cy → Dee\n"
        "3  2026-03-04 21:03:00  Ben  Blue 30 → 26 (Cy took 4 damage from Ana)\n"
        "4  2026-03-04 21:04:00  Cy   Red 30 → 0 (Ana lost 30 life); Red loses the game (Ana and "
        "Ben): 0 life (CR 704.6a); Blue wins the game: Cy and Dee (CR 104.2c)  [undone]\n"
        "5  2026-03-04 21:05:00  Ana  undid step 4: Ana lost 30 life\n"
    )


async def test_the_file_tells_the_result_and_names_people_as_they_are() -> None:
    played = started("two_player", Seated(id="1", name="**Ana**_", user=1), *seated(["Ben"]))
    played.does(Concede(who="1"), name="~~x~~")
    text = await pages.log_text(log_of(played), GameId(1))
    assert ("Seats in turn order: **Ana**_, Ben\n") in text
    assert any(line.startswith("Status: ") and line.endswith("(CR 104.2a).") for line in text.splitlines())
    assert "~~x~~  **Ana**_ loses the game: conceded (CR 104.3a); Ben" in text


async def test_a_restart_forgets_no_ones_name() -> None:
    played = started("free_for_all", *(Seated(id=str(n), name=name, user=n) for n, name in enumerate(ABC)))
    played.does(Concede(who="2"), RestartGame(by="0"))
    text = await pages.log_text(log_of(played), GameId(1))
    assert any(line.endswith("Cy CR 104.3a") for line in gist(text))
    assert "Ana Ben Cy" in gist(text)
