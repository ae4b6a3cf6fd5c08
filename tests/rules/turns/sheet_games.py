"""Random games in which everything happens that a sheet of paper keeps, beside that sheet."""

from collections.abc import Callable
from random import Random

import pytest

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.counters import AddCounters, Proliferate
from rules.actions.damage import DealDamage
from rules.actions.designations import (
    BecomeDayOrNight,
    BecomeMonarch,
    CastSpell,
    Designate,
    EndDayNight,
    LoseDesignation,
    ResolveRoom,
    StartEngines,
    TakeInitiative,
    TemptWithRing,
    Venture,
)
from rules.actions.endings import Depart
from rules.actions.life import LoseLife
from rules.actions.table import RollPlanarDie
from rules.actions.tallies import AddToTally, Remind, RemoveReminder, RemoveTally
from rules.actions.turns import BeginTurn, ControlTurn, EndTurn, GrantExtraTurn, GrantSkip, ReverseTurnOrder
from rules.actions.votes import CallVote, CastVote, DeclineVotes
from rules.events.designations import VentureTriggered
from rules.events.event import Event
from rules.events.table import PlanarDieRolled
from rules.events.tallies import ReminderGiven
from rules.events.votes import VoteEnded
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import DayNight, EffectKind, PlanarFace
from rules.game.tallies import Due
from rules.players.votes import next_voter
from rules.refusal import Refusal
from rules.table import act
from rules.turns.turns import upcoming
from tests.rules.deals import deal
from tests.rules.turns.sheet import MINE, Pact, Sheet

TABLES = {
    "two_player": (2, 2),
    "commander": (5, 2),
    "limited": (7, 2),
    "two_headed_giant": (4, 2),
    "archenemy": (4, 2),
    "emperor": (9, 3),
}
"""How many play, in how many teams; `limited` is a Free-for-All with a range of influence of 2."""
LIFE = 5_000
"""Nobody is to lose by their life here."""
FEW = 30
"""Tallies and reminders that are on the sheet at most: a table has room for 40."""
BLESSING = "city's blessing"
LOST = {"monarch", "initiative", "the Ring", "speed", "dungeon", BLESSING}
"""What players can lose, as the engine calls it."""


class SheetGame:
    """A game beside its sheet."""

    def __init__(self, seed: int, variant: str) -> None:
        self.random, self.variant = Random(seed), variant
        count, teams = TABLES[variant]
        limited = variant == "limited"
        options = Options(life=LIFE, range=2 if limited else None)
        self.game = deal("free_for_all" if limited else variant, count, options, teams=teams)
        self.events: tuple[Event, ...] = ()
        seats = [player.id for player in self.game.players]
        # 805: a team takes its turns together in Two-Headed Giant and as heroes against an archenemy.
        shared = variant in ("two_headed_giant", "archenemy")
        self.sheet = Sheet(
            units={side.id: list(side.members) for side in self.game.sides}
            if shared
            else {who: [who] for who in seats},
            sides={who: side.id for side in self.game.sides for who in side.members},
            seats=seats,
            ranges={who: self.range_of(place) for place, who in enumerate(seats)},
            active=self.game.turn.taker,
            one_body=variant == "two_headed_giant",
        )

    def range_of(self, place: int) -> int | None:
        """809.3a: an emperor, in the middle of three, reaches two seats, the generals one."""
        if self.variant == "emperor":
            return 2 if place % 3 == 1 else 1
        return 2 if self.variant == "limited" else None

    @property
    def here(self) -> list[str]:
        return [who for who in self.sheet.seats if self.sheet.here(who)]

    def someone(self) -> str:
        return self.random.choice(self.here)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def do(self, action: Action, refused: str | None = None) -> None:
        """The engine carries an action out, or refuses it for the reason that the sheet gives."""
        if refused is not None:
            with pytest.raises(Refusal) as refusal:
                act(self.game, action)
            assert refusal.value.reason == refused, action
            return
        done = act(self.game, action)
        assert isinstance(done.table, Game)
        self.game, self.events = done.table, done.events

    def play(self, steps: int) -> None:
        """Things happen at random, on both sides, until so many have or the game is over."""
        for _ in range(steps):
            self.sheet.spoken, self.sheet.ventured, self.sheet.polled = [], [], None
            self.events = ()
            if self.chance(0.02):
                self.leave()
            else:
                self.random.choice(self.kinds)()
            if self.game.outcome is not None:
                return
            self.compare()

    @property
    def kinds(self) -> tuple[Callable[[], None], ...]:
        """What can happen, the commoner the more often."""
        turns = (self.end_turn, self.end_turn, self.end_turn, self.extra, self.skip, self.reverse)
        voting = (self.vote,) * 4 if self.sheet.poll else (self.call_vote,)
        notes = (self.count, self.count, self.uncount, self.remind, self.remind, self.forget)
        die = (self.roll, self.roll, self.roll)
        ranks = (self.crown, self.take_initiative, self.strike, self.strike, self.forbid_crown, self.lose)
        rest = (self.spell, self.spell, self.day, self.engines, self.life, self.life, self.ring, self.bless)
        more = (self.correct_turn, self.control, self.control, self.venture, self.venture, self.room_done)
        return (*turns, *voting, *notes, *die, *ranks, *rest, *more, self.proliferate)

    # Turns

    def end_turn(self) -> None:
        self.do(EndTurn())
        self.sheet.end_turn()

    def correct_turn(self) -> None:
        unit = self.random.choice([*self.sheet.units])
        gone = not self.sheet.takes_turns(unit)
        self.do(BeginTurn(taker=unit), "left_game" if gone else None)
        if not gone:
            self.sheet.correct_turn(unit)

    def extra(self) -> None:
        players = tuple(self.random.sample(self.here, self.random.randint(1, min(3, len(self.here)))))
        self.do(GrantExtraTurn(who=players))
        self.sheet.grant_extra(players)

    def skip(self) -> None:
        who = self.someone()
        if not self.sheet.skips.get(self.sheet.unit(who)):
            self.do(GrantSkip(who=who))
            self.sheet.skip(who)

    def reverse(self) -> None:
        self.do(ReverseTurnOrder())
        self.sheet.backwards = not self.sheet.backwards

    def control(self) -> None:
        who, by = self.someone(), self.someone()
        self.do(ControlTurn(who=who, by=by))
        self.sheet.take_control(who, by)

    # Votes

    def call_vote(self) -> None:
        first = self.someone()
        extra = {who: self.random.randint(0, 2) for who in self.sheet.in_range(first) if self.chance(0.3)}
        self.do(CallVote(who=first, question="", choices=("a", "b", "c"), extra=extra))
        self.sheet.call_vote(first, extra)

    def vote(self) -> None:
        voter, who = self.sheet.voter(), self.someone()
        assert voter is not None
        assert self.sheet.poll is not None
        choice = self.random.randrange(3)
        if who != voter and self.chance(0.3):
            self.do(CastVote(who=who, choice=choice), "not_your_vote")
        elif self.chance(0.2):
            fresh = all(one != voter for one, _ in self.sheet.poll.voted)
            self.do(DeclineVotes(who=voter), "not_your_vote" if fresh else None)
            if not fresh:
                self.sheet.decline(voter)
        else:
            self.do(CastVote(who=voter, choice=choice))
            self.sheet.vote(voter, choice)

    # Tallies and reminders

    def count(self) -> None:
        if len(self.sheet.tallies) + len(self.sheet.pacts) >= FEW:
            return
        label, n = self.random.choice(("storm", "lessons")), self.random.randint(1, 4)
        who = self.someone() if self.chance(0.5) else None
        ends = self.sheet.active if self.chance(0.5) else None
        self.do(AddToTally(who=(who,) if who else (), label=label, n=n, until_end_of=ends))
        self.sheet.count(label, who, n, ends)

    def uncount(self) -> None:
        label, n = self.random.choice(("storm", "lessons")), self.random.choice((None, 1, 2, 9))
        who = self.someone() if self.chance(0.5) else None
        there = self.sheet.uncount(label, who, n)
        self.do(RemoveTally(who=(who,) if who else (), label=label, n=n), None if there else "no_such_tally")

    def remind(self) -> None:
        if len(self.sheet.tallies) + len(self.sheet.pacts) >= FEW:
            return
        due = self.random.choice(tuple(Due))
        unit, text = self.random.choice([*self.sheet.units]), self.random.choice(("pay", "draw", "lose"))
        pact = Pact(text=text, who=self.someone(), turn_of=unit, due=str(due))
        there = self.sheet.comes(pact)
        action = Remind(who=pact.who, text=text, turn_of=unit, due=due)
        self.do(action, None if there else "left_game")
        if there:
            self.sheet.pacts.append(pact)

    def forget(self) -> None:
        if not self.sheet.pacts:
            return
        some = self.random.choice(self.sheet.pacts)
        self.do(RemoveReminder(who=some.who, text=some.text))
        alike = [one for one in self.sheet.pacts if (one.who, one.text) == (some.who, some.text)]
        self.sheet.pacts = [one for one in self.sheet.pacts if one is not alike[-1]]

    def proliferate(self) -> None:
        """122.1: what is on the sheet is no counter, so nothing of it changes."""
        who = self.someone()
        self.do(AddCounters(who=(who,), kind="energy", n=1))
        self.do(Proliferate(chosen=(who,)))

    # The planar die

    def roll(self) -> None:
        active = self.sheet.active_players()
        who = self.random.choice(active) if active and self.chance(0.7) else self.someone()
        by_effect = self.chance(0.3)
        self.do(RollPlanarDie(who=who, face=self.random.choice(tuple(PlanarFace)), by_effect=by_effect))
        (rolled,) = [event for event in self.events if isinstance(event, PlanarDieRolled)]
        assert rolled.cost == self.sheet.roll(who, by_effect=by_effect)

    # Designations

    def crown(self) -> None:
        who = self.someone()
        changed = self.sheet.crown(who)
        self.do(BecomeMonarch(who=who), None if changed else "nothing_happens")

    def forbid_crown(self) -> None:
        who = self.someone()
        if who not in self.sheet.unroyal and self.chance(0.3):
            self.do(BeginEffect(who=(who,), kind=EffectKind.CANT_BECOME_MONARCH))
            self.sheet.unroyal.add(who)

    def take_initiative(self) -> None:
        who = self.someone()
        self.do(TakeInitiative(who=who))
        self.sheet.take_initiative(who)

    def strike(self) -> None:
        """Combat damage, often to who has something to lose by it."""
        holders = [who for who in (self.sheet.monarch, self.sheet.initiative) if who is not None]
        who, by = self.random.choice([*holders, self.someone()]), self.someone()
        far = who not in self.sheet.in_range(by)
        self.do(DealDamage(to=(who,), amount=1, by=by, combat=True), "out_of_range" if far else None)
        if not far:
            self.sheet.life_lost(who)
            self.sheet.struck(who, by)

    def life(self) -> None:
        who = self.someone()
        self.do(LoseLife(who=(who,), amount=1))
        self.sheet.life_lost(who)

    def spell(self) -> None:
        who = self.someone()
        self.do(CastSpell(who=who))
        self.sheet.spells[who] = self.sheet.spells.get(who, 0) + 1

    def day(self) -> None:
        to = self.random.choice((*DayNight, *DayNight, None))
        new = None if to is None else str(to)
        action = EndDayNight() if to is None else BecomeDayOrNight(to=to)
        self.do(action, "nothing_happens" if self.sheet.daytime == new else None)
        self.sheet.daytime = new

    def engines(self) -> None:
        who = self.someone()
        self.do(StartEngines(who=who), "nothing_happens" if who in self.sheet.engines else None)
        self.sheet.start_engines(who)

    def ring(self) -> None:
        who = self.someone()
        self.do(TemptWithRing(who=who))
        self.sheet.ring[who] = self.sheet.ring.get(who, 0) + 1

    def bless(self) -> None:
        who = self.someone()
        marks = self.sheet.marks.setdefault(who, set())
        self.do(Designate(who=who, name=BLESSING), "nothing_happens" if BLESSING in marks else None)
        marks.add(BLESSING)

    def venture(self) -> None:
        who, way = self.someone(), self.random.randrange(2)
        self.do(Venture(who=who, into="Lost Mine of Phandelver", room=str(way + 1)))
        self.sheet.venture(who, way)

    def room_done(self) -> None:
        """The ability of a last room has left the stack."""
        for who in self.here:
            if who in self.sheet.rooms and not MINE[self.sheet.rooms[who]]:
                self.do(ResolveRoom(who=who))
                self.sheet.room_done(who)
                return

    def lose(self) -> None:
        """Somebody loses a designation, or doesn't have it."""
        sheet, who, name = self.sheet, self.someone(), self.random.choice(sorted(LOST))
        n = self.random.choice((None, 1, 2))
        has = {
            "monarch": sheet.monarch == who,
            "initiative": sheet.initiative == who,
            "the Ring": sheet.ring.get(who, 0) > 0,
            "speed": sheet.speed.get(who, 0) > 0,
            "dungeon": who in sheet.rooms,
            BLESSING: BLESSING in sheet.marks.get(who, ()),
        }[name]
        self.do(LoseDesignation(who=who, name=name, levels=n), None if has else "designation_missing")
        if has:
            sheet.take_away(who, name, n)

    # Leaving

    def leave(self) -> None:
        """A player leaves: with the team where its members stand and fall together (810.8a, 904.8), or where
        it was an emperor (809.5)."""
        who = self.someone()
        team = [one for one in self.here if self.sheet.sides[one] == self.sheet.sides[who]]
        emperor = self.variant == "emperor" and self.sheet.seats.index(who) % 3 == 1
        going = team if emperor or self.variant == "two_headed_giant" else [who]
        self.do(Depart(who=(who,)))
        self.sheet.leave(going)
        over = len({self.sheet.sides[one] for one in self.here}) < 2
        assert over == (self.game.outcome is not None)

    # The comparison

    def compare(self) -> None:
        game, sheet = self.game, self.sheet
        here = [game.player(who) for who in self.here]
        assert (game.turn.taker, list(game.turn_order)) == (sheet.active, sheet.order())
        if self.chance(0.1):
            assert list(upcoming(game, 5)) == sheet.coming(5)
        controlled = {one.taker: one.by for one in game.turn_changes if one.by is not None}
        assert controlled == {unit: by for unit, by in sheet.control.items() if sheet.takes_turns(unit)}
        rolls = {one.id: one.planar_rolls for one in here if one.planar_rolls}
        assert rolls == {who: n for who, n in sheet.rolls.items() if sheet.here(who)}
        in_game = [(one.label, one.who or "", one.n, one.until_end_of or "") for one in game.tallies]
        on_paper = [(one.label, one.who or "", one.n, one.ends_with or "") for one in sheet.tallies]
        assert in_game == on_paper
        assert [(one.text, one.who, one.turn_of, str(one.due)) for one in game.reminders] == [
            (one.text, one.who, one.turn_of, one.due) for one in sheet.pacts
        ]
        self.compare_told()
        self.compare_designations()

    def compare_told(self) -> None:
        """What was said in this step: reminders, ventures, votes."""
        sheet, events = self.sheet, self.events
        assert [one.reminder.text for one in events if isinstance(one, ReminderGiven)] == sheet.spoken
        assert [one.who for one in events if isinstance(one, VentureTriggered)] == sheet.ventured
        ended = [one.vote for one in events if isinstance(one, VoteEnded)]
        assert [[(b.who, b.choice) for b in vote.ballots] for vote in ended] == (
            [] if sheet.polled is None else [sheet.polled]
        )
        assert next_voter(self.game) == sheet.voter()

    def compare_designations(self) -> None:
        game, sheet = self.game, self.sheet
        assert (game.monarch, game.initiative) == (sheet.monarch, sheet.initiative)
        assert (str(game.day_night) if game.day_night else None) == sheet.daytime
        for who in self.here:
            player = game.player(who)
            room = player.dungeon.room if player.dungeon else None
            assert (
                player.speed,
                player.ring,
                set(player.designations),
                room,
                len(player.completed_dungeons),
            ) == (
                sheet.speed.get(who, 0),
                sheet.ring.get(who, 0),
                sheet.marks.get(who, set()),
                sheet.rooms.get(who),
                sheet.completed.get(who, 0),
            ), who
