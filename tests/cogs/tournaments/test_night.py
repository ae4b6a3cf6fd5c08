"""A league night of 23 from sign-up to the champion, looked at from all sides; its standings are on paper."""

from collections.abc import Sequence

import pytest

from rules.game.game import Game
from tests.cogs.tournaments.paper import Paper
from tests.cogs.tournaments.test_rounds import lines, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import all_numbers, create, drops
from tests.support.messages import buttons, said, text
from tests.support.wording import gist

MEMBERS = ("Ben", "Cy", "Dee", "Eve", "Fay", "Finn", "Greta", "Hugo", "Ines", "Jan", "Kaya", "Leo")
GUESTS = ("Mo", "Nia", "Olaf", "Pia", "Quin", "Rosa", "Sam", "Tea", "Udo", "Vera", "Wim", "Xena")
NOBODY = "Leo"
"""Signs up and doesn't check in."""


class Night:
    """The night, and what is on paper of it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.paper = Paper()
        self.players: list[str] = []
        """Everyone who has played, in the order of sign-up."""
        self.gone: list[str] = []
        """Those of them who have dropped."""

    async def round(self, minutes: int, *, last: bool = False) -> list[list[str]]:
        """Pair the next round: a thread for each table with its game and clock; who sits where."""
        before = {one.id for one in self.evening.channel.threads}
        paired = await self.evening.types("Ana", "event round", minutes=minutes, last=last)
        await self.evening.env.settle()
        now, names = await state(self.evening), await tables(self.evening)
        number = len(now.rounds)
        byes = [str(now.players[one].name) for one in now.rounds[-1].pairings.byes]
        assert paired.text.splitlines()[1:] == [
            *(f"**Table {table}:** {', '.join(there)}" for table, there in enumerate(names, start=1)),
            *([f"**Bye:** {listed(byes)}"] if byes else []),
        ]
        assert len({one.id for one in self.evening.channel.threads} - before) == len(names)
        for table, there in enumerate(names, start=1):
            await self.is_open(number, table, there, minutes)
        if number <= 4:
            self.paper.byes += byes
        return names

    async def is_open(self, number: int, table: int, names: Sequence[str], minutes: int) -> None:
        """The table's thread has one board, calls its players once, and its clock runs to the round's end."""
        there = await view(self.evening, number, table)
        assert isinstance(there.table, Game)
        assert [player.name for player in there.table.players] == names
        assert there.clock.round is not None
        left = there.clock.round.ends - there.clock.moment(round(self.evening.now().timestamp() * 1000))
        assert minutes * 60_000 - 60_000 < left <= minutes * 60_000
        chat = [text(one) for one in thread(self.evening, number, table).history()]
        called = [self.evening.people[one].mention if one in self.evening.people else one for one in names]
        assert [one for one in chat if "your table is open" in one] == [
            one for one in chat if one.startswith(f"{', '.join(called)}: your table is open.")
        ]
        assert sum(one.startswith("-# Game") for one in chat) == 1

    async def ends(self, number: int, table: int, winner: str | None, counts: bool = True) -> None:
        """A table ends."""
        names = (await tables(self.evening))[table - 1]
        if winner is None:
            await types(self.evening, number, table, "draw", reason="effect", who=names[0])
        else:
            await types(self.evening, number, table, "win", who=winner)
        if counts:
            self.paper.tables.append((names, winner))

    async def inbox(self, only: str = "**Not played yet**") -> list[str]:
        """Return lines of the organizers' inbox."""
        shown = await self.evening.types("Ana", "league inbox")
        assert shown.private
        return [line for line in shown.text.splitlines() if line.startswith(only)]

    def unplayed(self, number: int, table: int, names: Sequence[Sequence[str]]) -> str:
        """Return the line of the inbox for a table that goes on."""
        return f"**Not played yet**: Friday, round {number}, table {table}: {listed(names[table - 1])}"

    async def shown(self) -> list[str]:
        """Return the lines of the standings as Ben reads them."""
        return await all_numbers(self.evening)

    async def compare(self) -> None:
        """The standings are those on paper, and so is the event's message."""
        expected = [self._marked(line) for line in self.paper.standings(self.players)]
        assert await self.shown() == expected
        read = lines(self.evening)
        first = read.index("### Standings") + 1
        rows = [" · ".join(one.split(" · ")[:2]).split(". ", 1) for one in expected[:16]]
        assert read[first : first + 16] == [f"**{place}.** {rest}" for place, rest in rows]

    def _marked(self, line: str) -> str:
        who, numbers = line.split(" · ", 1)
        return f"{who} (dropped) · {numbers}" if who.split(". ")[1] in self.gone else line


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


@pytest.fixture
async def night(evening: Evening) -> Night:
    """The event Friday in the channel of the league Pods: eleven members and twelve guests are here."""
    for name in MEMBERS[5:]:
        user = evening.env.create_user(name.lower(), global_name=name)
        evening.people[name] = evening.server.add_member(user)
    await create(evening, "Pods")
    await evening.types("Ana", "event create", name="Friday", odd="byes")
    for name in MEMBERS:
        await evening.presses(name, "Join", event(evening))
    await evening.types("Ana", "event add", players="new: " + ", ".join(GUESTS))
    await evening.types("Ana", "event check-in")
    for name in MEMBERS:
        if name != NOBODY:
            await evening.presses(name, "I'm here", event(evening))
    closed = await evening.types("Ana", "event check-in", do="close")
    assert closed.text.splitlines() == [
        "Check-in is closed: 23 players are here.",
        f"Dropped, because they weren't here: {NOBODY}.",
    ]
    night = Night(evening)
    night.players = [name for name in (*MEMBERS, *GUESTS) if name != NOBODY]
    return night


@pytest.mark.own_bot
async def test_a_night_from_sign_up_to_the_champion(night: Night) -> None:
    evening = night.evening
    await first_round(night)
    await second_round(night)
    await third_round(night)
    await fourth_round(night)
    await top_cut(night)
    assert evening.errors() == ()


async def first_round(night: Night) -> None:
    """Three byes, a draw, and a disputed result: a judge decides, for the league and for the event."""
    evening, names = night.evening, await night.round(75)
    assert [len(table) for table in names] == [4] * 5
    assert len(night.paper.byes) == 3
    assert await night.inbox() == [night.unplayed(1, table, names) for table in range(1, 6)]
    disputed = next(table for table, there in enumerate(names, start=1) if {*there} & {*MEMBERS})
    for table in range(1, 6):
        if table != disputed:
            await night.ends(1, table, None if table == disputed % 5 + 1 else names[table - 1][table % 4])
    there = names[disputed - 1]
    loser = next(one for one in there if one in MEMBERS)
    wrong, right = [one for one in there if one != loser][:2]
    await night.ends(1, disputed, wrong, counts=False)
    told = await evening.types(loser, "league result dispute", result=8, reason="not at all")
    assert "disputed" in told.text
    assert (await night.inbox(only="**Disputed**"))[0].startswith("**Disputed**: `8`")
    asked = [text(one) for one in thread(evening, 1, disputed).history()]
    assert sum("what happened? A judge will rule." in one for one in asked) == 1
    corrected = await evening.types("Ana", "event result", table=disputed, winner=right)
    assert corrected.text.splitlines() == [
        f"Round 1, table {disputed}: {right} wins.",
        f"-# Before: {wrong} wins, from the game.",
    ]
    await evening.types("Ana", "league result rule", result=8, verdict="void", reason="see the event")
    assert await night.inbox() == await night.inbox(only="**Disputed**") == []
    night.paper.tables.append((there, right))
    await evening.env.settle()
    await night.compare()


async def second_round(night: Night) -> None:
    """A late entry, two drops, and a restart in the middle of the round, during which nothing is lost."""
    evening = night.evening
    await evening.types("Ana", "event add", players="new Yan")
    night.players.append("Yan")
    await drops(evening, "Hugo", event(evening))
    await evening.types("Ana", "event drop", who="Udo")
    night.gone += ["Hugo", "Udo"]
    names = await night.round(60)
    seated = {one for table in names for one in table}
    assert "Yan" in seated
    assert not seated & {"Hugo", "Udo"}
    assert [len(table) for table in names] == [4] * 5
    assert len({*night.paper.byes}) == 5, "nobody has a second bye before everybody had one"
    for table in (1, 2):
        await night.ends(2, table, names[table - 1][1])
    await evening.restart(away=600, settled=True)
    assert buttons(event(evening)) == ["Join late", "My table", "Pairings", "Drop…", "Organize…"]
    assert lines(evening)[3] == "2 of 5 tables have a result."
    assert len(evening.channel.threads) == 10
    for table in (3, 4, 5):
        await night.is_open(2, table, names[table - 1], 50)
        await night.ends(2, table, names[table - 1][2])
    await night.compare()


async def third_round(night: Night) -> None:
    """Play a round with a no-show, a draw as time is called, and a correction of the first round."""
    evening, names = night.evening, await night.round(75)
    last = len(names)
    gone = next(one for table in names[:-1] for one in table if one in MEMBERS and one not in table[:1])
    where = next(number for number, table in enumerate(names, start=1) if gone in table)
    for name in names[where - 1]:
        if name in MEMBERS and name != gone:
            await evening.people[name].send(thread(evening, 3, where), "hello")
    await evening.passes(minutes=5.1)
    told = [text(one) for one in thread(evening, 3, where).history()]
    assert f"{evening.people[gone].mention}: your table is waiting for you." in told
    missing = await night.inbox(only=f"**Not here yet**: {gone} · ")
    assert len(missing) == 1
    assert missing[0].endswith(night.unplayed(3, where, names))
    await evening.types("Ana", "event no-show", who=gone)
    await evening.env.settle()
    night.gone.append(gone)
    for table in range(1, last):
        await night.ends(3, table, names[table - 1][0])
    await evening.passes(minutes=70)
    told = [text(one) for one in thread(evening, 3, last).history()]
    assert sum(one.startswith("**Time!**") for one in told) == 1
    await night.ends(3, last, None)
    there, winner = night.paper.tables[0]
    other = next(one for one in there if one != winner)
    table = next(number for number, names in enumerate(await tables(evening, 1), start=1) if names == there)
    preview = await evening.people["Ana"].slash(
        evening.channel, "event result", round=1, table=table, winner=other
    )
    first, *changed = said(preview).text.splitlines()
    assert first == f"Round 1, table {table}: {other} wins."
    assert ["2"] in map(gist, changed)
    assert preview.response is not None
    await evening.people["Ana"].click(preview.response, label="Correct result")
    night.paper.tables[0] = there, other
    await evening.env.settle()
    await night.compare()


async def fourth_round(night: Night) -> None:
    """The last one before the cut."""
    names = await night.round(75, last=True)
    assert not {one for table in names for one in table} & {*night.gone}
    for table in range(1, len(names) + 1):
        await night.ends(4, table, names[table - 1][3 - table % 4])
    await night.compare()


def final(night: Night, cut: Sequence[str]) -> list[str]:
    """Return the last message's lines: the pod's winner, its others in the second place, then the
    standings."""
    rows = [line.rsplit(" · ", 1)[0].split(" · ", 1) for line in night.paper.standings(night.players)]
    of = {head.split(". ")[1]: (int(head.split(". ")[0]), numbers) for head, numbers in rows}
    others = [name for name in of if name not in cut]
    places = {name: 1 if name == cut[0] else 2 for name in cut}
    places |= {name: len(cut) + 1 + sum(of[other][0] < of[name][0] for other in others) for name in others}
    marks = {name: f"{name} (dropped)" if name in night.gone else name for name in places}
    return [f"**{place}.** {marks[name]} · {of[name][1]}" for name, place in places.items()]


async def top_cut(night: Night) -> None:
    """The best four who are still in play for the title, and the standings stay as they were."""
    evening = night.evening
    ranked = [name for name in night.paper.ranked(night.players) if name not in night.gone]
    cut = await evening.types("Ana", "event cut", players=4)
    assert cut.text.splitlines()[0] == f"Top cut of **Friday**, best first: {listed(ranked[:4])}."
    (names,) = await night.round(90)
    assert names == ranked[:4]
    await night.ends(5, 1, names[2], counts=False)
    await night.compare()
    closed = await evening.types("Ana", "event close")
    assert closed.text.splitlines() == [
        f"**Friday** is over: **{names[2]}** wins!",
        *final(night, [names[2], *(name for name in names if name != names[2])]),
    ]
    await evening.env.settle()
    assert buttons(event(evening)) == ["Standings", "Organize…"]
    assert await night.inbox() == []
