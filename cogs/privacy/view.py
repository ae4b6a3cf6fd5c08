"""/privacy in words and buttons: the statement, what would be deleted, what was."""

from collections.abc import Sequence

import discord

from cogs.core.components import message
from cogs.text.formatting import escape
from cogs.text.language import mark, tr, trn
from storage.games.values import KnownGame
from storage.privacy import KnownData

DELETE = "arbiter-privacy:delete"
KEEP = "arbiter-privacy:keep"
SHOWN = 10
"""Channels that are named at most."""
STATEMENT = (
    mark("## Your data"),
    mark(
        "**What is kept.** Of every game at a table: who sat there, by Discord id and by the name that "
        "the server showed; what was entered, by whom and when. In leagues: results, who reported and "
        "confirmed them, and the reasons that people gave. What you have chosen for yourself in "
        "`/settings`. The bot does not read messages, and keeps nothing about people who do not play."
    ),
    mark(
        "**What for.** To keep score: the board, undo, the log, pictures, standings. It is used for "
        "nothing else, and nobody else gets it."
    ),
    mark(
        "**Who sees it.** Games: everybody who sees the channel. Leagues: everybody on the server. Your "
        "settings: you. And whoever runs this bot, because the database is a file on their machine."
    ),
    mark("**How long.** Until you delete it. Logs and leagues are there to last, so nothing goes by itself."),
    mark(
        "**See it.** `/privacy export` sends you a file with everything that is stored about you, on "
        "every server where this bot is. The others at your tables are numbers in it."
    ),
    mark(
        "**Delete it.** `/privacy delete` takes your id, your names and the reasons you gave out of "
        "every game and league, and forgets your settings, all at once. The others' games stay whole: "
        "your seat is that of a guest called “Player 1”, also in games that go on. Your league points "
        "stay in the tables, without a name. What was deleted is then wiped from the free space of the "
        "database file too: at once, or in the following night where the file is large."
    ),
    mark(
        "**What that does not reach.** Messages that are in a channel already: those are Discord's, and "
        "their server can delete them; the current boards are put right. Backups and exported leagues "
        "of before, until they are thrown away: owners are asked to keep backups for 30 days at most. "
        "Seats of guests that bear your name, because nobody knows that they were you. And whatever you "
        "do with the bot afterwards is kept anew."
    ),
)
"""What is stored, why, how long and who sees it, a paragraph each."""


def statement(contact: str) -> list[str]:
    """What is stored, why, how long and who sees it; ``contact``, who answers questions, may be empty."""
    asked = [tr("**Questions** go to {contact}.", contact=escape(contact))] if contact else []
    return [*(tr(paragraph) for paragraph in STATEMENT), *asked]


def told(paragraphs: Sequence[str]) -> discord.ui.LayoutView:
    """Paragraphs to read."""
    return message(*map(discord.ui.TextDisplay[discord.ui.LayoutView], paragraphs))


def question(known: KnownData) -> discord.ui.LayoutView:
    """What would be deleted, and the buttons to have it done or not."""
    found = (
        trn("{n} game that knows you", "{n} games that know you", len(known.games)),
        trn("{n} setting of your own", "{n} settings of your own", known.settings),
        trn("{n} league", "{n} leagues", known.leagues),
    )
    paragraphs = [
        tr("### Delete your data?"),
        tr("Stored about you, on all servers where this bot is:"),
        "\n".join(f"- {one}" for one in found),
        tr(
            "Your id and your names go, and can't be brought back. The games of the others stay whole: "
            "your seat is then that of a guest with a number for a name."
        ),
        *_running(known),
        tr("`/privacy export` sends you everything first."),
    ]
    row = discord.ui.ActionRow[discord.ui.LayoutView]()
    row.add_item(
        discord.ui.Button(label=tr("Delete my data"), style=discord.ButtonStyle.danger, custom_id=DELETE)
    )
    row.add_item(discord.ui.Button(label=tr("Keep it"), custom_id=KEEP))
    return message(*map(discord.ui.TextDisplay[discord.ui.LayoutView], paragraphs), row)


def _running(known: KnownData) -> list[str]:
    """What becomes of games that are not over."""
    places = dict.fromkeys(one.channel for one in known.games if not one.over)
    if not places:
        return []
    channels = " ".join(f"<#{channel}>" for channel in list(places)[:SHOWN])
    return [
        tr(
            "A game goes on with you in {channels}. Its buttons are not for you any more then; the others "
            "can play on for your seat.",
            channels=channels,
        )
    ]


def nothing() -> discord.ui.LayoutView:
    """There is nothing to delete."""
    return told([tr("Nothing is stored about you.")])


def kept() -> discord.ui.LayoutView:
    """The question was answered with no."""
    return told([tr("Nothing was deleted.")])


def deleted(games: Sequence[KnownGame]) -> discord.ui.LayoutView:
    """What was deleted."""
    done = tr("Your data is deleted: your id, your names and your settings are stored nowhere any more.")
    if not games:
        return told([done])
    places = trn(
        "In {n} game there is a guest in your place now.",
        "In {n} games there is a guest in your place now.",
        len(games),
    )
    return told([done, places])
