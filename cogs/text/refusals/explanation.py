"""The text of a refusal, with what to do instead, in the current language."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text.formatting import comma_separated, escape
from cogs.text.language import numeral, tr
from cogs.text.refusals import events, games, leagues
from rules.refusal import Refusal, RefusalValue

TEXTS: Mapping[str, str] = {**games.TEXTS, **leagues.TEXTS, **events.TEXTS}
"""The text for every reason."""
NAMED = frozenset(("variant", "variants", "attack", "word", "option", "action", "rooms", "dungeons"))
"""Values that are the rules' own words, which every language translates."""


def explain(refusal: Refusal) -> str:
    """Return a refusal as a sentence. Its ``hint`` is a name similar to the typed one, or empty."""
    values = {key: _shown(key, value) for key, value in refusal.values.items()}
    return tr(TEXTS[refusal.reason], **values)


def _shown(key: str, value: RefusalValue) -> str | int:
    if isinstance(value, tuple):
        return comma_separated(
            numeral(one) if isinstance(one, int) else str(_shown(key, one)) for one in value
        )
    if isinstance(value, int) or key == "invite":
        return value
    if key == "hint":
        return " " + tr("Did you mean {name}?", name=escape(value)) if value else ""
    if key in ("team", "teams"):
        return names.team(value)
    if key in ("kind", "known"):
        return names.thing(value)
    if key == "judges":
        if not value:
            return tr("moderators")
        return tr("members with the {role} role and moderators", role=escape(value))
    return tr(value) if key in NAMED else escape(value)
