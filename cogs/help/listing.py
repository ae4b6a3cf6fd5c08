"""Texts for the application's profile and page in Discord, in every language: `python -m bot listing`."""

from cogs.help.welcome import OVERVIEW
from cogs.text.language import LANGUAGES, mark, speaking, tr

DESCRIPTION = 400
"""Characters that Discord takes as an application's description in a language."""
TAG = 20
"""Characters that it takes as a tag."""
TAGS = (mark("life counter"), mark("Magic"), mark("Commander"), mark("leagues"), mark("tournaments"))
"""The tags, as many as Discord takes."""


def listing() -> str:
    """Return what the portal asks for, language by language."""
    return "\n\n".join(map(_in_language, LANGUAGES))


def _in_language(language: str) -> str:
    with speaking(language):
        description = description_of()
        tags = ", ".join(map(tr, TAGS))
        details = "\n".join(map(tr, OVERVIEW[1:]))
    sections = (("Description", description), ("Tags", tags), ("Detailed description", details))
    return "\n\n".join([f"# {language}", *(f"## {name}\n{text}" for name, text in sections)])


def description_of() -> str:
    """Return the description in the language that is spoken."""
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
