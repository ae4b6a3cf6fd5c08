"""Posts: the bot's own messages, each with the statements that queue it."""

from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from storage.deadlines import Subject
from storage.engine.database import placeholders
from storage.engine.group_commit import Statement
from storage.events.store import Location


class PostKind(StrEnum):
    """The kind of a post, which selects its renderer; stable names in people's databases."""

    STEP = "step"
    """The result of a game's step."""
    CLOCK = "clock"
    """An automatic action of a clock."""
    WARNING = "clock warning"
    """A round is over soon. A detail is the key of the clock's moment, and when that is."""
    CHART = "chart"
    """The life chart of a game that has ended."""
    ANNOUNCED = "event announced"
    """An act of an event that is announced; the number is that of the last entry of the request."""
    RESULT = "event result"
    """A result that a judge has entered. A detail is the round's number and the table's."""
    CORRECTION = "event correction"
    """A result of an earlier round that a judge has corrected; the same detail."""
    LATE_CHANGE = "event late change"
    """A table has changed its result after the next round was paired; the same detail."""
    OVERRULED = "event game overruled"
    """A table's game has ended otherwise than a judge has said, whose result counts. A detail is the round's
    number, the table's, that of the judge's entry, the thread's or 0 for the event's channel, how many have
    won the game, and their and the losers' numbers."""
    TABLE_OVER = "event table over"
    """A queue's table is over, so that its players may queue again, or continues; the same detail."""
    TABLE_GONE = "event table gone"
    """A table is no longer part of the round; the same detail."""
    TABLES_CLOSED = "event tables closed"
    """Not every table could be opened."""
    NO_VOICE_ROOMS = "event voice rooms"
    """Tables open without voice rooms, which Discord refuses. A detail is the round's number."""
    TABLE_OPEN = "event table open"
    """A table is open, in its thread. A detail is the round's number, the table's, and the game's."""
    EXTRA_TIME = "event extra time"
    """A table has been given more time, in its thread. A detail is the round's number and the table's."""
    STILL_WAITING = "event queue asked"
    """Players are asked after a long wait whether they are still there; their numbers are the detail."""
    CALL = "event call"
    """Players who are missing at a table; a detail is the round's number, the table's, and how often it was
    drawn again."""
    MISSING = "event missing"
    """They are still missing; the same detail."""
    AVAILABLE = "event available"
    """When a player can play. A detail is the round's number and the player's."""
    ROUND_REMINDER = "event reminder"
    """A table's round ends soon. A detail is the round's number, the table's, and when the round ends."""
    ROUND_OVER = "event round"
    """A round's time is up. A detail is the round's number."""
    FURTHER = "event announced further"
    """A further message of an announced act. A detail is how many messages are before it."""
    DROPPED = "event dropped"
    """A player has dropped or is absent. A detail is the round's number and the player's."""
    SIGN_UP = "event sign-up"
    """Sign-up for a repeated event is open."""
    SERIES_WAITS = "event series waits"
    """Sign-up for a repeated event waits for the end of this one. A detail is the series' number and the
    event's."""
    UNANSWERED = "event queue unanswered"
    """Players who left a queue without an answer. A detail ends with a colon and the players' numbers."""
    SEATED_ELSEWHERE = "event queue seated elsewhere"
    """Players who left a queue because they got a seat elsewhere; a detail as above."""
    CONFIRM = "league confirmation"
    """Players are asked to confirm a result where it is shown. A detail is the stage, and the players'
    numbers."""
    CONFIRM_PRIVATELY = "league private confirmation"
    """A private request for confirmation, with one player's number."""
    SUSPICIOUS = "league suspicious result"
    """The judges are alerted to players who meet suspiciously often. The number is the result's."""
    SEASON = "league season"
    """The season with this number has ended. A detail is the number of the entry that closed it."""
    VOTES = "league votes"
    """A vote after a game has given achievements. The number is the result's, a detail the end of the vote in
    seconds since 1970."""
    LEAGUE_ACT = "league act"
    """The acts of a command in a league; the number is that of the last entry, a detail the first one's."""
    WELCOME = "welcome"
    """A greeting in a server to which the bot was invited. The number is the time, in seconds since 1970."""


PRIVATE = (PostKind.CONFIRM_PRIVATELY,)
"""Kinds sent in private, for which the place need not be visible."""
NOWHERE = 0
"""The message ID of a private message that the user doesn't accept."""
REPLY_KINDS = (PostKind.STEP, PostKind.ANNOUNCED, PostKind.RESULT, PostKind.DROPPED, PostKind.LEAGUE_ACT)
"""Kinds that the reply to an interaction usually delivers."""
About: TypeAlias = Subject | Literal["server"]
"""The table of posts' subjects; a server is in none, and has Discord's number."""
Topic = tuple[About, int]
"""The subject of posts and its number."""
CALL_DETAIL = "call"
"""The detail of a step's post that only calls users to their turn: a game has one, the last."""
POST_ROW = "about, subject, number, kind, detail, channel, guild, parent, made, after"
"""The columns of a post."""
BY_KEY = "about = ? AND subject = ? AND number = ? AND kind = ? AND detail = ?"
"""The condition that finds a post by its `key`."""


class Post(Struct, frozen=True):
    """An announcement for one place, delivered once.

    ``number``: the subject's entry, or the like; with ``kind``, a stable name in people's databases, and
    ``detail`` it is the post's key. ``made``: its time in milliseconds since 1970; ``after``: a Discord ID
    older than any of its messages, or 0.
    """

    about: About
    subject: int
    number: int
    kind: str
    place: Location
    made: int
    after: int = 0
    detail: str = ""

    @property
    def topic(self) -> Topic:
        """The post's subject and its number."""
        return self.about, self.subject

    @property
    def key(self) -> tuple[About, int, int, str, str]:
        """The columns of its key."""
        return self.about, self.subject, self.number, self.kind, self.detail

    def __str__(self) -> str:
        """Name it in logs."""
        return f"{self.kind} {self.number} of {self.about} {self.subject}"


class Delivered(NamedTuple):
    """A delivered post: its message, and whether that is complete or only has the important parts.

    ``changes``: the changes since it was last rendered.
    """

    post: Post
    message: int
    complete: bool
    changes: int


def insert_post(post: Post, base: int | None = None) -> Statement:
    """Return the statement that queues a post; a delivered one is rendered again.

    ``base``: the entry after which it may change other posts (default: the one before its own); its own if
    it can't be undone, the next one if it undoes or redoes others.
    """
    place = post.place.channel, post.place.guild, post.place.parent
    values = (*post.key, *place, post.made, post.after, post.number - 1 if base is None else base)
    return (
        f"INSERT INTO outbox ({POST_ROW}, base) VALUES {placeholders(values)} ON CONFLICT (about, subject, "
        "number, kind, detail) DO UPDATE SET changes = outbox.changes + 1",
        values,
    )


def forget_earlier(post: Post) -> Statement:
    """Return the statement that forgets the messages of earlier posts with the same kind and detail."""
    return (
        "DELETE FROM outbox WHERE about = ? AND subject = ? AND number < ? AND kind = ? AND detail = ?",
        post.key,
    )


def change_posts(topic: Topic, after: int, to: int) -> Statement:
    """Return the statement that queues posts to be rendered again if their cause may have been undone or
    restored.

    These are the posts of the entries ``after`` one up to another, and others that these may have changed.
    """
    return (
        "UPDATE outbox SET changes = changes + 1 "
        "WHERE about = ?1 AND subject = ?2 AND number <= ?4 AND base < number AND number > ("
        "SELECT min(base) FROM outbox WHERE about = ?1 AND subject = ?2 AND number > ?3 AND number <= ?4)",
        (*topic, after, to),
    )


def change_moves(topic: Topic, after: int) -> Statement:
    """Return the statement that queues the posts of undo and redo to be rendered again, if these come after
    an entry."""
    return (
        "UPDATE outbox SET changes = changes + 1 "
        "WHERE about = ? AND subject = ? AND number > ? AND base > number",
        (*topic, after),
    )


def render_again(topic: Topic, number: int) -> Statement:
    """Return the statement that queues the posts of one number to be rendered again."""
    return (
        "UPDATE outbox SET changes = changes + 1 WHERE about = ? AND subject = ? AND number = ?",
        (*topic, number),
    )


def render_kind_again(topic: Topic, kind: PostKind) -> Statement:
    """Return the statement that queues the posts of one kind to be rendered again."""
    return (
        "UPDATE outbox SET changes = changes + 1 WHERE about = ? AND subject = ? AND kind = ?",
        (*topic, kind),
    )
