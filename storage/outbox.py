"""The bot's announcements: each post waits in the database from the commit of its cause on.

A post has no text, which is rendered when it is sent. Its delivery is recorded in the background; after a
crash, posts without a record are searched for in the channel. A post that later entries may reverse stays
with its message, and is rendered again after those.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from storage.engine.database import Database, SqlRow
from storage.engine.deferred_writes import DeferredWrites
from storage.engine.group_commit import Statement
from storage.engine.observers import call_each
from storage.engine.timestamps import milliseconds
from storage.events.store import Location
from storage.posts import (
    BY_KEY,
    POST_ROW,
    REPLY_KINDS,
    Delivered,
    Post,
    PostKind,
    Topic,
    insert_post,
    render_again,
)


def _delivered(post: Post, message: int, *, complete: bool = False) -> Statement:
    return f"UPDATE outbox SET message = ?, complete = ? WHERE {BY_KEY}", (message, int(complete), *post.key)


def _delivered_with(part: Post, message: int, post: Post) -> Statement:
    """Return the statement that records a part's message and earlier changes of a post."""
    return (
        f"UPDATE outbox SET message = ?, changes = (SELECT changes FROM outbox WHERE {BY_KEY}) "
        f"WHERE {BY_KEY}",
        (message, *post.key, *part.key),
    )


class Outbox:
    """Waiting posts, and delivered posts that may change."""

    def __init__(self, database: Database, writes: DeferredWrites) -> None:
        self._database = database
        self._writes = writes
        self._waiting: dict[Topic, list[Post]] = {}
        self._changed = set[Topic]()
        self._doubtful = set[Post]()
        """Waiting posts that may have been sent at least in part."""
        self.followers: Sequence[Callable[[Post], None]] = ()
        """Called with each committed post."""
        self.change_followers: Sequence[Callable[[Topic], None]] = ()
        """Called with a subject whose posts may have to be rendered again."""

    async def send(self, *posts: Post, also: Sequence[Statement] = ()) -> None:
        """Queue posts of one server that no other transaction writes; those already sent are rendered
        again.

        ``also``: further statements for the transaction. Raises NotCommitted and DatabaseError.
        """
        await self._writes.flush()
        query = f"SELECT message FROM outbox WHERE {BY_KEY}"
        known = [(post, await self._database.fetch(query, *post.key)) for post in posts]

        def then() -> None:
            for post, rows in known:
                if rows and rows[0]["message"] is not None:
                    self.change(post.topic)
                else:
                    self.add(post)

        guild = posts[0].place.guild
        await self._database.write(*map(insert_post, posts), *also, then=then, guild=guild)

    async def adopt(self, post: Post, message: int, *also: Statement) -> None:
        """Record a message that exists already as a post's. Raises NotCommitted."""
        await self._database.write(insert_post(post), _delivered(post, message), *also)

    async def edit(self, topic: Topic, number: int) -> None:
        """Queue the posts of an entry to be rendered again. Raises NotCommitted."""
        await self._database.write(render_again(topic, number), then=partial(self.change, topic))

    def add(self, *posts: Post) -> None:
        """Record committed posts."""
        for post in posts:
            self._wait(post)
            call_each(self.followers, post)

    def _wait(self, post: Post) -> bool:
        """Queue a post; return whether it is new."""
        waiting = self._waiting.setdefault(post.topic, [])
        new = post.key not in [one.key for one in waiting]
        if new:
            waiting.append(post)
        return new

    def change(self, topic: Topic) -> None:
        """Record that a commit has made posts of a subject stale, so that they are rendered again."""
        self._changed.add(topic)
        call_each(self.change_followers, topic)

    def change_again(self, topic: Topic) -> None:
        """Record that posts of a subject could not be rendered again, so that they are retried."""
        self._changed.add(topic)

    async def forget(self, before: datetime) -> None:
        """Forget the messages of posts that were made before a moment. Raises NotCommitted."""
        await self._database.write(
            (
                "DELETE FROM outbox WHERE made < ? AND message IS NOT NULL AND changes = 0",
                (milliseconds(before),),
            )
        )

    async def load(self, channel: int | None = None) -> list[Topic]:
        """Return the subjects with posts to send or to render again from before the start, newest first.

        ``channel``: only those in it and its threads.
        """
        await self._writes.flush()
        place = channel or 0
        rows = await self._database.fetch(
            f"SELECT {POST_ROW}, message FROM outbox WHERE (message IS NULL OR changes > 0) AND "
            "(?1 = channel - channel OR channel = ?1 OR parent = ?1) ORDER BY about, subject, number",
            place,
        )
        topics = dict[Topic, None]()
        for row in reversed(rows):
            if self._database.owns(row["guild"]):
                topics[row["about"], row["subject"]] = None
        for row in rows:
            post = _post(row)
            if post.topic in topics and post.key not in self._writes:
                if row["message"] is not None:
                    self._changed.add(post.topic)
                elif self._wait(post):
                    self.doubt(post)
        return [*topics]

    def doubt(self, post: Post) -> None:
        """Record that a waiting post, or a part of it, may have been sent."""
        self._doubtful.add(post)

    def is_doubtful(self, post: Post) -> bool:
        """Return whether a post may have been sent, by an earlier attempt or run or another process."""
        return post in self._doubtful

    def of(self, topic: Topic) -> Sequence[Post]:
        """Return the pending posts about a subject, oldest first."""
        return tuple(self._waiting.get(topic, ()))

    def find(self, topic: Topic, number: int) -> Post | None:
        """Return the post about an entry that an answer has to deliver, if there is one."""
        waiting = (one for one in self._waiting.get(topic, ()) if one.kind in REPLY_KINDS)
        return next((one for one in waiting if one.number == number), None)

    def deliver(self, post: Post, message: int, *further: int, complete: bool = False) -> None:
        """Note the messages of a post that may change later; ``complete``: whether they say all of it."""
        self._leave(post, _delivered(post, message, complete=complete))
        for index, one in enumerate(further, start=1):
            part = replace(post, kind=PostKind.FURTHER, detail=str(index))
            self._writes.add(("further", part.key), insert_post(part))
            self._writes.add(part.key, _delivered_with(part, one, post))
        if post.topic in self._changed:
            self.change(post.topic)

    def drop(self, post: Post) -> None:
        """Forget a post that won't change again, or no longer has to be sent."""
        self._leave(post, (f"DELETE FROM outbox WHERE {BY_KEY}", post.key))

    def _leave(self, post: Post, statement: Statement) -> None:
        self._doubtful.discard(post)
        waiting = self._waiting.get(post.topic, [])
        if post in waiting:
            waiting.remove(post)
            if not waiting:
                del self._waiting[post.topic]
        self._writes.add(post.key, statement)

    def leave(self, topic: Topic) -> None:
        """Forget a subject that another process now serves, with its pending posts."""
        self._doubtful.difference_update(self._waiting.pop(topic, ()))
        self._changed.discard(topic)

    async def changed(self, topic: Topic) -> Sequence[Delivered]:
        """Return the posts of a subject that have to be rendered again, oldest first.

        They are returned once; after an error, call `change` to get them again. Raises DatabaseError.
        """
        if topic not in self._changed:
            return ()
        if not self._waiting.get(topic):
            self._changed.discard(topic)  # of what waits the message isn't known yet
        return [one for one in await self.delivered(topic) if one.changes]

    async def delivered(self, topic: Topic, kind: str = "") -> Sequence[Delivered]:
        """Return the posts of a subject with their messages, oldest first; ``kind``: only such."""
        await self._writes.flush()
        rows = await self._database.fetch(
            f"SELECT {POST_ROW}, message, complete, changes FROM outbox WHERE about = ?1 AND subject = ?2 "
            "AND message IS NOT NULL AND (?3 = '' OR kind = ?3) ORDER BY number",
            *(*topic, kind),
        )
        return [Delivered(_post(row), row["message"], bool(row["complete"]), row["changes"]) for row in rows]

    async def settle(self, delivered: Delivered) -> None:
        """Record that a message shows its post as last rendered, or is gone. Raises NotCommitted."""
        await self._database.write(
            (
                f"UPDATE outbox SET changes = changes - ? WHERE {BY_KEY}",
                (delivered.changes, *delivered.post.key),
            )
        )


def _post(row: SqlRow) -> Post:
    return Post(
        about=row["about"],
        subject=row["subject"],
        number=row["number"],
        kind=row["kind"],
        place=Location(row["channel"], row["guild"], row["parent"]),
        made=row["made"],
        after=row["after"],
        detail=row["detail"],
    )
