"""The private panel of a league: its rules in words, and lists, buttons and forms to change them."""

from collections.abc import Mapping

import discord

from cogs.core import components
from cogs.core.components import MOST_OPTIONS, OPTION_LENGTH, TITLE_LENGTH
from cogs.drawing.cutting import shortened
from cogs.leagues.admin.choices import CONFIRMERS, FORMATS, PRESETS, REPORTERS, SILENCES, Field
from cogs.leagues.admin.forms import FORMS
from cogs.leagues.core import text
from cogs.leagues.core.custom_id import LeagueCustomId
from cogs.leagues.results.view import Button, Row, layout
from cogs.leagues.views.standings import TIEBREAKERS
from cogs.text.language import tr
from rules.leagues.league import Confirmers, DrawRule, League, Share
from rules.leagues.state import LeagueState

CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news,
]


def view(state: LeagueState, judges: int | None) -> discord.ui.LayoutView:
    """The panel. ``judges``: the channel where judges are told of what they should look at."""
    rows = [
        Row(_presets(state)),
        Row(_channels(state)),
        Row(_confirmers(state)),
        Row(_role(state)),
        Row(_judges(state, judges)),
        Row(*(_form(state, name) for name in ("points", "draws", "extras", "stake"))),
        Row(*(_form(state, name) for name in ("ties", "confirmation", "ratings", "finer")), _archive(state)),
    ]
    return layout("\n".join([tr("## League: {league}", league=text.title(state)), *rules(state)]), *rows)


def rules(state: LeagueState) -> list[str]:
    """A league's rules, in lines."""
    league = state.rules
    channels = " ".join(f"<#{channel}>" for channel in sorted(state.channels))
    lines = [
        tr("**Channels**: {channels}", channels=channels or tr("none yet, so no games count automatically")),
        tr("**Games**: {games}", games=_games(league)),
        tr("**Points**: {points}", points=_points(league)),
        tr("**Draws**: {draws}", draws=_draws(league)),
        tr(
            "**Tie-breakers**: {ties}",
            ties=", ".join(tr(TIEBREAKERS[one]) for one in league.ties.order) or "–",
        ),
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
    return f"{tr(FORMATS[league.format])} · {matches.get(league.best_of, str(league.best_of))}"


def _points(league: League) -> str:
    scoring = league.scoring
    if scoring.stake is not None:
        return tr(
            "stakes starting at {start}, {share} per game",
            start=text.points(scoring.stake.start),
            share=text.share(scoring.stake.share),
        )
    if scoring.places:
        return tr("by place ({points})", points=", ".join(map(text.points, scoring.places)))
    return tr(
        "win {win}, loss {loss}, bye {bye}",
        win=text.points(scoring.win),
        loss=text.points(scoring.loss),
        bye=text.points(scoring.bye),
    )


def _draws(league: League) -> str:
    draws = league.scoring.draws
    return tr(
        "simultaneous loss: {simultaneous} · time: {time} · agreement: {agreed} · effect: {effect}",
        simultaneous=_draw(draws.simultaneous),
        time=_draw(draws.time),
        agreed=_draw(draws.agreed),
        effect=_draw(draws.effect),
    )


def _draw(rule: DrawRule) -> str:
    match rule.share:
        case Share.POINTS:
            return text.points(rule.points)
        case Share.SPLIT:
            return tr("split the win")
        case Share.REPLAY:
            return tr("replayed")


def _confirmation(league: League) -> str:
    rules = league.confirmation
    said = [tr(CONFIRMERS[rules.by])]
    if rules.by is not Confirmers.NOBODY and rules.hours:
        said.append(tr("{hours}-hour limit", hours=rules.hours))
        said.append(tr(SILENCES[rules.silence]))
    if rules.tables:
        said.append(tr("tracked games too"))
    return " · ".join(said)


def _id(state: LeagueState, verb: str, value: str = "") -> str:
    return str(LeagueCustomId(verb, state.league, 0, value))


def _presets(state: LeagueState) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=_id(state, "preset"), placeholder=tr("Apply a scoring preset…"), options=preset_options()
    )


def preset_options(chosen: str = "") -> list[discord.SelectOption]:
    """The presets to pick from."""
    return [
        discord.SelectOption(label=shortened(tr(name), OPTION_LENGTH), value=key, default=key == chosen)
        for key, name in PRESETS.items()
    ]


def confirmer_options(chosen: Confirmers) -> list[discord.SelectOption]:
    """Who confirms, to pick from."""
    return [
        discord.SelectOption(label=shortened(tr(name), OPTION_LENGTH), value=one.value, default=one is chosen)
        for one, name in CONFIRMERS.items()
    ]


def _confirmers(state: LeagueState) -> discord.ui.Select[discord.ui.LayoutView]:
    options = confirmer_options(state.rules.confirmation.by)
    return discord.ui.Select(custom_id=_id(state, "by"), options=options)


def _channels(state: LeagueState) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    return discord.ui.ChannelSelect(
        custom_id=_id(state, "channels"),
        placeholder=tr("Channels whose games count…"),
        channel_types=CHANNELS,
        min_values=0,
        max_values=MOST_OPTIONS,
        default_values=[discord.Object(one) for one in sorted(state.channels)[:MOST_OPTIONS]],
    )


def _role(state: LeagueState) -> discord.ui.RoleSelect[discord.ui.LayoutView]:
    return discord.ui.RoleSelect(
        custom_id=_id(state, "champion"),
        placeholder=tr("Season champion's role…"),
        min_values=0,
        default_values=[discord.Object(state.champion)] if state.champion is not None else [],
    )


def _judges(state: LeagueState, judges: int | None) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    return discord.ui.ChannelSelect(
        custom_id=_id(state, "judges"),
        placeholder=tr("Channel for suspicious result alerts…"),
        channel_types=[discord.ChannelType.text],
        min_values=0,
        default_values=[discord.Object(judges)] if judges is not None else [],
    )


def _form(state: LeagueState, name: str) -> Button:
    title, _ = FORMS[name]
    return Button(label=f"{tr(title)}…", custom_id=_id(state, "form", name))


def _archive(state: LeagueState) -> Button:
    if state.archived:
        return Button(label=tr("Unarchive"), custom_id=_id(state, "revive"))
    return Button(label=tr("Archive"), style=discord.ButtonStyle.danger, custom_id=_id(state, "archive"))


def form(state: LeagueState, name: str) -> discord.ui.Modal:
    """The form of this name, filled in with what counts now."""
    title, fields = FORMS[name]
    return components.form(
        tr(title), _id(state, "filled", name), *(_labelled(field, state.rules) for field in fields)
    )


def _labelled(field: Field, league: League) -> discord.ui.Label[discord.ui.Modal]:
    now = field.read(league)
    component: discord.ui.Select[discord.ui.Modal] | discord.ui.TextInput[discord.ui.Modal]
    if field.options is None:
        component = discord.ui.TextInput(
            custom_id=field.name, default=now[: field.length], required=False, max_length=field.length
        )
    else:
        component = discord.ui.Select(custom_id=field.name, options=_options(field.options, now))
    return discord.ui.Label(
        text=shortened(tr(field.label), TITLE_LENGTH),
        description=shortened(tr(field.about), OPTION_LENGTH),
        component=component,
    )


def _options(options: Mapping[str, str], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=shortened(tr(name), OPTION_LENGTH), value=key, default=key == chosen)
        for key, name in options.items()
    ]


def new(channel: int | None) -> discord.ui.Modal:
    """The form for a new league."""
    name = discord.ui.TextInput[discord.ui.Modal](custom_id="name", max_length=100)
    preset = discord.ui.Select[discord.ui.Modal](custom_id="preset", options=preset_options("pods"))
    channels = discord.ui.ChannelSelect[discord.ui.Modal](
        custom_id="channels",
        channel_types=CHANNELS,
        min_values=0,
        max_values=MOST_OPTIONS,
        required=False,
        default_values=[discord.Object(channel)] if channel is not None else [],
    )
    by = discord.ui.Select[discord.ui.Modal](custom_id="by", options=confirmer_options(Confirmers.ALL))
    texts = {
        tr("Name"): name,
        tr("Scoring"): preset,
        tr("Channels whose games count"): channels,
        tr("Who confirms reported results"): by,
    }
    labels = (
        discord.ui.Label[discord.ui.Modal](text=shortened(label, TITLE_LENGTH), component=component)
        for label, component in texts.items()
    )
    return components.form(tr("New league"), str(LeagueCustomId("new", 0)), *labels)
