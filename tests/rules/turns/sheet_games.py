"""Games in which everything happens that a sheet of paper keeps, beside that sheet."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

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
from tests.support.machines import of_machine

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
"""No one is to lose by their life here."""
FEW = 30
"""Tallies and reminders that are on the sheet at most: a table has room for 40."""
BLESSING = "city's blessing"
LOST = ("monarch", "initiative", "the Ring", "speed", "dungeon", BLESSING)
"""What players can lose, as the engine calls it."""

someone = of_machine(lambda game: st.sampled_from(game.here))
unit = of_machine(lambda game: st.sampled_from([*game.sheet.units]))
labels, maybe = st.sampled_from(("storm", "lessons")), st.none() | someone
choices = st.integers(0, 2)
has_room = precondition(lambda game: len(game.sheet.tallies) + len(game.sheet.pacts) < FEW)
voting = precondition(lambda game: game.sheet.poll is not None)


class SheetGame(RuleBasedStateMachine):
    """A game beside its sheet; where it ends, another one of the same kind begins."""

    @initialize(variant=st.sampled_from([*TABLES]))
    def begin(self, variant: str) -> None:
        self.variant = variant
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

    # Turns

    @rule()
    def end_turn(self) -> None:
        self.do(EndTurn())
        self.sheet.end_turn()

    @rule(unit=unit)
    def correct_turn(self, unit: str) -> None:
        gone = not self.sheet.takes_turns(unit)
        self.do(BeginTurn(taker=unit), "left_game" if gone else None)
        if not gone:
            self.sheet.correct_turn(unit)

    @rule(players=st.lists(someone, min_size=1, max_size=3, unique=True).map(tuple))
    def extra(self, players: tuple[str, ...]) -> None:
        self.do(GrantExtraTurn(who=players))
        self.sheet.grant_extra(players)

    @rule(who=someone)
    def skip(self, who: str) -> None:
        if not self.sheet.skips.get(self.sheet.unit(who)):
            self.do(GrantSkip(who=who))
            self.sheet.skip(who)

    @rule()
    def reverse(self) -> None:
        self.do(ReverseTurnOrder())
        self.sheet.backwards = not self.sheet.backwards

    @rule(who=someone, by=someone)
    def control(self, who: str, by: str) -> None:
        self.do(ControlTurn(who=who, by=by))
        self.sheet.take_control(who, by)

    # Votes

    @precondition(lambda game: game.sheet.poll is None)
    @rule(first=someone, extra=st.dictionaries(someone, st.integers(0, 2), max_size=2))
    def call_vote(self, first: str, extra: dict[str, int]) -> None:
        extra = {who: n for who, n in extra.items() if who in self.sheet.in_range(first)}
        self.do(CallVote(who=first, question="", choices=("a", "b", "c"), extra=extra))
        self.sheet.call_vote(first, extra)

    @property
    def voter(self) -> str:
        voter = self.sheet.voter()
        assert voter is not None
        return voter

    @voting
    @rule(choice=choices)
    def vote(self, choice: int) -> None:
        voter = self.voter
        self.do(CastVote(who=voter, choice=choice))
        self.sheet.vote(voter, choice)

    @voting
    @rule(who=someone, choice=choices)
    def vote_out_of_turn(self, who: str, choice: int) -> None:
        if who != self.voter:
            self.do(CastVote(who=who, choice=choice), "not_your_vote")

    @voting
    @rule()
    def decline(self) -> None:
        voter = self.voter
        assert self.sheet.poll is not None
        fresh = all(one != voter for one, _ in self.sheet.poll.voted)
        self.do(DeclineVotes(who=voter), "not_your_vote" if fresh else None)
        if not fresh:
            self.sheet.decline(voter)

    # Tallies and reminders

    @has_room
    @rule(label=labels, n=st.integers(1, 4), who=maybe, ends=st.booleans())
    def count(self, label: str, n: int, who: str | None, *, ends: bool) -> None:
        until = self.sheet.active if ends else None
        self.do(AddToTally(who=(who,) if who else (), label=label, n=n, until_end_of=until))
        self.sheet.count(label, who, n, until)

    @rule(label=labels, n=st.sampled_from((None, 1, 2, 9)), who=maybe)
    def uncount(self, label: str, n: int | None, who: str | None) -> None:
        there = self.sheet.uncount(label, who, n)
        self.do(RemoveTally(who=(who,) if who else (), label=label, n=n), None if there else "no_such_tally")

    @has_room
    @rule(due=st.sampled_from(Due), unit=unit, text=st.sampled_from(("pay", "draw", "lose")), who=someone)
    def remind(self, due: Due, unit: str, text: str, who: str) -> None:
        pact = Pact(text=text, who=who, turn_of=unit, due=str(due))
        there = self.sheet.comes(pact)
        action = Remind(who=pact.who, text=text, turn_of=unit, due=due)
        self.do(action, None if there else "left_game")
        if there:
            self.sheet.pacts.append(pact)

    @precondition(lambda game: game.sheet.pacts)
    @rule(some=of_machine(lambda game: st.sampled_from(game.sheet.pacts)))
    def forget(self, some: Pact) -> None:
        self.do(RemoveReminder(who=some.who, text=some.text))
        alike = [one for one in self.sheet.pacts if (one.who, one.text) == (some.who, some.text)]
        self.sheet.pacts = [one for one in self.sheet.pacts if one is not alike[-1]]

    @rule(who=someone)
    def proliferate(self, who: str) -> None:
        """122.1: what is on the sheet isn't a counter, so nothing of it changes."""
        self.do(AddCounters(who=(who,), kind="energy", n=1))
        self.do(Proliferate(chosen=(who,)))

    # The planar die

    @rule(who=someone, face=st.sampled_from(PlanarFace), by_effect=st.booleans())
    def roll(self, who: str, face: PlanarFace, *, by_effect: bool) -> None:
        self.do(RollPlanarDie(who=who, face=face, by_effect=by_effect))
        (rolled,) = [event for event in self.events if isinstance(event, PlanarDieRolled)]
        assert rolled.cost == self.sheet.roll(who, by_effect=by_effect)

    # Designations

    @rule(who=someone)
    def crown(self, who: str) -> None:
        changed = self.sheet.crown(who)
        self.do(BecomeMonarch(who=who), None if changed else "nothing_happens")

    @rule(who=someone)
    def forbid_crown(self, who: str) -> None:
        if who not in self.sheet.unroyal:
            self.do(BeginEffect(who=(who,), kind=EffectKind.CANT_BECOME_MONARCH))
            self.sheet.unroyal.add(who)

    @rule(who=someone)
    def take_initiative(self, who: str) -> None:
        self.do(TakeInitiative(who=who))
        self.sheet.take_initiative(who)

    @rule(
        who=of_machine(lambda game: st.sampled_from((game.sheet.monarch, game.sheet.initiative))) | someone,
        by=someone,
    )
    def strike(self, who: str | None, by: str) -> None:
        """Combat damage, often to who has something to lose by it."""
        who = who or by
        far = who not in self.sheet.in_range(by)
        self.do(DealDamage(to=(who,), amount=1, by=by, combat=True), "out_of_range" if far else None)
        if not far:
            self.sheet.life_lost(who)
            self.sheet.struck(who, by)

    @rule(who=someone)
    def life(self, who: str) -> None:
        self.do(LoseLife(who=(who,), amount=1))
        self.sheet.life_lost(who)

    @rule(who=someone)
    def spell(self, who: str) -> None:
        self.do(CastSpell(who=who))
        self.sheet.spells[who] = self.sheet.spells.get(who, 0) + 1

    @rule(to=st.none() | st.sampled_from(DayNight))
    def day(self, to: DayNight | None) -> None:
        new = None if to is None else str(to)
        action = EndDayNight() if to is None else BecomeDayOrNight(to=to)
        self.do(action, "nothing_happens" if self.sheet.daytime == new else None)
        self.sheet.daytime = new

    @rule(who=someone)
    def engines(self, who: str) -> None:
        self.do(StartEngines(who=who), "nothing_happens" if who in self.sheet.engines else None)
        self.sheet.start_engines(who)

    @rule(who=someone)
    def ring(self, who: str) -> None:
        self.do(TemptWithRing(who=who))
        self.sheet.ring[who] = self.sheet.ring.get(who, 0) + 1

    @rule(who=someone)
    def bless(self, who: str) -> None:
        marks = self.sheet.marks.setdefault(who, set())
        self.do(Designate(who=who, name=BLESSING), "nothing_happens" if BLESSING in marks else None)
        marks.add(BLESSING)

    @rule(who=someone, way=st.integers(0, 1))
    def venture(self, who: str, way: int) -> None:
        self.do(Venture(who=who, into="Lost Mine of Phandelver", room=str(way + 1)))
        self.sheet.venture(who, way)

    @rule()
    def room_done(self) -> None:
        """The ability of a last room has left the stack."""
        for who in self.here:
            if who in self.sheet.rooms and not MINE[self.sheet.rooms[who]]:
                self.do(ResolveRoom(who=who))
                self.sheet.room_done(who)
                return

    @rule(who=someone, name=st.sampled_from(LOST), n=st.none() | st.integers(1, 2))
    def lose(self, who: str, name: str, n: int | None) -> None:
        """Take a designation away from someone, who may not have it."""
        sheet = self.sheet
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

    @rule(who=someone)
    def leave(self, who: str) -> None:
        """A player leaves: with the team where its members stand and fall together (810.8a, 904.8), or where
        it was an emperor (809.5)."""
        team = [one for one in self.here if self.sheet.sides[one] == self.sheet.sides[who]]
        emperor = self.variant == "emperor" and self.sheet.seats.index(who) % 3 == 1
        going = team if emperor or self.variant == "two_headed_giant" else [who]
        self.do(Depart(who=(who,)))
        self.sheet.leave(going)
        over = len({self.sheet.sides[one] for one in self.here}) < 2
        assert over == (self.game.outcome is not None)
        if over:
            self.begin(self.variant)

    @rule()
    def look_ahead(self) -> None:
        assert list(upcoming(self.game, 5)) == self.sheet.coming(5)

    # The comparison

    @invariant()
    def turns_and_notes_agree(self) -> None:
        game, sheet = self.game, self.sheet
        here = [game.player(who) for who in self.here]
        assert (game.turn.taker, list(game.turn_order)) == (sheet.active, sheet.order())
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

    @invariant()
    def what_was_said_agrees(self) -> None:
        """Reminders, ventures and votes of this step."""
        sheet, events = self.sheet, self.events
        assert [one.reminder.text for one in events if isinstance(one, ReminderGiven)] == sheet.spoken
        assert [one.who for one in events if isinstance(one, VentureTriggered)] == sheet.ventured
        ended = [one.vote for one in events if isinstance(one, VoteEnded)]
        assert [[(b.who, b.choice) for b in vote.ballots] for vote in ended] == (
            [] if sheet.polled is None else [sheet.polled]
        )
        assert next_voter(self.game) == sheet.voter()
        sheet.spoken, sheet.ventured, sheet.polled, self.events = [], [], None, ()

    @invariant()
    def designations_agree(self) -> None:
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
