"""Questions to the process that serves a server, sent and answered by notices, without storage."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted, Statement

_log = logging.getLogger(__name__)

ASKED, ANSWERED = "asked", "answered"
"""The notices: a question, and the answer to one."""
PART = 1_900
"""Characters of one notice, each of up to four bytes; PostgreSQL allows 8,000 bytes."""
DATABASE_ANSWER_TIMEOUT = 2.5
"""Seconds in which a question has to be answered."""

AnswerQuestion = Callable[[str], Awaitable[str]]


class ServerQuestions:
    """Asks whichever process serves a server, and has others' questions answered by ``answer`` here."""

    def __init__(self, database: Database, answer: AnswerQuestion) -> None:
        self._database = database
        self._answer = answer
        self._waiting: dict[str, asyncio.Future[str]] = {}
        """Pending answers, by the question's name."""
        self._parts: dict[str, list[str]] = {}
        """The parts received of messages that come in several notices, by name."""
        self._answering = set[asyncio.Task[None]]()
        if database.shared:
            database.on_notice.append(self._hear)

    async def ask(self, guild: int, question: str) -> str | None:
        """Return the answer of the process that serves a server; None if it is too late.

        Raises NotCommitted.
        """
        name = secrets.token_hex(8)
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(DATABASE_ANSWER_TIMEOUT):
                await self._database.write(*self._notices(ASKED, f"{name} {guild}", question))
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._waiting[name]

    def _notices(self, kind: str, head: str, text: str) -> Sequence[Statement]:
        """Return the statements that send a text to other processes, in as many notices as needed."""
        parts = [text[at : at + PART] for at in range(0, len(text), PART)] or [""]
        return [
            statement
            for number, part in enumerate(parts, start=1)
            for statement in self._database.notice(kind, f"{head} {number} {len(parts)} {part}")
        ]

    def _hear(self, kind: str, text: str) -> None:
        if kind == ASKED:
            name, guild, number, count, part = text.split(" ", 4)
            if self._database.owns(int(guild)):
                question = self._joined(name, number, count, part)
                if question is not None:
                    self._begin(name, question)
        elif kind == ANSWERED:
            name, number, count, part = text.split(" ", 3)
            if name in self._waiting:
                answer = self._joined(name, number, count, part)
                if answer is not None and not self._waiting[name].done():
                    self._waiting[name].set_result(answer)
        elif not kind:
            self._parts.clear()  # the rest may have been missed

    def _joined(self, name: str, number: str, count: str, part: str) -> str | None:
        """Return the whole text once its last part has arrived; the parts of a transaction arrive
        in order."""
        parts = self._parts.setdefault(name, [])
        parts.append(part)
        if number != count:
            return None
        del self._parts[name]
        return "".join(parts) if len(parts) == int(count) else None

    def _begin(self, name: str, question: str) -> None:
        task = asyncio.create_task(self._reply(name, question), name="question of another process")
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _reply(self, name: str, question: str) -> None:
        try:
            answer = await self._answer(question)
            await self._database.write(*self._notices(ANSWERED, name, answer))
        except NotCommitted as error:
            _log.warning("Another process gets no answer: %s", error)
        except Exception:  # noqa: BLE001  the other process asks again
            _log.exception("A question of another process can't be answered")
