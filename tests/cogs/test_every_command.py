"""Every command at a table: what it says when it works, and whom it refuses with which words."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from discord.app_commands import Command
from msgspec import Struct, field

from tests.support.evening import Evening
from tests.support.messages import without_log
from tests.support.tables import deal, gather

Options = Mapping[str, object]
OUTSIDER = "Only players in this game and moderators can do that.\n[Ask to join]"
NO_TABLE = "There's no game in this channel. Open one with `/game new`."
NOT_STARTED = "The game hasn't started yet: press Start in the lobby or use `/game start`."
OVER = "This game is over. `/undo` undoes the last step, `/game new` opens another game."
ELSEWHERE = {
    *(f"game {name}" for name in ("new", "join", "leave", "add", "seats", "start", "board", "end", "link")),
    *(f"game {name}" for name in ("options", "role", "reveal", "vanguard", "range", "subgame")),
    *("game page", "game remote", "game links"),
    *("table choice", "table event", "game hand-over"),
    *("fix", "undo", "redo", "chart", "help", "rule", "settings", "roll", "coin", "first", "random"),
    *(f"privacy {name}" for name in ("statement", "export", "delete")),
    *(f"clock {name}" for name in ("round", "turn", "extend", "pause", "resume", "stop", "show")),
    *("stats", "league-page", "x"),
    *(f"league {name}" for name in ("create", "edit", "archive", "report", "import", "export", "board")),
    *(f"league {name}" for name in ("standings", "player", "head-to-head", "games", "commanders", "seats")),
    *(f"league {name}" for name in ("records", "rules", "audit", "chart", "claim", "release")),
    *(f"league result {name}" for name in ("show", "confirm", "dispute", "rule", "edit", "void", "restore")),
    *(f"league season {name}" for name in ("open", "close", "reopen")),
    *(f"league {name}" for name in ("inbox", "adjust", "team")),
    *(f"league decklist {name}" for name in ("submit", "show", "lock")),
    *(f"event {name}" for name in ("create", "add", "drop", "check-in", "show", "close")),
    *(f"event {name}" for name in ("round", "result", "standings", "cut", "export", "import")),
    *(f"event {name}" for name in ("pair", "move", "no-show", "picture")),
    *("decklist submit", "decklist show"),
    *("event queue", "event avoid", "event available", "event deadline", "event schedule", "event team"),
    *("event time", "event fixed-table"),
    *("series repeat", "series template"),
}
"""Commands that work without a game too, and those of clocks, which undo leaves alone; they have tests of
their own."""


class Act(Struct, frozen=True, kw_only=True):
    """A command that Ana types on her turn in a Commander game of four, and what everyone reads then."""

    command: str
    says: str
    options: Options = field(default_factory=dict[str, object])
    after: tuple[tuple[str, Options], ...] = ()
    """What Ana has typed before."""
    who: str | None = "who"
    """The option that names the player it is about."""
    unseated: Options = field(default_factory=dict[str, object])
    """What someone without a seat has to say besides."""


SEVEN_AND_FORTY = (("life set", {"to": 7, "who": "Ben"}),)
ACTS = [
    Act(command="life gain", options={"amount": 3}, says="**Ana** 40 → 43"),
    Act(
        command="card",
        options={"name": "Syphon Soul"},
        says="**Ana**: **Syphon Soul** (CR 119.3)\n"
        "**Ana** 40 → 46 · **Ben** 40 → 38 · **Cy** 40 → 38 · **Dee** 40 → 38",
    ),
    Act(command="life lose", options={"amount": 3}, says="**Ana** 40 → 37"),
    Act(
        command="life drain",
        options={"amount": 3},
        says="**Ana** 40 → 49 · **Ben** 40 → 37 · **Cy** 40 → 37 · **Dee** 40 → 37",
        who=None,
    ),
    Act(command="life pay", options={"amount": 3}, says="**Ana** 40 → 37"),
    Act(command="life set", options={"to": 7}, says="**Ana** 40 → 7"),
    Act(
        command="life exchange",
        options={"b": "Ben"},
        after=SEVEN_AND_FORTY,
        says="**Ana** 40 → 7 · **Ben** 7 → 40",
        who="b",
    ),
    Act(
        command="life redistribute",
        options={"totals": "Ana 7, Ben 40"},
        after=SEVEN_AND_FORTY,
        says="**Ana** 40 → 7 · **Ben** 7 → 40",
        who=None,
    ),
    Act(
        command="life each",
        options={"totals": "Ana 7, Ben 40"},
        says="**Ana** 40 → 7",
        who=None,
    ),
    Act(command="life double", says="**Ana** 40 → 80"),
    Act(command="life halve", options={"rounded": "up"}, says="**Ana** 40 → 20"),
    Act(command="damage", options={"amount": 3}, says="**Ana** 40 → 37"),
    Act(
        command="library count",
        options={"cards": 34},
        says="**Ana** has 34 cards in their library.",
    ),
    Act(
        command="library draw",
        options={"cards": 3},
        after=(("library count", {"cards": 34}),),
        says="**Ana** draws 3 cards, 31 left.",
    ),
    Act(command="counter add", options={"kind": "energy"}, says="**Ana** energy 0 → 1"),
    Act(command="poison", options={"amount": 2}, says="**Ana** poison 0 → 2"),
    Act(
        command="counter remove",
        options={"kind": "energy"},
        after=(("counter add", {"kind": "energy", "amount": 3}),),
        says="**Ana** energy 3 → 2",
    ),
    Act(
        command="counter double",
        options={"kind": "energy"},
        after=(("counter add", {"kind": "energy", "amount": 3}),),
        says="**Ana** energy 3 → 6",
    ),
    Act(
        command="counter proliferate",
        options={"who": "Ana"},
        after=(("counter add", {"kind": "energy", "amount": 3}),),
        says="**Ana** energy 3 → 4",
    ),
    Act(
        command="counter rad",
        options={"nonlands": 2},
        after=(("counter add", {"kind": "rad", "amount": 3}),),
        says="**Ana** 40 → 38\n**Ana** rad 3 → 1",
    ),
    Act(command="commander set", options={"name": "Tana"}, says="**Ana** is playing **Tana**."),
    Act(
        command="commander cast",
        after=(("commander set", {"name": "Tana"}),),
        says="**Ana** casts **Tana**. The next cast costs 2 more.",
        who=None,
    ),
    Act(
        command="effect add",
        options={"effect": "cant_gain_life"},
        says="**Ana**: can't gain life.",
        unseated={"source": "Cy"},
    ),
    Act(
        command="effect remove",
        options={"effect": "cant_gain_life"},
        after=(("effect add", {"effect": "cant_gain_life"}),),
        says="**Ana**: no longer “can't gain life”.",
    ),
    Act(
        command="effect gone",
        options={"card": "Lich"},
        after=(("effect add", {"effect": "cant_gain_life", "card": "Lich"}),),
        says="**Ana**: no longer “can't gain life”.",
        who=None,
    ),
    Act(
        command="effect control",
        options={"card": "Lich", "to": "Ben"},
        after=(("effect add", {"effect": "cant_gain_life", "card": "Lich"}),),
        says="**Ana**: no longer “can't gain life”.\n**Ben**: can't gain life, from Lich.",
        who=None,
    ),
    Act(
        command="tally add",
        options={"name": "Approach of the Second Sun"},
        says="**Ana** Approach of the Second Sun 0 → 1",
    ),
    Act(
        command="tally remove",
        options={"name": "lessons"},
        after=(("tally add", {"name": "lessons", "amount": 2}),),
        says="**Ana** lessons 2 → 0",
    ),
    Act(
        command="tally remind",
        options={"text": "pay"},
        says="New reminder for **Ana** (Ana's next upkeep): pay",
    ),
    Act(
        command="vote",
        options={"question": "Tivit", "options": "evidence, bribery"},
        says="### Vote: Tivit\n**evidence**: 0\n**bribery**: 0\n**Ana** votes next. Then: Ben, Cy and Dee.\n"
        "[evidence]\n[bribery]",
        who="first",
    ),
    Act(command="concede", says="**Ana** loses the game: conceded (CR 104.3a)."),
    Act(command="lose", says="**Ana** loses the game: an effect (CR 104.3e)."),
    Act(command="win", says="**Ana wins the game** (CR 104.2b)."),
    Act(
        command="draw",
        options={"reason": "effect"},
        says="**The game is a draw** for **Ana**, **Ben**, **Cy** and **Dee**: an effect (CR 104.4c).",
        who=None,
    ),
    Act(command="turn next", says="**Ben**'s turn begins.", who=None),
    Act(command="turn extra", says="**Ana** takes an extra turn after this one (CR 500.7)."),
    Act(command="turn skip", says="**Ana** will skip their next turn (CR 614.10a)."),
    Act(
        command="turn control",
        options={"who": "Ben"},
        says="**Ana** will control **Ben** during **Ben**'s next turn (CR 723.1).",
        who="by",
    ),
    Act(command="turn correct", options={"who": "Cy"}, says="**Cy**'s turn begins."),
    Act(
        command="turn reverse",
        says="The turn order is reversed: turns pass to the right (CR 101.4).",
        who=None,
    ),
    Act(command="mulligan take", says="**Ana** takes mulligan 1: 7 cards (CR 103.5)."),
    Act(command="mulligan keep", says="**Ana** keeps 7 cards."),
    Act(command="monarch", says="**Ana** is now the monarch (CR 725.3)."),
    Act(
        command="initiative",
        says="**Ana** has the initiative (CR 726.1) and ventures into the Undercity.\n"
        "-# `/designate dungeon into:Undercity` enters the next room.",
    ),
    Act(command="designate monarch", says="**Ana** is now the monarch (CR 725.3)."),
    Act(
        command="designate initiative",
        says="**Ana** has the initiative (CR 726.1) and ventures into the Undercity.\n"
        "-# `/designate dungeon into:Undercity` enters the next room.",
    ),
    Act(command="designate blessing", says="**Ana** has the city's blessing for the rest of the game."),
    Act(command="designate daynight", options={"to": "night"}, says="It becomes night (CR 731.2).", who=None),
    Act(command="designate spell", says="**Ana** has cast 1 spell this turn."),
    Act(command="designate ring", says="The Ring tempts **Ana** for the 1st time."),
    Act(command="designate speed", says="**Ana**'s speed is 1 (CR 704.5aa)."),
    Act(
        command="designate dungeon",
        options={"into": "Undercity"},
        says="**Ana** enters Secret Entrance (Undercity).",
    ),
    Act(
        command="designate room",
        after=(("designate dungeon", {"into": "Undercity"}),),
        says="**Ana** enters Secret Entrance (Undercity).",
    ),
    Act(
        command="designate remove",
        options={"designation": "city's blessing"},
        after=(("designate blessing", {}),),
        says="**Ana** no longer has the city's blessing.",
    ),
    Act(
        command="hold",
        says=("Hold: from now on, changes count as one event. `/release` then checks for losses."),
        who=None,
    ),
    Act(
        command="release",
        after=(("hold", {}),),
        says="Released: all changes since the hold count as one event.",
        who=None,
    ),
    Act(
        command="game restart",
        says="**Ana** restarts the game (CR 727.1): no one has won or lost. Turn 1: **Ana**'s turn.",
        who="by",
    ),
]
LOOKS: Mapping[str, str] = {
    "commander damage": "No commander has been set or has dealt combat damage yet.",
    "effect list": "No active effects. Add one with `/effect add`.",
    "tally list": "No tallies or reminders. `/tally add` and `/tally remind` add one.",
    "mulligan status": "**Ana**: undecided\n**Ben**: undecided\n**Cy**: undecided\n**Dee**: undecided",
    "turn order": "Turn 1: **Ana**'s turn.\n"
    "Next: Ben, Cy, Dee, Ana, Ben, Cy, Dee, Ana\nSeats: Ana → Ben → Cy → Dee",
    "table seats": "Turn 1: **Ana**'s turn.\n"
    "Next: Ben, Cy, Dee, Ana, Ben, Cy, Dee, Ana\nSeats: Ana → Ben → Cy → Dee",
    "table range": "**Ana**'s range of influence is unlimited (CR 801.2): Ana, Ben, Cy and Dee.",
    "table attack": "**Ana** can attack Ben, Cy and Dee (attack multiple).",
    "log": ("### Log for game 1\n`3` "),
}
"""What Ana reads who looks before anything has happened."""


every_naming_act = pytest.mark.parametrize(
    "act", [act for act in ACTS if act.who], ids=lambda act: act.command
)


def before_the_same() -> Iterator[list[Act]]:
    """The acts, those together before which Ana types the same."""
    rest = ACTS
    while rest:
        yield [act for act in rest if act.after == rest[0].after]
        rest = [act for act in rest if act.after != rest[0].after]


after_the_same = pytest.mark.parametrize("acts", [*before_the_same()], ids=lambda acts: acts[0].command)


async def prepared(evening: Evening, act: Act) -> None:
    await deal(evening)
    for command, options in act.after:
        await evening.types("Ana", command, **options)


async def test_every_command_is_tried_somewhere(evening: Evening) -> None:
    known = {one.qualified_name for one in evening.bot.tree.walk_commands() if isinstance(one, Command)}
    assert known == {act.command for act in ACTS} | LOOKS.keys() | ELSEWHERE


@after_the_same
async def test_it_says_what_came_of_it_and_can_be_undone(evening: Evening, acts: Sequence[Act]) -> None:
    await prepared(evening, acts[0])
    for act in acts:
        before = evening.board()
        answer = await evening.types("Ana", act.command, **act.options)
        assert answer.text == act.says
        assert not answer.private, act.command
        assert evening.board() != before, act.command
        await evening.types("Ana", "undo")
        assert without_log(evening.board()) == without_log(before), act.command


async def test_it_is_refused_where_there_is_no_game_going_on(evening: Evening) -> None:
    for act in ACTS:
        assert await evening.refused("Ana", act.command, **act.options) == NO_TABLE, act.command
    await gather(evening, "commander", "Ana, Ben")
    for act in ACTS:
        assert await evening.refused("Ana", act.command, **act.options) == NOT_STARTED, act.command
    await evening.types("Ana", "game start")
    await evening.types("Ana", "game end")
    for act in ACTS:
        assert await evening.refused("Ana", act.command, **act.options) == OVER, act.command


@pytest.mark.sample(10)
@after_the_same
async def test_it_is_for_the_people_at_the_table(evening: Evening, acts: Sequence[Act]) -> None:
    await prepared(evening, acts[0])
    for act in acts:
        assert await evening.refused("Eve", act.command, **act.options) == OUTSIDER, act.command


@pytest.mark.sample(10)
@after_the_same
async def test_it_names_the_dead_and_guesses_at_a_wrong_name(evening: Evening, acts: Sequence[Act]) -> None:
    await prepared(evening, acts[0])
    await evening.types("Dee", "concede")
    for act in acts:
        if act.who:
            dead = await evening.refused("Ana", act.command, **{**act.options, act.who: "Dee"})
            assert dead == "Dee has left the game. If that was a mistake, use `/fix`.", act.command
            wrong = await evening.refused("Ana", act.command, **{**act.options, act.who: "Bne"})
            assert wrong == "No one in this game is called “Bne”. Did you mean Ben?", act.command


@pytest.mark.sample(10)
@every_naming_act
async def test_a_moderator_without_a_seat_may_do_it_for_others(evening: Evening, act: Act) -> None:
    assert act.who
    await deal(evening, names="Ben, Cy, Dee")
    for command, options in act.after:
        await evening.types("Cy", command, **{**options, **({} if command == "life set" else {"who": "Cy"})})
    other = {"b": "Ben", "a": "Cy"} if act.who == "b" else {act.who: "Cy"}
    answer = await evening.types("Ana", act.command, **{**act.options, **act.unseated, **other})
    assert not answer.private
    assert "Cy" in answer.text


@pytest.mark.own_bot
async def test_anyone_may_look_and_no_one_else_reads_it(evening: Evening) -> None:
    for command in LOOKS:
        assert await evening.refused("Eve", command) == NO_TABLE, command
    await gather(evening, "commander", "Ana, Ben, Cy, Dee")
    for command in LOOKS.keys() - {"log"}:
        assert await evening.refused("Eve", command) == NOT_STARTED, command
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee")
    await evening.types("Ana", "game start", first="Ana")
    for command, says in LOOKS.items():
        seen = await evening.types("Ana", command)
        assert seen.private, command
        assert seen.text.startswith(says)
        if command in ("table range", "table attack"):
            needed = await evening.refused("Eve", command)
            assert needed == "You aren't in this game, so choose a player with `who:`."
            assert (await evening.types("Eve", command, who="Ana")).text == seen.text
        else:
            assert (await evening.types("Eve", command)).text == seen.text
