"""The text of a refusal, with what to do instead, in the current language."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text.formatting import escape
from cogs.text.language import tr
from cogs.text.refusals import events, games, leagues
from rules.refusal import Refusal

TEXTS: Mapping[str, str] = {**games.TEXTS, **leagues.TEXTS, **events.TEXTS}
"""The text for every reason."""
NAMED = frozenset(("variant", "attack", "word", "option", "action"))
"""Values that are the rules' own words, which every language translates."""


def explain(refusal: Refusal) -> str:
    """Return a refusal as a sentence. Its ``hint`` is a name similar to the typed one, or empty."""
    values = {key: _shown(key, value) for key, value in refusal.values.items()}
    return tr(TEXTS[refusal.reason], **values)


def _shown(key: str, value: str | int) -> str | int:
    if isinstance(value, int) or key == "invite":
        return value
    if key == "hint":
        return " " + tr("Did you mean {name}?", name=escape(value)) if value else ""
    if key in ("team", "teams"):
        return ", ".join(names.team(one) for one in value.split(", "))
    if key in ("rooms", "dungeons"):
        return ", ".join(tr(one) for one in value.split(", "))
    if key in ("kind", "known"):
        return names.thing(value)
    if key == "judges":
        if not value:
            return tr("moderators")
        return tr("members with the {role} role and moderators", role=escape(value))
    return tr(value) if key in NAMED else escape(value)
