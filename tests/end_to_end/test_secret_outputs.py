"""Nothing that anyone is shown depends on a role that is still secret.

One game at random is played twice, with the same log but for the roles of two players, who change places.
Everything that the others see has to be the same both times, until a rule shows one of these roles.
"""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import to_builtins

from cogs.board import view as board
from cogs.charts.commands import describe
from cogs.charts.plot import draw_curves
from cogs.core.corrections import fixing
from cogs.core.corrections.step_edit import StepEdit
from cogs.history import pages as log_pages
from cogs.leagues.core.components import PageId
from cogs.leagues.updates import table_results
from cogs.leagues.views import result as result_view
from cogs.leagues.views.pages import PAGE_READERS, requested_page
from cogs.play import table as ranges
from cogs.summary import curves_of_log, differences
from cogs.text import results
from cogs.text.facts.roles import dealt_role
from cogs.text.language import speaking
from cogs.text.log import lines
from cogs.text.log.game_log import GameLogText
from rules.actions.counters import AddCounters
from rules.actions.designations import BecomeMonarch
from rules.actions.endings import Concede, ShowRole
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import HandOver, Hold, Release
from rules.actions.turns import EndTurn
from rules.fixing import Correction
from rules.formats.options import Options
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId, PlayerId, SecretRoles
from rules.leagues.result import LeagueId, ResultNumber
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction
from storage.cards.catalog import CommanderCatalog
from storage.engine.opening import open_database
from storage.games.games import Committed, EntryKind, Games, Location, Request
from storage.links import Link, LinkId, LinkPurpose
from tests.storage.leagues.people import JUDGE, OPEN, by, found
from tests.storage.table import choose
from tests.support.games import view_of
from web.leagues.feed import feed, json_feed
from web.leagues.public import PublicLeagues
from web.leagues.source import LeagueSource
from web.leagues.view import LeaguePart, LeagueQuery
from web.live.feeds import Feeds
from web.overlay.parameters import OverlayParameters
from web.overlay.source import OverlaySource
from web.play.seat import SeatSource
from web.play.tabletop import TabletopSource
from web.watch.replay import MomentKey, Replays
from web.watch.table import TableSource

PLACE = Location(channel=100, guild=1)
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
NEW = 99
"""The user who takes a seat over."""
NINE = datetime(2026, 3, 4, 21, 0, tzinfo=UTC)
STEPS = 18
STARTED = 2
"""The entry that starts the game."""
OBJECT = re.compile(" object at 0x[0-9a-f]+")


class Table:
    """A game with roles, and all that has been shown of it."""

    def __init__(self, games: Games, dealt: SecretRoles) -> None:
        self.games = games
        self.dealt = dealt
        self.shown: dict[str, str] = {}
        self._requests = count(1000)
        self.game = GameId(0)
        self.league = LeagueId(0)
        self.last: Committed | None = None

    async def begin(self, variant: str) -> None:
        await self._play_before()
        seats = tuple(
            Seated(id=id, name=name, user=int(id)) for id, name in zip(_ids(self.dealt), NAMES, strict=False)
        )
        options = Options(variant=variant, arranged=True)
        opened = await self.games.open(
            PLACE, self._request(seats[0].id), Gather(options=options, seated=seats, host=seats[0].id)
        )
        self.game = opened.game
        order = tuple(seat.id for seat in seats)
        await self.act(seats[0].id, StartGame(order=order, draw=0, secret_roles=self.dealt))

    async def _play_before(self) -> None:
        """Play a game without roles, so that the league of the channel, which has a page, has a result."""
        self.league = await found(self.games.leagues, OPEN, PLACE.channel)
        await self.games.leagues.set_page(self.league, by(JUDGE), on=True, guests=True)
        first, second = Seated(id="11", name="Ana", user=11), Seated(id="12", name="Ben", user=12)
        options = Options(variant="two_player", arranged=True)
        gather = Gather(options=options, seated=(first, second), host=first.id)
        await self.games.open(PLACE, self._request(first.id), gather)
        for action in (StartGame(order=(first.id, second.id), draw=0), Concede(who=second.id)):
            await self.games.act(PLACE, self._request(first.id), choose(action))

    def _request(self, who: PlayerId) -> Request:
        return Request(user=int(who), name=NAMES[int(who) - 11], interaction=next(self._requests))

    async def act(self, who: PlayerId, action: AnyAction) -> None:
        try:
            self._told(await self.games.act(PLACE, self._request(who), choose(action)))
        except Refusal as refusal:
            self._show("refusal", (refusal.reason, refusal.values))
        await self.look()

    async def move(self, who: PlayerId, *, back: bool) -> None:
        if back and (await view_of(self.games, PLACE)).entries[-1].at == STARTED:
            return
        move = self.games.undo if back else self.games.redo
        try:
            self._told(await move(PLACE, self._request(who)))
        except Refusal as refusal:
            self._show("refusal", (refusal.reason, refusal.values))
        await self.look()

    async def fix(self, who: PlayerId, place: int) -> None:
        """Change the amount of an earlier step of life, where there is one."""
        steps = [
            one
            for one in await fixing.fixable(self.games, self.game)
            if isinstance(one.entry.action, LoseLife)
        ]
        if steps:
            step = steps[place % len(steps)].entry
            assert isinstance(step.action, LoseLife)
            now = LoseLife(who=step.action.who, amount=2)
            try:
                self._told(
                    await self.games.fix(PLACE, self._request(who), Correction(changes={step.number: now}))
                )
            except Refusal as refusal:
                self._show("refusal", (refusal.reason, refusal.values))
        await self.look()

    def _told(self, done: Committed) -> None:
        if done.entry.fix is not None:
            told = differences.of_fix(done)
        elif done.entry.kind is EntryKind.ACT:
            told = results.tell(done.before, done.after, done.entry.events)
        else:
            told = results.tell_step(done.before, done.after)
        self._show("told", told)
        self.last = done
        self._show("trace", repr(done))

    def _show(self, what: str, shown: object) -> None:
        self.shown[f"{len(self.shown)} {what}"] = OBJECT.sub("", repr(shown))

    async def look(self) -> None:
        """Everything that people see of the table as it stands, those whose roles differ left out."""
        view = await view_of(self.games, PLACE)
        game = view.table
        self._show("trace", repr(view))
        assert isinstance(game, Game)
        self._show("board", board.current(game, view).to_components())
        self._show("last", lines.last_line(game, view.entries))
        self._show("table", await TableSource(self.games, PLACE, None, "en").parts())

    async def look_at_all(self, viewers: list[PlayerId], hidden: list[PlayerId]) -> None:
        view = await view_of(self.games, PLACE)
        game, entries = view.table, await self.games.history(view.game, view.entries[-1].at)
        assert isinstance(game, Game)
        log = GameLogText(game, await self.games.log(view.game, limit=1000))
        log = GameLogText(game, [*reversed(log.entries)])
        self._show("log", await log_pages.log_text(log, view.game))
        self._show(
            "log page", (await log_pages.log_message(log, view.game, log_pages.LogPage())).to_components()
        )
        self._show("story", await TableSource(self.games, PLACE, None, "en").slow_parts())
        curves = curves_of_log.curves(view.game, entries)
        self._show("chart", curves)
        assert curves is not None
        self._show("picture", draw_curves(curves))
        self._show("description", describe(curves))
        await self._look_at_league(viewers)
        replays = Replays(self.games)
        for number in (1, *(one.number for one in entries)):
            self._show("replay", await replays.moment("reader", PLACE, MomentKey(number, "en")))
        for id in viewers:
            self._show("role", dealt_role(game, id))
            if game.player(id).in_game:
                self._show("seats", (ranges.reach(game, id), ranges.attacks(game, id)))
            link = _link(view.game, id, game)
            for kind in (SeatSource, TabletopSource):
                self._show("remote", await kind(self.games, link, "en").parts())
            self._show("overlay", await OverlaySource(self.games, link, OverlayParameters(), "en").parts())
            exported = [one async for one in self.games.people.export(int(id))]
            self._show("export", json.dumps(exported))
        for one in (await fixing.fixable(self.games, view.game))[-3:]:
            for who in (*hidden, game.players[0].id):
                await self._preview(viewers[-1], one.entry.number, who)

    async def _look_at_league(self, viewers: list[PlayerId]) -> None:
        """The statistics, results, public pages, feeds and exports of the channel's league."""
        leagues, now = self.games.leagues, int(NINE.timestamp())
        state = await leagues.state(self.league)
        player = state.player_of(int(viewers[0])) or next(iter(state.players))
        for what in PAGE_READERS:
            wanted = PageId(what=what, player=player)
            page = await requested_page(leagues, CommanderCatalog(), state, wanted, now)
            self._show("statistics", page)
        record = await leagues.results.record(self.league, ResultNumber(1))
        self._show("result", result_view.result_message(state, record).to_components())
        assert self.last is not None
        self._show("result", await table_results.result_lines(leagues, self.last))
        feeds = Feeds()
        try:
            public = PublicLeagues(self.games, feeds)
            for part in LeaguePart:
                query = LeagueQuery(shown=part, player=player, result=ResultNumber(1))
                self._show("public page", await LeagueSource(public, state, query, "en").parts())
        finally:
            feeds.close()
        self._show("public page", json_feed(await feed(leagues, state, "https://a.example/", None), "feed"))
        self._show("export", await leagues.exchange.export(self.league))

    async def _preview(self, me: PlayerId, before: int, who: PlayerId) -> None:
        """Preview what would follow if someone had died before a step."""
        view = await view_of(self.games, PLACE)
        assert isinstance(view.table, Game)
        place = [player.id for player in view.table.players].index(who)
        edit = StepEdit(at=view.entries[-1].at, step=before, what="lose", amount=500, who=(place,))
        try:
            self._show("preview", await fixing.preview_edit(self.games, view, me, edit))
        except Refusal as refusal:
            self._show("preview", (refusal.reason, refusal.values))


def _ids(dealt: SecretRoles) -> list[PlayerId]:
    return sorted(dealt.order)


def _link(game: GameId, seat: PlayerId, table: Game) -> Link:
    user = table.player(seat).user or 0
    return Link(
        LinkId(1), LinkPurpose.SEAT, 1, PLACE.channel, game, user, NINE, NINE + timedelta(days=9), seat
    )


@asynccontextmanager
async def _table(file: Path, dealt: SecretRoles) -> AsyncGenerator[Table]:
    times = count()
    async with open_database(file) as database:
        yield Table(Games(database, lambda: NINE + timedelta(seconds=next(times))), dealt)


async def _played(
    file: Path, variant: str, dealt: SecretRoles, hidden: list[PlayerId], seed: str
) -> dict[str, str]:
    dice, ids = Random(seed), _ids(dealt)
    viewers = [id for id in ids if id not in hidden]
    mortal = viewers[1:]  # the leader is the first
    async with _table(file, dealt) as table:
        await table.begin(variant)
        for _ in range(STEPS):
            who, by = dice.choice(ids), dice.choice(viewers)
            chance, amount, place = dice.random(), dice.randint(1, 5), dice.randrange(99)
            victim = dice.choice(mortal)
            if chance < 0.4:
                await table.act(by, LoseLife(who=(who,), amount=amount, by=by))
            elif chance < 0.5:
                await table.act(by, GainLife(who=(who,), amount=amount))
            elif chance < 0.55:
                await table.act(by, AddCounters(who=(who,), kind="poison", n=1))
            elif chance < 0.6:
                await table.act(by, EndTurn())
            elif chance < 0.65:
                await table.act(by, BecomeMonarch(who=who))
            elif chance < 0.7:
                await table.act(by, dice.choice((Hold(), Release())))
            elif chance < 0.75:
                await table.act(victim, ShowRole(who=victim))
            elif chance < 0.78:
                await table.act(victim, LoseLife(who=(victim,), amount=90))
            elif chance < 0.8:
                await table.act(victim, Concede(who=victim))
            elif chance < 0.82:
                await table.act(victim, HandOver(who=victim, user=NEW, name="Zoe"))
            elif chance < 0.88:
                await table.fix(by, place)
            else:
                await table.move(by, back=chance < 0.95)
        await table.look_at_all(viewers, hidden)
        return table.shown


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", ["treachery", "kingdom", "usurper"])
async def test_what_others_see_is_the_same_for_another_deal(tmp_path: Path, variant: str, seed: int) -> None:
    dice = Random(f"{variant} {seed}")
    rules = VARIANTS[variant].roles
    assert rules is not None
    size = dice.choice([size for size in rules.by_size if size > 4])
    roles = rules.by_size[size]
    ids = [str(11 + n) for n in range(size)]
    first, *others = ids
    dice.shuffle(others)
    order = [first, *others]
    one, other = next(
        (a, b) for a in range(1, size) for b in range(size - 1, 0, -1) if roles[a].key != roles[b].key
    )
    swapped = [*order]
    swapped[one], swapped[other] = order[other], order[one]
    hidden = sorted((order[one], order[other]))
    with speaking("en"):
        played = [
            await _played(tmp_path / f"{n}.db", variant, SecretRoles(order=tuple(dealt)), hidden, f"{seed}")
            for n, dealt in enumerate((order, swapped))
        ]
    assert played[0].keys() == played[1].keys()
    for what in played[0]:
        assert played[0][what] == played[1][what], what
    kinds = {what.split(" ", 1)[1] for what in played[0]}
    assert kinds >= {"picture", "description", "statistics", "result", "public page", "seats"}
    assert kinds >= {"told", "trace", "board", "table", "story", "log", "chart", "replay", "remote", "export"}
    assert kinds >= {"role", "overlay", "preview", "log page"}


async def test_the_file_has_the_roles(tmp_path: Path) -> None:
    """As the guide says: who can read the database can read the roles; no repr of a table tells them."""
    dealt = SecretRoles(order=("11", "14", "13", "12"))
    async with _table(tmp_path / "games.db", dealt) as table:
        await table.begin("treachery")
        view = await view_of(table.games, PLACE)
    assert to_builtins(dealt)["order"] == ("11", "14", "13", "12")
    assert "'14', '13'" not in repr(view)


async def test_a_remote_has_its_own_role_and_a_tablet_for_all_has_none(tmp_path: Path) -> None:
    """Of four players of Treachery 11 leads, 14 and 13 are Assassins, and 12 is the Traitor."""
    dealt = SecretRoles(order=("11", "14", "13", "12"))
    async with _table(tmp_path / "games.db", dealt) as table:
        with speaking("en"):
            await table.begin("treachery")
            view = await view_of(table.games, PLACE)
            assert isinstance(view.table, Game)
            shown = {
                (kind, seat): repr(await kind(table.games, _link(view.game, seat, view.table), "en").parts())
                for kind in (SeatSource, TabletopSource)
                for seat in dealt.order
            }
    for (kind, seat), parts in shown.items():
        own_page = kind is SeatSource
        assert ("Your role: Assassin" in parts) == (own_page and seat in ("13", "14"))
        assert ("Your role: Traitor" in parts) == (own_page and seat == "12")
