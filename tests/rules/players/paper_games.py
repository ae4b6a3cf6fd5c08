"""As many games of `test_paper` and `test_role_paper` as are asked for, each by a number that it can be
played again by.

`python -m tests.rules.players.paper_games --games 10000 --seed 1` ends at the first that engine and paper
disagree about, with its number; `--first N --games 1` plays that one again.
"""

import argparse
from random import Random

from tests.rules.dice import pick
from tests.rules.players.test_paper import EMPEROR, TABLES, Evening
from tests.rules.players.test_role_paper import play_roles
from tests.support.machines import Dice

STEPS = 40
EDITIONS = ("current", "2011", "2006")


def play(seed: str) -> None:
    """Play one game; raises AssertionError where the engine doesn't agree."""
    dice, evening = Random(seed).randint, Evening()
    variant = pick(dice, (*TABLES, EMPEROR))
    evening.begin(table=(variant, "current" if variant == "commander" else pick(dice, EDITIONS)))
    for _ in range(STEPS):
        step(evening, dice)
        evening.engine_agrees_with_paper()


def step(evening: Evening, dice: Dice) -> None:
    """One thing that happens, with an effect begun or damage dealt most of the time."""
    what = dice(0, 13)
    if what < 4:
        evening.begin_effect(note=evening.any_note(dice))
    elif what < 8:
        evening.deal_damage(hit=evening.any_hit(dice))
    elif what == 8 and any(not note.lasting for note in evening.paper.notes):
        evening.change_control(dice=evening.any_move(dice))
    elif what in (9, 12):
        change = pick(dice, (evening.gain_life, evening.lose_life))
        change(who=evening.any_life(dice), amount=pick(dice, (0, 1, 3, 8)))
    elif what == 13:
        evening.put_counters(
            who=pick(dice, evening.here), by=pick(dice, evening.here), amount=pick(dice, (1, 3))
        )
    elif what == 10 and dice(0, 2) == 0 and not evening.shared and len(evening.here) > 2:
        evening.leave(who=pick(dice, evening.here))
    else:
        evening.end_turn()


def main() -> None:
    """Play them, and say how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default: 0)")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for number in range(options.first, options.first + options.games):
        try:
            play(f"{options.seed} {number}")
            play_roles(f"{options.seed} {number}")
        except BaseException:
            print(f"game {number} of seed {options.seed}", flush=True)
            raise
    print(f"{options.games} games with effects and {options.games} with roles without a difference")


if __name__ == "__main__":
    main()
