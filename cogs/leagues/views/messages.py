"""Messages with a page of a league: to look through, kept current in a channel, announcing a final table."""

import discord
from msgspec.structs import replace

from cogs.leagues.core import text
from cogs.leagues.results import view as result_view
from cogs.leagues.results.view import Button, Row
from cogs.leagues.views import standings, tables
from cogs.leagues.views.look import LeagueView
from cogs.leagues.views.pages import page_of
from cogs.leagues.views.tables import PAGE
from cogs.text.formatting import listed
from cogs.text.language import tr
from rules.leagues.result import Time
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues

COLOUR = discord.Colour(0x8B5CF6)


async def view(
    leagues: Leagues, state: LeagueState, look: LeagueView, now: Time, *, private: bool = True
) -> discord.ui.LayoutView:
    """The message with one page; a private one can be shown to everybody."""
    page = await page_of(leagues, state, look, now)
    buttons: list[Button] = []
    if page.pages > 1:
        earlier, later = replace(look, page=page.page - 1), replace(look, page=page.page + 1)
        buttons += [
            _button(tr("Previous"), earlier, state, possible=page.page > 0),
            _button(tr("Next"), later, state, possible=page.page + 1 < page.pages),
        ]
    if private and look.what not in ("audit", "flags"):
        buttons.append(Button(label=tr("Show everyone"), custom_id=look.press("share", state.league)))
    lines = list(page.lines)
    if page.pages > 1:
        lines.append(tr("-# Page {page} of {pages}", page=page.page + 1, pages=page.pages))
    return result_view.layout("\n".join(lines), *([Row(*buttons)] if buttons else []), colour=COLOUR)


def _button(label: str, look: LeagueView, state: LeagueState, *, possible: bool) -> Button:
    verb = "look" if look.page >= 0 else "none"
    shown = look if look.page >= 0 else replace(look, page=0)
    return Button(label=label, custom_id=shown.press(verb, state.league), disabled=not possible)


async def board(leagues: Leagues, state: LeagueState, season: int | None, now: Time) -> discord.ui.LayoutView:
    """The message in a channel with the standings as they are."""
    page = await page_of(leagues, state, LeagueView(what="standings", season=season or 0), now)
    more = tr("-# Updates automatically. For the full standings, use `/league standings`.")
    changed = tr("-# As of {when}", when=text.moment(now, "f"))
    return result_view.layout("\n".join([*page.lines, changed, more]), colour=COLOUR)


def announcement(state: LeagueState) -> discord.ui.LayoutView:
    """The final table of the season that was closed last."""
    season = state.seasons[-1]
    rows = standings.final(state, season, 0, PAGE)
    first = [one.player for one in season.table if one.place == 1]
    lines = [tables.heading(state, tr("final standings"), season)]
    if first:
        who = listed(text.bold(state, one) for one in first)
        lines.append(tr("{who} won the season.", who=who))
    return result_view.layout(
        "\n".join([*lines, *(rows or [tr("No one played this season.")])]), colour=COLOUR
    )
