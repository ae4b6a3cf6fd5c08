"""What typed times mean, as choices for the options in which they are typed."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from cogs.core.autocomplete import Choices, labelled

SHOWN = "EEE d MMM y, HH:mm"
"""How suggestions write a time, in the pattern of Unicode (UTS 35)."""


def time_choices(moments: Mapping[str, int], zone: str, language: str) -> Choices:
    """Return a choice for each moment, in seconds since 1970; its value is the time as Discord writes it.

    ``moments``: by the word before the time; empty without one.
    """
    from babel.dates import format_datetime  # takes longer to load than all of this file

    shown = dict[str, str]()
    for word, moment in moments.items():
        local = format_datetime(datetime.fromtimestamp(moment, ZoneInfo(zone)), SHOWN, locale=language)
        shown[f"{word}: {local} ({zone})" if word else f"{local} ({zone})"] = f"<t:{moment}>"
    return labelled(shown)
