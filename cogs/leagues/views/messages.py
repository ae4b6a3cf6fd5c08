"""Messages with a page of a league: for one person, kept up to date in a channel, or announcing a season."""

import discord
from msgspec.structs import replace

from cogs.core.components import Button, button, rows
from cogs.leagues.core import text
from cogs.leagues.core.components import PAGE_COLOUR, PageId, card
from cogs.leagues.views import standings, tables
from cogs.leagues.views.pages import PAGE, page_of
from cogs.text.formatting import listed
from cogs.text.language import tr
from rules.leagues.result import Time
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues


async def page(
    leagues: Leagues, state: LeagueState, wanted: PageId, now: Time, *, private: bool = True
) -> discord.ui.LayoutView:
    """The message with one page; a private one has a button to show it to everyone."""
    page = await page_of(leagues, state, wanted, now)
    buttons: list[Button] = []
    lines = list(page.lines)
    if page.pages > 1:
        last = page.page + 1 == page.pages
        buttons.append(_turn(tr("Previous"), state, wanted, page.page - 1, disabled=page.page == 0))
        buttons.append(_turn(tr("Next"), state, wanted, page.page + 1, disabled=last))
        lines.append(tr("-# Page {page} of {pages}", page=page.page + 1, pages=page.pages))
    if private and wanted.what not in ("audit", "flags"):
        buttons.append(button(tr("Show everyone"), wanted.custom_id("share", state.league)))
    return card("\n".join(lines), *rows(*buttons), colour=PAGE_COLOUR)


def _turn(label: str, state: LeagueState, wanted: PageId, number: int, *, disabled: bool) -> Button:
    """A button to another page; there is none before the first, but every button needs a custom_id."""
    verb = "look" if number >= 0 else "none"
    target = replace(wanted, page=max(number, 0))
    return button(label, target.custom_id(verb, state.league), disabled=disabled)


async def board(leagues: Leagues, state: LeagueState, season: int | None, now: Time) -> discord.ui.LayoutView:
    """The message in a channel with the standings as they are."""
    page = await page_of(leagues, state, PageId(what="standings", season=season or 0), now)
    more = tr("-# Updates automatically. For the full standings, use `/league standings`.")
    changed = tr("-# As of {when}", when=text.moment(now, "f"))
    return card("\n".join([*page.lines, changed, more]), colour=PAGE_COLOUR)


def announcement(state: LeagueState) -> discord.ui.LayoutView:
    """The final table of the season that was closed last."""
    season = state.seasons[-1]
    table = standings.final(state, season.table[:PAGE])
    first = [one.player for one in season.table if one.place == 1]
    lines = [tables.heading(state, tr("final standings"), season)]
    if first:
        who = listed(text.bold(state, one) for one in first)
        lines.append(tr("{who} won the season.", who=who))
    return card("\n".join([*lines, *(table or [tr("No one played this season.")])]), colour=PAGE_COLOUR)
