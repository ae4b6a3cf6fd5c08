"""Channels that the bot may not view, in the forms that Discord's documents allow since 16 November 2026.

Their ID, type, position and category stay. The name, the flag and the one overwrite are documented; every
other field is "nulled or reduced", and no document says which.
"""

from collections.abc import Mapping
from typing import Any

KINDS: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": 0, "default_auto_archive_duration": 1440},
    "voice": {"type": 2, "bitrate": 64_000, "user_limit": 8, "rtc_region": None, "video_quality_mode": 1},
    "category": {"type": 4},
    "announcement": {"type": 5, "default_auto_archive_duration": 1440},
    "stage": {"type": 13, "bitrate": 64_000, "user_limit": 50, "rtc_region": None, "video_quality_mode": 1},
    "forum": {"type": 15, "available_tags": [], "default_reaction_emoji": None, "default_sort_order": 0},
    "media": {"type": 16, "available_tags": [], "default_reaction_emoji": None, "default_sort_order": 0},
}
"""Fields of channels by type, beside the common ones."""
FORMS = ("reduced", "nulled", "absent")
"""The forms of a reduced field: the emptiest value of its type, null, or absent."""
NAME = "___hidden___"
_KEPT = ("id", "type", "position", "parent_id", "guild_id")
_NOT_NULLABLE: Mapping[str, Any] = {
    **{"nsfw": False, "rate_limit_per_user": 0, "default_auto_archive_duration": 0},
    **{"bitrate": 0, "user_limit": 0, "video_quality_mode": 1, "available_tags": ()},
}


def channel(guild: int, id: int, kind: str) -> dict[str, Any]:
    """Return a channel as Discord sends it to a bot that may view it."""
    return {
        **{"id": str(id), "guild_id": str(guild), "position": 1, "parent_id": None, "name": f"a-{kind}"},
        **{"permission_overwrites": [], "nsfw": False, "rate_limit_per_user": 0, "topic": "for some only"},
        **{"last_message_id": None, "flags": 0},
        **KINDS[kind],
    }


def hidden(shown: Mapping[str, Any], form: str = "reduced") -> dict[str, Any]:
    """Return the same channel as Discord sends it to a bot that may not view it."""
    sent = {name: shown[name] for name in _KEPT}
    if form != "absent":
        sent |= {
            name: _NOT_NULLABLE.get(name) if form == "reduced" else None
            for name in shown
            if name not in _KEPT
        }
    everyone = {"id": shown["guild_id"], "type": 0, "allow": "0", "deny": str(1 << 10)}
    return {**sent, "name": NAME, "flags": 1 << 17, "permission_overwrites": [everyone]}
