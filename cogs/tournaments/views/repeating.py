"""The list of a server's repeated events, with buttons to pause and stop them."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import discord
from msgspec import Meta

from cogs.core.components import Button, ComponentRow, button, card, rows
from cogs.core.custom_ids import MAX_ID_NUMBER, CustomId, Verb
from cogs.text.formatting import bold
from cogs.text.language import mark, tr
from cogs.tournaments.views import event as view
from storage.tournaments.repeating import DAYS_PER_WEEK, EventSeries, SeriesId

PAUSE, RESUME, END = "pause", "resume", "end"
"""Verbs."""
REPEATS: Mapping[int, str] = {
    1: mark("Every week"),
    2: mark("Every 2 weeks"),
    3: mark("Every 3 weeks"),
    4: mark("Every 4 weeks"),
    0: mark("Every month, on the same weekday"),
}
"""How often events are repeated, by the number of weeks."""
USUAL_DAYS = 5
"""Days from sign-up to the start, unless someone chooses otherwise."""


class SeriesCustomId(CustomId, frozen=True):
    """The custom_id of a button about repeated events."""

    route = "arbiter-series"
    verb: Verb
    series: Annotated[SeriesId, Meta(ge=0, le=MAX_ID_NUMBER)]


def series_list(found: Sequence[EventSeries]) -> discord.ui.LayoutView:
    """Return all repeated events of a server, each with its buttons."""
    if not found:
        return card(
            tr("No events are repeated here. `/series repeat start:` begins that."), color=view.EVENT_COLOR
        )
    heading, parts = tr("Repeated events"), list[ComponentRow | str]()
    for one in found:
        parts += [series_line(one), *rows(*_buttons(one))]
    return card(f"### {heading}", *parts, color=view.EVENT_COLOR)


def series_line(series: EventSeries) -> str:
    """Return what is repeated, how often and where, and when it comes next."""
    opens, starts = series.repetition.opens(series.number), series.starts
    text = tr(
        "{event} in {channel}: {often}",
        event=bold(series.rules.name),
        channel=f"<#{series.channel}>",
        often=tr(REPEATS[series.repetition.weeks]),
    )
    if series.paused:
        paused = tr("Paused")
        return f"{text}\n-# {paused}"
    following = tr(
        "Sign-up opens {opens}, start {starts} ({zone})",
        opens=f"<t:{opens}:f>",
        starts=f"<t:{starts}:f>",
        zone=series.repetition.zone,
    )
    return f"{text}\n-# {following}"


def _buttons(series: EventSeries) -> Sequence[Button]:
    held = (tr("Resume"), RESUME) if series.paused else (tr("Pause"), PAUSE)
    return (
        button(held[0], SeriesCustomId(held[1], series.id)),
        button(tr("Stop repeating"), SeriesCustomId(END, series.id), discord.ButtonStyle.danger),
    )


def most_days(weeks: int) -> int:
    """Return how many days before a start its sign-up can open at most: after the event before has begun."""
    return (weeks or 4) * DAYS_PER_WEEK - 1
