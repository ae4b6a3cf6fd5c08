"""Whole numbers as people type them: one reader for commands, forms, files and settings."""

import re

_SIGNS = {0xFF10 + digit: str(digit) for digit in range(10)} | {0xFF0B: "+", 0xFF0D: "-", 0x2212: "-"}
"""The full-width digits and signs of a Japanese keyboard, and the real minus."""
_WHOLE = re.compile(r"([+-]?)0*([0-9]{1,20})")
MAX_ID = 2**63 - 1
"""The largest Discord ID, and the largest number in SQLite."""
MAX_AMOUNT = 999_999
"""The largest amount that can be entered, above or below 0."""


def ascii_digits(text: str) -> str:
    """Return the text with digits and signs as ASCII has them, without spaces around it."""
    return text.translate(_SIGNS).strip()


def parse_integer(text: str, least: int, most: int) -> int:
    """Return a typed whole number from ``least`` to ``most``, which have at most 20 digits.

    Digits are 0 to 9, also full-width, but no superscripts or other scripts. Raises ValueError.
    """
    match = _WHOLE.fullmatch(ascii_digits(text))
    if match is None:
        raise ValueError("not a whole number")
    number = int(match[1] + match[2])
    if not least <= number <= most:
        raise ValueError(f"not from {least} to {most}")
    return number
