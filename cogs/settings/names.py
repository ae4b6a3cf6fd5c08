"""Settings in words: their names, their choices, and whose choice counts."""

from collections.abc import Mapping

from msgspec import Struct

from cogs.text.language import LANGUAGE_NAMES, mark, tr
from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from storage.settings import definitions
from storage.settings.definitions import Level, Permission, Setting
from storage.settings.settings import EffectiveSetting, EffectiveSettings


class SettingChoice(Struct, frozen=True):
    """An entry of a list of choices: its name and description."""

    name: str
    meaning: str


FOLDED = "Replies that only repeat the board are then deleted."
"""The consequence of moving the board down, for the chat."""


class Form(Struct, frozen=True):
    """A form for typed settings: its key in buttons, its settings, and its title."""

    name: str
    button: str
    title: str


LIFE_AND_LINK = Form("", mark("Life and link…"), mark("Life and webcam link for new games"))
CLOCKS = Form("clocks", mark("Timers…"), mark("Timers for new games"))
NUMBER_SETTINGS = (LIFE_AND_LINK, CLOCKS)


class SettingWords(Struct, frozen=True):
    """A setting's name, how it is chosen, and its text if nothing is chosen.

    ``choices``: the entries of a list, by their stored text. ``form``: the form for typing it, with
    ``about`` as a hint. By default it is a switch.
    """

    name: str
    choices: Mapping[str, SettingChoice] = {}
    unset: str = mark("none")
    form: Form | None = None
    about: str = ""


SETTING_WORDS: Mapping[Setting[object], SettingWords] = {
    definitions.VARIANT: SettingWords(
        "Format",
        choices={key: SettingChoice(one.name, one.summary) for key, one in VARIANTS.items()},
        unset=mark("ask each time"),
    ),
    definitions.STARTING_LIFE: SettingWords(
        "Starting life",
        unset=mark("format default"),
        form=LIFE_AND_LINK,
        about=mark("For the format chosen here. Leave blank to clear."),
    ),
    definitions.EDITION: SettingWords(
        "Rules edition",
        choices={key: SettingChoice(one.name, one.effective) for key, one in EDITIONS.items()},
    ),
    definitions.LINK: SettingWords(
        "Webcam link",
        unset=mark("no link"),
        form=LIFE_AND_LINK,
        about=mark("Starts with https://. Leave blank to clear."),
    ),
    definitions.MAY_ENTER: SettingWords(
        "Who can edit",
        choices={
            Permission.ANYONE: SettingChoice(
                "Anyone in the game can edit", "Players still concede for themselves."
            ),
            Permission.OWN: SettingChoice(
                "Players edit only for themselves",
                "Damage: the player dealt it. Turns: the active player. Guests, day and night, holds: "
                "anyone.",
            ),
            Permission.JUDGES: SettingChoice(
                "Only judges can edit",
                "Players can still roll dice and concede. Moderators are always judges.",
            ),
        },
    ),
    definitions.MAY_UNDO: SettingWords(
        "Who can undo",
        choices={
            Permission.ANYONE: SettingChoice("Anyone in the game can undo", "The log shows who undid what."),
            Permission.OWN: SettingChoice(
                "Players undo only their own steps", "Until someone else enters a step."
            ),
            Permission.JUDGES: SettingChoice(
                "Only judges can undo", "Players have to ask a judge or moderator."
            ),
        },
    ),
    definitions.CLAIM: SettingWords("Claim guest seats without asking"),
    definitions.TRUST: SettingWords("One player can enter an agreed draw or penalty"),
    definitions.JUDGE: SettingWords("Judge role"),
    definitions.QUIET: SettingWords("Quiet replies"),
    definitions.CALL: SettingWords("Turn pings"),
    definitions.ASK: SettingWords("Private confirmation requests"),
    definitions.CHART: SettingWords("Life chart at game end"),
    definitions.NICKNAMES: SettingWords("Nickname changes in leagues and events"),
    definitions.FOLLOW: SettingWords(
        "Board follows the chat",
        choices={
            "0": SettingChoice("Board stays where it is", "`/game board` moves it to the end of the chat."),
            "5": SettingChoice("Board returns after 5 messages", FOLDED),
            "10": SettingChoice("Board returns after 10 messages", FOLDED),
            "20": SettingChoice("Board returns after 20 messages", FOLDED),
        },
    ),
    definitions.ROUND: SettingWords(
        "Round length (minutes)",
        unset=mark("no timer"),
        form=CLOCKS,
        about=mark("{least} to {most}. Starts with every game. Leave blank to clear."),
    ),
    definitions.ROUND_TURNS: SettingWords(
        "Additional turns after time", form=CLOCKS, about=mark("{least} to {most}. Leave blank to clear.")
    ),
    definitions.TURN_TIMER: SettingWords(
        "Turn length (minutes)",
        unset=mark("no timer"),
        form=CLOCKS,
        about=mark("{least} to {most}. Starts with every game. Leave blank to clear."),
    ),
    definitions.SAME_TIME: SettingWords(
        "Seconds to add simultaneous events",
        form=CLOCKS,
        about=mark("{least} to {most} after a loss; results wait. Leave blank to clear."),
    ),
    definitions.ZONE: SettingWords(
        "Time zone", form=CLOCKS, about=mark("Such as Europe/Berlin or UTC. Leave blank to clear.")
    ),
    definitions.LANGUAGE: SettingWords(
        "Language",
        choices={code: SettingChoice(name, "") for code, name in LANGUAGE_NAMES.items()},
        unset=mark("same as Discord"),
    ),
}
"""The words of every setting, in display order."""


def value(setting: Setting[object], found: EffectiveSetting[object]) -> str:
    """Return a choice in a few words."""
    words = SETTING_WORDS[setting]
    if found.value is None:
        return tr(words.unset)
    if words.choices:
        return tr(words.choices[str(found.value)].name)
    if setting is definitions.JUDGE:
        return f"<@&{found.value}>"
    if isinstance(found.value, bool):
        return tr("on") if found.value else tr("off")
    return str(found.value)


def origin(settings: EffectiveSettings, found: EffectiveSetting[object]) -> str:
    """Return the origin of a value in words."""
    if found.owner is None:
        return tr("default")
    level, id = found.owner
    if level is not Level.CHANNEL:
        return tr("server") if level is Level.SERVER else tr("personal")
    here, *above = settings.scope.channels
    if id != here:
        return tr("the thread's channel")
    return tr("this thread") if above else tr("this channel")


def setting_line(settings: EffectiveSettings, setting: Setting[object], level: Level) -> str:
    """Return a line with a setting, its effective value at a level, and the level that chose it.

    At the user's level, it also has the user's choice if that isn't the effective value.
    """
    counts = settings.found(setting) if level is Level.OWN else settings.at(setting, level)
    text = f"**{tr(SETTING_WORDS[setting].name)}**: {value(setting, counts)} · *{origin(settings, counts)}*"
    own = settings.own(setting, level)
    if own is not None and own.owner != counts.owner:
        other = f"{value(setting, own)} · *{origin(settings, own)}*"
        text += tr(", overriding {other}", other=other)
    return text
