"""The panel of /settings: the effective settings, their origin, and lists and buttons to change them."""

from collections.abc import Collection, Mapping

import discord
from msgspec import Struct

from cogs.core import components
from cogs.core.components import (
    Button,
    ComponentRow,
    Label,
    button,
    card,
    options,
    row,
    rows,
    select,
    text_field,
)
from cogs.core.custom_ids import CustomId, IdWord, Verb
from cogs.drawing.truncate import truncate
from cogs.settings.names import NUMBER_SETTINGS, SETTING_WORDS, SettingChoice, setting_line
from cogs.text.formatting import escape, listed
from cogs.text.language import naming_commands, tr
from cogs.text.refusals.explanation import TEXTS
from rules.leagues.result import LeagueId
from rules.refusal import Refusal
from storage.settings import definitions
from storage.settings.definitions import LINK_LENGTH, Level, Setting
from storage.settings.settings import EffectiveSettings

SETTINGS_COLOR = discord.Color(0x3B82F6)

VERBS = ("show", "form", "filled", "reset", "leagues", "choose")
"""The verbs of the panel's buttons."""


class SettingsCustomId(CustomId, frozen=True):
    """The custom_id of a panel's button: the level, the verb, the setting and a value."""

    route = "arbiter-settings"
    level: Level
    verb: Verb
    name: IdWord = ""
    value: IdWord = ""


class LeaguesHere(Struct, frozen=True):
    """The leagues of a server by number, and which of them count the games of a place."""

    leagues: Mapping[LeagueId, str]
    here: Collection[int]
    above: Collection[int] = ()
    """The leagues of the channel that a thread belongs to."""

    def line(self, settings: EffectiveSettings) -> str:
        """Return the line with the leagues that count the games, and where that was chosen."""
        names = [escape(name) for league, name in self.leagues.items() if league in {*self.here, *self.above}]
        counting = listed(names) or tr("no league")
        if not names:
            whose = tr("default")
        elif not self.here:
            whose = tr("the thread's channel")
        else:
            whose = tr("this thread") if len(settings.scope.channels) > 1 else tr("this channel")
        name = tr("Leagues")
        return f"**{name}**: {truncate(counting, 300)} · *{whose}*"


def settings_message(
    settings: EffectiveSettings,
    level: Level,
    leagues_here: LeaguesHere,
    *,
    allowed: bool,
    unreachable: bool = False,
    lack: str = "",
    outside: bool = False,
) -> discord.ui.LayoutView:
    """Return the panel for one level; read-only unless `allowed`. ``unreachable``: Discord delivers no pings
    to the judge role. ``lack``: a text with the permissions that the bot lacks here. ``outside``: whether the
    bot isn't in the server, so that people choose only for themselves."""
    titles = _titles(settings)
    available = [setting for setting in SETTING_WORDS if level in setting.levels]
    lines = [
        tr("## Settings: {whose}", whose=titles[level]),
        *(setting_line(settings, setting, level) for setting in available),
        *([leagues_here.line(settings)] if level is Level.CHANNEL else []),
        *([_unreachable()] if unreachable and definitions.JUDGE in available else []),
        *([f"⚠️ {lack}"] if lack and level is not Level.OWN else []),
    ]
    parts: list[str | ComponentRow] = ["\n".join(lines)]
    if allowed:
        parts += _rows(settings, level, available)
        if level is Level.CHANNEL and leagues_here.leagues:
            parts.append(_leagues(leagues_here))
    else:
        reason = "settings_of_server" if level is Level.SERVER else "settings_of_channel"
        parts.append(f"-# {tr(TEXTS[reason])}")
    shown = [Level.OWN] if outside else Level
    levels = (button(titles[one], SettingsCustomId(one, "show"), disabled=one is level) for one in shown)
    return card(*parts, *rows(*levels), color=SETTINGS_COLOR)


def _unreachable() -> str:
    """Return why judges get no pings for disputes, and how to change that."""
    return tr(
        "⚠️ Discord doesn't deliver pings to the judge role. Let anyone @mention the role, or give Arbiter "
        "the Mention Everyone permission."
    )


def settings_form(settings: EffectiveSettings, level: Level, name: str) -> discord.ui.Modal:
    """Return the form of this name for typed values; empty means no choice. Raises Refusal
    "settings_have_changed"."""
    asked = next((one for one in NUMBER_SETTINGS if one.name == name), None)
    if asked is None:
        raise Refusal("settings_have_changed")
    typed = [setting for setting, words in SETTING_WORDS.items() if words.form == asked]
    labels = [_field(settings, level, setting) for setting in typed if level in setting.levels]
    return components.form(tr(asked.title), SettingsCustomId(level, "filled"), *labels)


def _field(settings: EffectiveSettings, level: Level, setting: Setting[object]) -> Label:
    words, here = SETTING_WORDS[setting], settings.own(setting, level)
    least, most = setting.bounds or (0, 0)
    return text_field(
        tr(words.name),
        setting.name,
        len(str(most)) if setting.bounds else LINK_LENGTH,
        about=tr(words.about, least=least, most=most),
        value=None if here is None else here.value,
    )


def _titles(settings: EffectiveSettings) -> dict[Level, str]:
    thread = len(settings.scope.channels) > 1
    return {
        Level.SERVER: tr("Server"),
        Level.CHANNEL: tr("This thread") if thread else tr("This channel"),
        Level.OWN: tr("Personal"),
    }


def _rows(settings: EffectiveSettings, level: Level, available: list[Setting[object]]) -> list[ComponentRow]:
    found = [_list(settings, level, setting) for setting in available if SETTING_WORDS[setting].choices]
    if definitions.JUDGE in available:
        found.append(_roles(settings, level))
    toggles = [_toggle(settings, level, one) for one in available if isinstance(one.default, bool)]
    used = {SETTING_WORDS[setting].form for setting in available}
    forms = [
        button(tr(one.button), SettingsCustomId(level, "form", one.name))
        for one in NUMBER_SETTINGS
        if one in used
    ]
    found += rows(*toggles, *forms)
    made = [setting for setting in available if settings.own(setting, level) is not None]
    return [*found, _resets(settings, level, made)] if made else found


def _list(settings: EffectiveSettings, level: Level, setting: Setting[object]) -> ComponentRow:
    here = settings.own(setting, level)
    with naming_commands():
        choices = [
            (key, tr(one.name), _meaning(setting, one)) for key, one in SETTING_WORDS[setting].choices.items()
        ]
    return select(
        SettingsCustomId(level, "choose", setting.name),
        options(choices, str(here.value) if here is not None else None),
        f"{tr(SETTING_WORDS[setting].name)}…",
    )


def _meaning(setting: Setting[object], choice: SettingChoice) -> str:
    if setting is definitions.EDITION:
        return tr("Effective {day}", day=choice.meaning)
    return tr(choice.meaning) if choice.meaning else ""


def _leagues(leagues_here: LeaguesHere) -> ComponentRow:
    leagues = options([(str(league), name) for league, name in leagues_here.leagues.items()])
    for option in leagues:
        option.default = int(option.value) in leagues_here.here
    press = SettingsCustomId(Level.CHANNEL, "leagues")
    return select(press, leagues, tr("Leagues these games count for…"), several=True, least=0)


def _roles(settings: EffectiveSettings, level: Level) -> ComponentRow:
    here = settings.own(definitions.JUDGE, level)
    role = here.value if here is not None else None
    return row(
        discord.ui.RoleSelect[discord.ui.LayoutView](
            custom_id=str(SettingsCustomId(level, "choose", definitions.JUDGE.name)),
            placeholder=f"{tr(SETTING_WORDS[definitions.JUDGE].name)}…",
            default_values=[discord.Object(role, type=discord.Role)] if role is not None else [],
        )
    )


def _toggle(settings: EffectiveSettings, level: Level, setting: Setting[object]) -> Button:
    on = settings.at(setting, level).value is True
    now, other = (tr("on"), "off") if on else (tr("off"), "on")
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return button(
        f"{tr(SETTING_WORDS[setting].name)}: {now}",
        SettingsCustomId(level, "choose", setting.name, other),
        style,
    )


def _resets(settings: EffectiveSettings, level: Level, made: list[Setting[object]]) -> ComponentRow:
    choices = options([(setting.name, tr(SETTING_WORDS[setting].name)) for setting in made])
    about = tr("Reset settings: {whose}", whose=_titles(settings)[level])
    return select(SettingsCustomId(level, "reset"), choices, about, several=True)
