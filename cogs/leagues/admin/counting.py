"""The forms for how a league counts: points, draws, kills and achievements, stakes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

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
                mark("A win"),
                mark("Without points by place"),
                lambda one: exact(one.scoring.win),
                lambda one, text: scoring(one, win=number(text)),
                length=10,
            ),
            Field(
                "loss",
                mark("A loss"),
                mark("May be less than 0"),
                lambda one: exact(one.scoring.loss),
                lambda one, text: scoring(one, loss=number(text)),
                length=10,
            ),
            Field(
                "bye",
                mark("A bye"),
                mark("A round without an opponent"),
                lambda one: exact(one.scoring.bye),
                lambda one, text: scoring(one, bye=number(text)),
                length=10,
            ),
            Field(
                "places",
                mark("By place instead"),
                mark("Such as 4, 3, 2, 1; the last one counts for all after it. Empty: none."),
                lambda one: many(one.scoring.places),
                lambda one, text: scoring(one, places=numbers(text)),
            ),
            Field(
                "last",
                mark("Places begin with the last one"),
                mark("So that they say what each beaten side is worth"),
                lambda one: yes(one.scoring.places_from_last),
                lambda one, text: scoring(one, places_from_last=text == "yes"),
                SWITCH,
            ),
        ),
    ),
    "draws": (
        mark("Draws"),
        (
            draw_field("simultaneous", mark("Everybody left loses at once")),
            draw_field("time", mark("Time is up")),
            draw_field("agreed", mark("Agreed")),
            draw_field("effect", mark("By an effect or a loop")),
        ),
    ),
    "extras": (
        mark("Kills and achievements"),
        (
            extra_field("kill", mark("A kill"), mark("Putting an opponent out of the game")),
            extra_field("first_blood", mark("The first kill of a game, on top"), mark("Points")),
            extra_field("commander_kill", mark("By commander damage, on top"), mark("Points")),
            extra_field("other_kill", mark("Neither by that nor by life, on top"), mark("Points")),
            Field(
                "awards",
                mark("Achievements"),
                mark("Such as: play of the game = 1, self kill = -1"),
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
                mark("What the league is called"),
                lambda one: one.name,
                lambda one, text: replace(one, name=named(text)),
            ),
            Field(
                "start",
                mark("Stakes: points to begin with"),
                mark("Such as 1000. Empty: no stakes."),
                lambda one: "" if one.scoring.stake is None else exact(one.scoring.stake.start),
                with_stake,
                length=10,
            ),
            Field(
                "share",
                mark("Share that everybody stakes on a game"),
                mark("Such as 7/100"),
                lambda one: exact(stake(one).share),
                lambda one, text: staked(one, share=number(text)),
                length=10,
            ),
            Field(
                "seats",
                mark("How much of that each seat stakes"),
                mark("Such as 1.32, 1.05, 0.91, 0.72"),
                lambda one: many(stake(one).seats),
                lambda one, text: staked(one, seats=numbers(text)),
            ),
        ),
    ),
}
"""By their names, each with its title."""
