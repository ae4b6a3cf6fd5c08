"""Texts for the application's profile and page in Discord, in every language: `python -m bot listing`."""

from cogs.help.welcome import OVERVIEW
from cogs.text.language import LANGUAGE_NAMES, mark, speaking, tr

COMMAND_DESCRIPTION_LIMIT = 400
"""Maximum characters of an application's description in a language, in Discord."""
TAG = 20
"""Maximum characters of a tag."""
TAGS = (mark("life counter"), mark("Magic"), mark("Commander"), mark("leagues"), mark("tournaments"))
"""The tags, as many as Discord allows."""


def portal_fields() -> str:
    """Return the portal's fields, language by language."""
    return "\n\n".join(map(_in_language, LANGUAGE_NAMES))


def _in_language(language: str) -> str:
    with speaking(language):
        description = description_of()
        tags = "\n".join(map(tr, TAGS))  # each has a separate field
        details = "\n".join(map(tr, OVERVIEW[1:]))
    sections = (("Description", description), ("Tags", tags), ("Detailed description", details))
    return "\n\n".join([f"# {language}", *(f"## {name}\n{text}" for name, text in sections)])


def description_of() -> str:
    """Return the description in the current language."""
    return " ".join(
        (
            tr("Arbiter keeps score in games of Magic and knows the Comprehensive Rules."),
            tr(
                "One board per game, with buttons for life and turns. Losses are detected, and every step "
                "can be undone."
            ),
            tr("Play in servers and in group chats: only one of you has to install it."),
        )
    )
