"""The message of /league-page: whether a league has a public page, whom it names, and its links."""

from collections.abc import Sequence

import discord

from cogs.core.components import Button, ComponentRow, button, options, rows, select
from cogs.leagues.core.components import PAGE_COLOR, LeagueCustomId, framed_text
from cogs.text.formatting import day
from cogs.text.language import tr
from cogs.text.leagues import text
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState
from storage.links import MAX_LINKS, Link

ON, OFF, GUESTS, LINK = "pageon", "pageoff", "pageguests", "pagelink"
NAMED, ANONYMOUS = "named", "anonymous"
REVOKE, REVOKE_ALL = "pagerevoke", "pagerevokeall"
"""The verbs of buttons; they are part of custom_ids and never change."""


def public_page_panel(
    state: LeagueState, player: PlayerNumber | None, links: Sequence[Link], *, judge: bool, entered: bool
) -> discord.ui.LayoutView:
    """Return the message for this player, or for a user who isn't a player; ``links``: those that they may
    revoke.

    ``entered``: whether they have signed up for an event on the page.
    """
    page = state.page
    lines = [tr("### {league}: public page", league=text.league_title(state))]
    if page.on:
        lines.append(tr("Anyone with a link can read its standings, results and players."))
    else:
        lines.append(tr("This league has no public page. A judge can turn it on here."))
    if page.on or judge:
        lines += _names(state)
    if player is not None:
        lines.append(_own(state, player))
    shown = links[:MAX_LINKS]
    if shown:
        lines.append(tr("**Links**"))
        lines += [f"{number}. {_line(link)}" for number, link in enumerate(shown, start=1)]
    return framed_text(
        "\n".join(lines), *_rows(state, player, shown, judge=judge, entered=entered), color=PAGE_COLOR
    )


def naming_invitation(state: LeagueState) -> discord.ui.LayoutView:
    """Return the message that asks everyone once whether the page may name them."""
    lines = [
        tr(
            "**{league}** now has a public page. Anyone with a link can read it.",
            league=text.league_title(state),
        ),
        tr("It shows you as “{number}” unless you agree to show your name.", number=_number(PlayerNumber(3))),
    ]
    return framed_text("\n".join(lines), *rows(*_choices(state)), color=PAGE_COLOR)


def naming_answer(state: LeagueState, player: PlayerNumber) -> str:
    """Return the reply to a player's choice whether to be named."""
    return _own(state, player)


def _names(state: LeagueState) -> list[str]:
    members = [one for one in state.players.values() if not one.guest and one.merged_into is None]
    named = sum(state.page.names(one) for one in members)
    agreed = tr(
        "Players are shown as “{number}” unless they agree to show their names: {named} of {all} have.",
        **{"number": _number(PlayerNumber(3)), "named": named, "all": len(members)},
    )
    guests = tr("Guests are shown by name.") if state.page.guests else tr("Guests appear as numbers, too.")
    return [agreed, guests]


def _number(player: PlayerNumber) -> str:
    return tr("Player {number}", number=player)


def _own(state: LeagueState, player: PlayerNumber) -> str:
    if player in state.page.named:
        return tr("You are shown as **{name}**.", name=text.name(state, player))
    return tr("You are shown as **{name}**.", name=_number(player))


def _line(link: Link) -> str:
    made, expires = (discord.utils.format_dt(one, "R") for one in (link.made, link.expires))
    return tr("made by {who} {made}, expires {expires}", who=f"<@{link.user}>", made=made, expires=expires)


def _choices(state: LeagueState) -> list[Button]:
    return [
        button(tr("Show my name"), _id(state, NAMED)),
        button(tr("Show my number only"), _id(state, ANONYMOUS)),
    ]


def _rows(
    state: LeagueState, player: PlayerNumber | None, links: Sequence[Link], *, judge: bool, entered: bool
) -> list[ComponentRow]:
    page, own, judges = state.page, list[Button](), list[Button]()
    if page.on:
        own.append(button(tr("Get a link"), _id(state, LINK), discord.ButtonStyle.primary))
    if player is not None or entered:
        own.append(_choices(state)[player in page.named])
    if judge:
        judges.append(
            button(tr("Turn off"), _id(state, OFF), discord.ButtonStyle.danger)
            if page.on
            else button(tr("Turn on"), _id(state, ON), discord.ButtonStyle.success)
        )
        guests = tr("Hide guests' names") if page.guests else tr("Show guests' names")
        judges.append(button(guests, _id(state, GUESTS, "0" if page.guests else "1")))
    found = [*rows(*own), *rows(*judges)]
    if not links:
        return found
    titled = ((str(link.id), f"{number}. {_title(link)}") for number, link in enumerate(links, start=1))
    return [
        *found,
        select(_id(state, REVOKE), options(titled), tr("Revoke…"), several=True),
        *rows(button(tr("Revoke all"), _id(state, REVOKE_ALL), discord.ButtonStyle.danger)),
    ]


def _title(link: Link) -> str:
    return tr("Link of {date}", date=day(link.made.date()))


def _id(state: LeagueState, verb: str, value: str = "") -> LeagueCustomId:
    return LeagueCustomId(verb, state.league, value=value)
