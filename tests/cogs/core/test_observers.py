"""What follows a step, or is offered after a refusal: a part that fails is logged, and all others follow."""

from typing import Never

import pytest
from msgspec.structs import replace

from rules.game.parts import GameId
from storage.games.games import Committed
from storage.settings.definitions import ROUND, SAME_TIME, Level
from storage.settings.settings import SettingsScope
from tests.cogs.same_time.test_same_time import carrying, last_telling
from tests.support.evening import Evening, service_of
from tests.support.games import view_of
from tests.support.leagues import create
from tests.support.messages import message_of, verbs
from tests.support.tables import deal
from tests.support.wording import counts, gist


class Broken(Exception):
    """An error that nothing expects."""


async def fail(*_: object) -> Never:
    raise Broken


@pytest.mark.own_bot
async def test_one_that_fails_keeps_no_other_from_following(evening: Evening) -> None:
    await evening.as_by_default(SAME_TIME)
    await evening.settings.choose(Level.CHANNEL, evening.channel.id, ROUND, "50")
    await create(evening)
    results = list[GameId]()

    async def note(_: SettingsScope, committed: Committed) -> None:
        results.append(committed.game)

    service = service_of(evening.bot)
    hooks = service.hooks
    service.go_by(
        replace(
            hooks,
            before_answers=(fail, *hooks.before_answers),
            offers=(fail, *hooks.offers),
            result_buttons=(fail, *hooks.result_buttons),
            extra_lines=(fail, *hooks.extra_lines),
            extra_lines_for_totals=(fail, *hooks.extra_lines_for_totals),
            delivered=(fail, *hooks.delivered),
            results=(*hooks.results, fail, note),
        )
    )
    await deal(evening, names="Ben, Cy")
    view = await view_of(evening.games, await evening.game())
    assert view.clock.round is not None
    assert "40 → 37" in (await evening.types("Ben", "life lose", amount=3)).text
    offered = message_of(await evening.people["Eve"].slash(evening.channel, "life lose", amount=3))
    assert [*verbs(offered)] == ["askjoin"]
    assert "Ben CR 104.2a" in gist((await evening.types("Cy", "concede")).text)
    assert "together" in verbs(carrying(evening))
    await evening.passes(seconds=31)
    told = last_telling(evening, "conceded")
    assert counts(told.content, "Friday", 1)
    assert "together" not in verbs(told)
    assert results == [await evening.game()]
    assert {type(error.__cause__) for error in evening.errors()} == {Broken}
