"""Cards that can be commanders (903.3), and which two can be so together (702.124)."""

from collections.abc import Iterable

from msgspec import Struct

COLOR_LETTERS = "WUBRG"
"""The colors, in the order in which they are listed."""


class CommanderCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that can be a commander, alone or with a partner.

    ``name``: of its front face. ``colors``: its color identity (903.4), in the order of COLORS.
    """

    name: str
    colors: str = ""
    partner: bool = False
    """It has partner (702.124h)."""
    partner_text: str = ""
    """The text of its partner—[text] ability (702.124i)."""
    partner_with: str = ""
    """The name in its partner with [name] ability (702.124j)."""
    chooses_background: bool = False
    background: bool = False
    """It is a legendary Background enchantment, a commander only beside one that chooses it (702.124k)."""
    doctors_companion: bool = False
    doctor: bool = False
    """It is a legendary Time Lord Doctor without other creature types (702.124m)."""


def can_pair(one: CommanderCard, other: CommanderCard) -> bool:
    """Return whether two cards can be one player's commanders; partner abilities can't be mixed
    (702.124f)."""
    return one.name != other.name and (
        (one.partner and other.partner)
        or one.partner_text == other.partner_text != ""
        or (one.partner_with, other.partner_with) == (other.name, one.name)
        or _completes(one, other)
        or _completes(other, one)
    )


def _completes(one: CommanderCard, other: CommanderCard) -> bool:
    return (one.chooses_background and other.background) or (one.doctors_companion and other.doctor)


def color_identity(cards: Iterable[CommanderCard]) -> str:
    """Return the combined color identity of a player's commanders (702.124c)."""
    found = {color for card in cards for color in card.colors}
    return "".join(color for color in COLOR_LETTERS if color in found)
