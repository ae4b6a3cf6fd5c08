"""Settings in words: what they are called, what each choice means, whose choice it is."""

from collections.abc import Mapping

from msgspec import Struct

from cogs.text.language import LANGUAGES, tr
from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from storage.settings import definitions
from storage.settings.definitions import Level, Permission, Setting
from storage.settings.settings import EffectiveSetting, EffectiveSettings


class Choice(Struct, frozen=True):
    """Something that can be picked from a list: what it is called and what it means."""

    name: str
    meaning: str


FOLDED = "Replies that only say what the board shows are removed then."
"""What the board's return means for the chat."""

NAMES: Mapping[Setting[object], str] = {
    definitions.VARIANT: "Format",
    definitions.LIFE: "Starting life",
    definitions.EDITION: "Rules edition",
    definitions.LINK: "Webcam link",
    definitions.ENTER: "Who can edit",
    definitions.UNDO: "Who can undo",
    definitions.CLAIM: "Claim guest seats without asking",
    definitions.TRUST: "One player can enter agreed draws and penalties",
    definitions.JUDGE: "Judge role",
    definitions.QUIET: "Quiet replies",
    definitions.CALL: "Turn pings",
    definitions.ASK: "Private confirmation requests",
    definitions.CHART: "Life chart at game end",
    definitions.FOLLOW: "Board follows the chat",
    definitions.ROUND: "Round length (minutes)",
    definitions.ROUND_TURNS: "Additional turns after time",
    definitions.TURN_TIMER: "Turn length (minutes)",
    definitions.SAME_TIME: "Time for “At the same time…” (seconds)",
    definitions.LANGUAGE: "Language",
}
"""What each setting is called, in the order in which they are shown."""

CHOICES: Mapping[Setting[object], Mapping[str, Choice]] = {
    definitions.VARIANT: {key: Choice(one.name, one.summary) for key, one in VARIANTS.items()},
    definitions.EDITION: {key: Choice(one.name, one.effective) for key, one in EDITIONS.items()},
    definitions.ENTER: {
        Permission.ANYONE: Choice("Anyone in the game can edit", "Players still concede for themselves."),
        Permission.OWN: Choice(
            "Players edit only for themselves",
            "Damage: the player dealt it. Turns: the active player. Guests, day and night, holds: anyone.",
        ),
        Permission.JUDGES: Choice(
            "Only judges can edit", "Players can still roll dice and concede. Moderators are always judges."
        ),
    },
    definitions.FOLLOW: {
        "0": Choice("Board stays where it is", "`/game board` moves it to the end of the chat."),
        "5": Choice("Board returns after 5 messages", FOLDED),
        "10": Choice("Board returns after 10 messages", FOLDED),
        "20": Choice("Board returns after 20 messages", FOLDED),
    },
    definitions.LANGUAGE: {code: Choice(name, "") for code, name in LANGUAGES.items()},
    definitions.UNDO: {
        Permission.ANYONE: Choice("Anyone in the game can undo", "The log shows who undid what."),
        Permission.OWN: Choice("Players undo only their own steps", "Until someone else enters a step."),
        Permission.JUDGES: Choice("Only judges can undo", "Players have to ask a judge or moderator."),
    },
}
"""The settings that are picked from a list, with what can be picked by its stored text."""


def value(setting: Setting[object], found: EffectiveSetting[object]) -> str:
    """What has been chosen, in a few words."""
    if found.value is None:
        return {
            definitions.VARIANT.name: tr("ask each time"),
            definitions.LIFE.name: tr("format default"),
            definitions.LANGUAGE.name: tr("same as Discord"),
            definitions.ROUND.name: tr("no timer"),
            definitions.TURN_TIMER.name: tr("no timer"),
        }.get(setting.name, tr("none"))
    if setting in CHOICES:
        return tr(CHOICES[setting][str(found.value)].name)
    if setting is definitions.JUDGE:
        return f"<@&{found.value}>"
    if isinstance(found.value, bool):
        return tr("on") if found.value else tr("off")
    return str(found.value)


def origin(settings: EffectiveSettings, found: EffectiveSetting[object]) -> str:
    """Whose choice it is."""
    if found.owner is None:
        return tr("default")
    level, id = found.owner
    if level is not Level.CHANNEL:
        return tr("server") if level is Level.SERVER else tr("personal")
    here, *above = settings.scope.channels
    if id != here:
        return tr("the thread's channel")
    return tr("this thread") if above else tr("this channel")


def line(settings: EffectiveSettings, setting: Setting[object], level: Level) -> str:
    """A setting with what counts at a level and whose choice that is.

    For oneself that is what really counts; one's own choice is told as well where it does not.
    """
    counts = settings.found(setting) if level is Level.OWN else settings.at(setting, level)
    text = f"**{tr(NAMES[setting])}**: {value(setting, counts)} · *{origin(settings, counts)}*"
    own = settings.own(setting, level)
    if own is not None and own.owner != counts.owner:
        other = f"{value(setting, own)} · *{origin(settings, own)}*"
        text += tr(", overriding {other}", other=other)
    return text
