"""Posts that consist of several messages."""

import pytest

from storage.engine.database import Database
from storage.engine.deferred_writes import DeferredWrites
from storage.events.store import Location
from storage.outbox import Outbox
from storage.posts import Post, PostKind, Topic, change_posts

TOPIC: Topic = ("tournament", 1)


@pytest.mark.parametrize("noted", [False, True])
async def test_each_of_several_messages_is_rendered_again(database: Database, noted: bool) -> None:
    """Also where the change comes before the messages are noted."""
    writes = DeferredWrites(database)
    outbox = Outbox(database, writes)
    post = Post(*TOPIC, 3, PostKind.ANNOUNCED, Location(5, 1), made=0)
    await outbox.send(post)
    outbox.deliver(post, 70, 71, 72)
    if noted:
        await writes.flush()
    await database.write(change_posts(TOPIC, 2, 4))
    outbox.change(TOPIC)
    changed = [(one.post.kind, one.post.detail, one.message) for one in await outbox.changed(TOPIC)]
    further = PostKind.FURTHER
    assert sorted(changed) == [(PostKind.ANNOUNCED, "", 70), (further, "1", 71), (further, "2", 72)]
    await writes.close()
