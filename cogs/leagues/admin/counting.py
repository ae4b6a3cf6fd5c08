"""The forms for how a league counts: points, draws, kills and achievements, stakes."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from cogs.leagues.admin.choices import (
    SWITCH,
    Field,
    awards_shown,
    draw_field,
    exact,
    extra_field,
    many,
    named,
    number,
    numbers,
    scoring,
    stake,
    staked,
    with_awards,
    with_stake,
    yes,
)
from cogs.text.language import mark

SCORING: Mapping[str, tuple[str, Sequence[Field]]] = {
    "points": (
        mark("Points"),
        (
            Field(
                "win",
                mark("Win"),
                mark("Ignored when points are by place"),
                lambda one: exact(one.scoring.win),
                lambda one, text: scoring(one, win=number(text)),
                length=10,
            ),
            Field(
                "loss",
                mark("Loss"),
                mark("Can be negative"),
                lambda one: exact(one.scoring.loss),
                lambda one, text: scoring(one, loss=number(text)),
                length=10,
            ),
            Field(
                "bye",
                mark("Bye"),
                mark("A round without an opponent"),
                lambda one: exact(one.scoring.bye),
                lambda one, text: scoring(one, bye=number(text)),
                length=10,
            ),
            Field(
                "places",
                mark("Points by place"),
                mark("e.g. 4, 3, 2, 1 (the last value repeats); blank = none"),
                lambda one: many(one.scoring.places),
                lambda one, text: scoring(one, places=numbers(text)),
            ),
            Field(
                "last",
                mark("Count places from last"),
                mark("The first value goes to last place, so points reflect sides beaten"),
                lambda one: yes(one.scoring.places_from_last),
                lambda one, text: scoring(one, places_from_last=text == "yes"),
                SWITCH,
            ),
        ),
    ),
    "draws": (
        mark("Draws"),
        (
            draw_field("simultaneous", mark("All remaining players lose at once")),
            draw_field("time", mark("Time runs out")),
            draw_field("agreed", mark("By agreement")),
            draw_field("effect", mark("Effect or loop")),
        ),
    ),
    "extras": (
        mark("Kills and achievements"),
        (
            extra_field("kill", mark("Kill"), mark("Knocking an opponent out of the game")),
            extra_field("first_blood", mark("First kill bonus"), mark("Points")),
            extra_field("commander_kill", mark("Commander damage kill bonus"), mark("Points")),
            extra_field("other_kill", mark("Poison, mill or effect kill bonus"), mark("Points")),
            Field(
                "awards",
                mark("Achievements"),
                mark("e.g. play of the game = 1, self-kill = -1"),
                awards_shown,
                with_awards,
                length=1000,
            ),
        ),
    ),
    "stake": (
        mark("Name and stakes"),
        (
            Field(
                "name",
                mark("Name"),
                mark("The league's name"),
                lambda one: one.name,
                lambda one, text: replace(one, name=named(text)),
            ),
            Field(
                "start",
                mark("Starting points"),
                mark("e.g. 1000; blank = no stakes"),
                lambda one: "" if one.scoring.stake is None else exact(one.scoring.stake.start),
                with_stake,
                length=10,
            ),
            Field(
                "share",
                mark("Share staked per game"),
                mark("e.g. 7/100"),
                lambda one: exact(stake(one).share),
                lambda one, text: staked(one, share=number(text)),
                length=10,
            ),
            Field(
                "seats",
                mark("Stake multiplier by seat"),
                mark("e.g. 1.32, 1.05, 0.91, 0.72"),
                lambda one: many(stake(one).seats),
                lambda one, text: staked(one, seats=numbers(text)),
            ),
        ),
    ),
}
"""By their names, each with its title."""
