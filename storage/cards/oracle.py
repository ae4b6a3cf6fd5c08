"""Scryfall's bulk file of Oracle cards, reduced to possible commanders."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, TypeAlias

import ijson  # pyright: ignore[reportMissingTypeStubs]

from rules.formats.commander_cards import COLOR_LETTERS, CommanderCard

OracleCard: TypeAlias = Mapping[str, Any]

UNREADABLE = "That isn't a file of Oracle cards from Scryfall, or it's damaged."
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard"}
"""Layouts of entries that are never in a deck."""
PARTNER = re.compile(r"(?:^|, )partner(?= \(|,|$)", re.IGNORECASE | re.MULTILINE)
PARTNER_TEXT = re.compile(r"^(?:Partner—)?((?<=—)[^(\n]+?|Friends forever)(?= \(|$)", re.MULTILINE)
PARTNER_WITH = re.compile(r"^Partner with ([^(\n]+?)(?= \(|$)", re.MULTILINE)
CHOOSES_BACKGROUND = re.compile(r"^Choose a Background\b", re.IGNORECASE | re.MULTILINE)
DOCTORS_COMPANION = re.compile(r"^Doctor['\u2019]s companion\b", re.IGNORECASE | re.MULTILINE)
DOCTOR_TYPES = {"Time", "Lord", "Doctor"}


class NotCards(ValueError):
    """Raised if the file isn't Scryfall's list of Oracle cards; the text is one line."""


def commander_cards(file: BinaryIO) -> Iterator[CommanderCard]:
    """Yield the cards in the file that can be commanders, read one by one. Raises NotCards, also without
    any."""
    found = False
    try:
        for card in ijson.items(file, "item", use_float=True):
            commander = _commander(card)
            if commander is not None:
                found = True
                yield commander
    except (ijson.JSONError, AttributeError, KeyError, TypeError) as error:
        raise NotCards(UNREADABLE) from error
    if not found:
        raise NotCards(UNREADABLE)


def _commander(card: OracleCard) -> CommanderCard | None:
    if card["layout"] in NO_CARDS:
        return None
    face = card["card_faces"][0] if "card_faces" in card else card
    types = card["type_line"].partition(" // ")[0]
    text: str = face.get("oracle_text") or card.get("oracle_text", "")
    kinds, _, subtypes = types.partition(" — ")
    background = "Legendary" in kinds and "Background" in subtypes.split()
    if not background and not _leads(kinds, subtypes.split(), face, text):
        return None
    special, named = PARTNER_TEXT.search(text), PARTNER_WITH.search(text)
    return CommanderCard(
        name=card["name"].partition(" // ")[0],
        colors="".join(color for color in COLOR_LETTERS if color in card["color_identity"]),
        partner=PARTNER.search(text) is not None,
        partner_text=special[1] if special else "",
        partner_with=named[1] if named else "",
        chooses_background=CHOOSES_BACKGROUND.search(text) is not None,
        background=background,
        doctors_companion=DOCTORS_COMPANION.search(text) is not None,
        doctor="Legendary" in kinds and set(subtypes.split()) == DOCTOR_TYPES,
    )


def _leads(kinds: str, subtypes: list[str], face: OracleCard, text: str) -> bool:
    """Return whether a card can be a commander alone (903.3, 903.3a)."""
    if "can be your commander" in text:
        return True
    return "Legendary" in kinds and (
        "Creature" in kinds or "Vehicle" in subtypes or ("Spacecraft" in subtypes and "power" in face)
    )
