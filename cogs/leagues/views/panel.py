"""The private panel of a league: its rules as text, and lists, buttons and forms to change them."""

from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import asdict

from cogs.core import components
from cogs.core.components import MAX_OPTIONS, OPTION_LENGTH, TITLE_LENGTH, Label, button, row
from cogs.drawing.truncate import truncate
from cogs.leagues.core.components import LeagueCustomId, framed_text
from cogs.leagues.views.fields import Field
from cogs.leagues.views.forms import FORMAT_NAMES, LEAGUE_FORMS, REPORTERS, SILENCES
from cogs.text.formatting import comma_separated, percentage
from cogs.text.language import mark, tr
from cogs.text.leagues import text
from cogs.text.leagues.tables import TIEBREAKERS
from rules.leagues.league import Confirmers, DrawRule, League, Share
from rules.leagues.result import LeagueId
from rules.leagues.state import LeagueState

PRESET_TEXTS: Mapping[str, str] = {
    "pods": mark("Commander pods: win 5, draw 1"),
    "addendum": mark("Commander pods: win 7, draw 1"),
    "swiss": mark("Duels: best of three, win 3, draw 1"),
    "shared_draws": mark("Win 1, split on draws"),
    "plus_minus": mark("Win 3, loss −1"),
    "beaten": mark("1 per opponent beaten"),
    "places": mark("By place: 4, 3, 2, 1"),
    "places_and_win": mark("By place: 5, 3, 2, 1"),
    "kills": mark("By place, plus 1 per kill"),
    "achievements": mark("By place, plus achievements"),
    "stake": mark("Stakes: start at 1000, 7% per game"),
}
CONFIRMERS: Mapping[Confirmers, str] = {
    Confirmers.ALL: mark("All other players confirm"),
    Confirmers.MAJORITY: mark("Most other players confirm"),
    Confirmers.ONE: mark("One other player confirms"),
    Confirmers.NO_ONE: mark("No confirmation needed"),
}
DRAWS_TEXT = mark("simultaneous loss: {simultaneous} · time: {time} · agreement: {agreed} · effect: {effect}")
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news,
]


def league_panel(state: LeagueState, judges: int | None, hidden: Sequence[int]) -> discord.ui.LayoutView:
    """Return the panel. ``judges``: the judges' channel. ``hidden``: channels that the bot may not view."""
    presets = components.options((key, tr(name)) for key, name in PRESET_TEXTS.items())
    forms = [button(f"{tr(title)}…", _id(state, "form", name)) for name, (title, _) in LEAGUE_FORMS.items()]
    archive = (
        button(tr("Unarchive"), _id(state, "revive"))
        if state.archived
        else button(tr("Archive"), _id(state, "archive"), discord.ButtonStyle.danger)
    )
    rows = [
        components.select(_id(state, "preset"), presets, tr("Apply a scoring preset…")),
        row(
            discord.ui.ChannelSelect[discord.ui.LayoutView](
                custom_id=_id(state, "channels"),
                placeholder=tr("Channels whose games count…"),
                channel_types=CHANNEL_TYPES,
                min_values=0,
                max_values=MAX_OPTIONS,
                default_values=[discord.Object(one) for one in sorted(state.channels)[:MAX_OPTIONS]],
            )
        ),
        components.select(_id(state, "by"), _confirmers(state.rules.confirmation.by)),
        row(
            discord.ui.RoleSelect[discord.ui.LayoutView](
                custom_id=_id(state, "champion"),
                placeholder=tr("Season champion's role…"),
                min_values=0,
                default_values=[discord.Object(state.champion)] if state.champion is not None else [],
            )
        ),
        row(
            discord.ui.ChannelSelect[discord.ui.LayoutView](
                custom_id=_id(state, "judges"),
                placeholder=tr("Channel for suspicious result alerts…"),
                channel_types=[discord.ChannelType.text],
                min_values=0,
                default_values=[discord.Object(judges)] if judges is not None else [],
            )
        ),
        *components.rows(*forms[:4]),
        *components.rows(*forms[4:], archive),
    ]
    title = tr("## League: {league}", league=text.league_title(state))
    return framed_text("\n".join([title, *rules(state), *_hidden(hidden)]), *rows)


def _hidden(channels: Sequence[int]) -> list[str]:
    if not channels:
        return []
    shown = " ".join(f"<#{channel}>" for channel in channels)
    return [
        tr(
            "⚠️ Arbiter can't see {channels}, so it posts nothing there. Give it the View Channel permission.",
            channels=shown,
        )
    ]


def rules(state: LeagueState) -> list[str]:
    """Return a league's rules, in lines."""
    league = state.rules
    channels = " ".join(f"<#{channel}>" for channel in sorted(state.channels))
    draws = {kind: _draw(rule) for kind, rule in asdict(league.scoring.draws).items()}
    ties = comma_separated(tr(TIEBREAKERS[one]) for one in league.ties.order)
    lines = [
        tr("**Channels**: {channels}", channels=channels or tr("none yet, so no games count automatically")),
        tr("**Games**: {games}", games=_games(league)),
        tr("**Points**: {points}", points=_points(league)),
        tr("**Draws**: {draws}", draws=tr(DRAWS_TEXT, **draws)),
        tr("**Tie-breakers**: {ties}", ties=ties or "–"),
        tr("**Confirmation**: {rules}", rules=_confirmation(league)),
        tr("**Who can report**: {rules}", rules=tr(REPORTERS[league.reporters])),
    ]
    if state.champion is not None:
        lines.append(
            tr(
                "**Season champion's role**: <@&{role}>. Arbiter needs the Manage Roles permission and "
                "a role above this one.",
                role=state.champion,
            )
        )
    return [*lines, tr("*Archived: no new results.*")] if state.archived else lines


def _games(league: League) -> str:
    matches = {1: tr("single games"), 3: tr("best of three"), 5: tr("best of five")}
    return f"{tr(FORMAT_NAMES[league.format])} · {matches.get(league.best_of, str(league.best_of))}"


def _points(league: League) -> str:
    scoring = league.scoring
    if scoring.stake is not None:
        start, share = text.points(scoring.stake.start), percentage(scoring.stake.share)
        return tr("stakes starting at {start}, {share} per game", start=start, share=share)
    if scoring.places:
        return tr("by place ({points})", points=comma_separated(map(text.points, scoring.places)))
    win, loss, bye = map(text.points, (scoring.win, scoring.loss, scoring.bye))
    return tr("win {win}, loss {loss}, bye {bye}", win=win, loss=loss, bye=bye)


def _draw(rule: DrawRule) -> str:
    if rule.share is Share.POINTS:
        return text.points(rule.points)
    return tr("split the win") if rule.share is Share.SPLIT else tr("replayed")


def _confirmation(league: League) -> str:
    rules = league.confirmation
    said = [tr(CONFIRMERS[rules.by])]
    if rules.by is not Confirmers.NO_ONE and rules.hours:
        said.append(tr("{hours}-hour limit", hours=rules.hours))
        said.append(tr(SILENCES[rules.silence]))
    if rules.tables:
        said.append(tr("tracked games too"))
    return " · ".join(said)


def _id(state: LeagueState, verb: str, value: str = "") -> str:
    return str(LeagueCustomId(verb, state.league, 0, value))


def _confirmers(chosen: Confirmers) -> list[discord.SelectOption]:
    return components.options(((one.value, tr(name)) for one, name in CONFIRMERS.items()), chosen.value)


def league_form(state: LeagueState, name: str) -> discord.ui.Modal:
    """Return the form of this name, prefilled with effective values."""
    title, fields = LEAGUE_FORMS[name]
    return components.form(
        tr(title), _id(state, "filled", name), *(_label(field, state.rules) for field in fields)
    )


def _label(field: Field, league: League) -> Label:
    label, about = truncate(tr(field.label), TITLE_LENGTH), truncate(tr(field.about), OPTION_LENGTH)
    now = field.read(league)
    kind = field.kind
    if kind.options is None:
        value = now[: kind.length]
        return components.text_field(label, field.name, kind.length, about=about, value=value)
    options = components.options(((key, tr(name)) for key, name in kind.options.items()), now)
    return components.list_field(label, field.name, options, about=about)


def new_form(channel: int | None) -> discord.ui.Modal:
    """Return the form for a new league, with this channel chosen."""
    channels = discord.ui.ChannelSelect[discord.ui.Modal](
        custom_id="channels",
        channel_types=CHANNEL_TYPES,
        min_values=0,
        max_values=MAX_OPTIONS,
        required=False,
        default_values=[discord.Object(channel)] if channel is not None else [],
    )
    presets = components.options(((key, tr(name)) for key, name in PRESET_TEXTS.items()), "pods")
    return components.form(
        tr("New league"),
        LeagueCustomId("new", LeagueId(0)),
        components.text_field(truncate(tr("Name"), TITLE_LENGTH), "name", 100, required=True),
        components.list_field(truncate(tr("Scoring"), TITLE_LENGTH), "preset", presets),
        discord.ui.Label(text=truncate(tr("Channels whose games count"), TITLE_LENGTH), component=channels),
        components.list_field(
            truncate(tr("Who confirms reported results"), TITLE_LENGTH), "by", _confirmers(Confirmers.ALL)
        ),
    )
