"""Games with secret roles, played by the engine and kept on paper."""

from random import Random

import pytest
from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.commanders import NameCommander
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, CreditKnockOut, LoseGame
from rules.actions.life import LoseLife
from rules.actions.table import as_one_event
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.game import Game
from tests.rules.deals import deal, play, seats
from tests.rules.players.role_paper import DEALT, Blow, RolePaper

STEPS = 60
KINDS = ("life", "life", "life", "commander", "poison", "effect")


def begun(dice: Random) -> tuple[Game, RolePaper]:
    """Return a game with roles in any order but the leader's, and what is known of it."""
    killer_decides = [deal for deal in DEALT.items() if {*deal[1]} & {*"xU"}]
    (variant, count), letters = dice.choice([*DEALT.items(), *killer_decides * 2])
    first, *others = seats(count)
    dice.shuffle(others)
    order = [first, *others]
    options = Options(
        out_can_win=dice.random() < 0.3,
        joint_draw=dice.random() < 0.3,
        leader_stays=variant == "kingdom" and dice.random() < 0.5,
        show_out=dice.choice((None, True, False)),
    )
    paper = RolePaper(
        seats=[*seats(count)],
        roles=dict(zip(order, letters, strict=True)),
        out_wins=options.out_can_win,
        joint_draw=options.joint_draw,
        stays=options.leader_stays,
        shows=variant == "treachery" if options.show_out is None else options.show_out,
    )
    game = deal(variant, count, options)
    assert game.secret_roles is not None
    game = replace(game, secret_roles=replace(game.secret_roles, order=tuple(order)))
    named = (NameCommander(who=id, name=f"Commander of {id}") for id in game.life)
    return play(game, *named), paper


def blow(dice: Random, here: list[str]) -> Blow:
    kind, to = dice.choice(KINDS), dice.choice(here)
    by = dice.choice((None, *here))
    if kind == "commander":
        by = by or to
    n = dice.choice((1, 2, 3, 9)) if kind == "poison" else dice.choice((1, 7, 15, 30))
    return Blow(kind, to, 0 if kind == "effect" else n, by)


def action(one: Blow) -> Action:
    match one.kind:
        case "effect":
            return LoseGame(who=(one.to,), by=one.by)
        case "poison":
            return AddCounters(who=(one.to,), kind="poison", n=one.n, by=one.by)
        case "commander":
            card = f"{one.by}:1"
            return DealDamage(to=(one.to,), amount=one.n, by=one.by, combat=True, commander=card)
        case _ if one.by is None:
            return LoseLife(who=(one.to,), amount=one.n)
        case _:
            return DealDamage(to=(one.to,), amount=one.n, by=one.by)


def agree(game: Game, paper: RolePaper) -> None:
    out = {player.id for player in game.players if player.left is not None}
    assert paper.over or out == {*paper.killer}
    blamed = {one.id: one.left.by for one in game.players if one.left is not None and one.id in paper.matters}
    assert paper.over or blamed == {id: paper.killer[id] for id in paper.matters}
    assert {id for id in game.life if id not in out and game.life[id] != paper.life[id]} == set()
    assert {player.id for player in game.players if player.role} == paper.known
    assert (game.outcome is not None) == paper.over
    assert {*game.outcome.winners} == paper.winners if game.outcome is not None else not paper.winners


def play_roles(seed: str) -> None:
    """Play one game; raises AssertionError where the engine doesn't agree."""
    dice = Random(seed)
    game, paper = begun(dice)
    agree(game, paper)
    for _ in range(STEPS):
        here, chance = paper.here, dice.random()
        if chance < 0.05:
            who = dice.choice(here)
            game = play(game, Concede(who=who))
            paper.concede(who)
        elif chance < 0.1:
            game = play(game, EndTurn())
        elif paper.asked and chance < 0.5:
            who = dice.choice(sorted(paper.asked))
            by = dice.choice([None, *(one for one in paper.seats if one != who)])
            game = play(game, CreditKnockOut(who=who, by=by))
            paper.say(who, by)
        else:
            blows = [blow(dice, here) for _ in range(dice.choice((1, 1, 2, 3)))]
            if chance > 0.95:
                blows = [
                    Blow("life", to, 60, dice.choice(here)) for to in here if dice.random() < 0.8
                ] or blows
            # One effect at a time: of several in one event each would be a separate event (104.1).
            effects = [one for one in blows if one.kind == "effect"]
            blows = effects[:1] or blows
            game = play(game, as_one_event(*map(action, blows)))
            paper.event(blows)
        agree(game, paper)
        if paper.over:
            return


@pytest.mark.parametrize("part", range(4))
def test_the_engine_agrees_with_paper_about_roles(part: int) -> None:
    for number in range(60):
        try:
            play_roles(f"{part} {number}")
        except BaseException:
            print(f"game {part} {number}")
            raise
