"""The refusal of an action."""

from collections.abc import Mapping

RefusalValue = str | int | tuple[str | int, ...]
"""A fact of a refusal: a number, a word, or several, which a language lists in its own way."""


class Refusal(Exception):
    """An action that the rules or the state of the table do not allow; nothing has changed.

    `reason` is a stable key and `values` are the facts that a text for people is made from.
    """

    def __init__(self, reason: str, **values: RefusalValue) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values: Mapping[str, RefusalValue] = values

    def cite(self, rule: str) -> None:
        """Add the rule's number in the game's edition, as the value `rule`."""
        self.values = {**self.values, "rule": rule}
