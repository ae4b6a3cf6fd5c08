"""The campaign's own model: what it calls lost, doubled and wrong, and a small campaign as it is run."""

from pathlib import Path

import pytest

from campaign.kills import campaign
from campaign.model import Entry, Log, judge, total
from tests.support.discord_api.server import Answer
from tests.support.players import LIFE, Sent

DONE = Answer(type=4, private=False, text="**Ana** 40 → 39", after=0.1)
REFUSED = Answer(type=4, private=True, text="That couldn't be saved, so nothing has changed.", after=0.1)


def log(*entries: Entry) -> Log:
    return Log(game=1, channel=1, entries=list(entries))


def act(number: int, parent: int, interaction: int) -> Entry:
    return Entry(number, "act", parent, number, interaction)


def test_what_was_answered_and_is_in_no_log_is_lost() -> None:
    verdict = judge([log(act(1, 0, 70))], {70: Sent(0), 71: Sent(0, -1)}, {70: DONE, 71: DONE})
    assert [line.partition(" ")[0] for line in verdict.lost] == ["71"]
    assert not verdict.doubled
    assert not verdict.wrong


def test_what_was_refused_and_is_in_the_log_is_wrong() -> None:
    verdict = judge([log(act(1, 0, 70))], {70: Sent(0)}, {70: REFUSED})
    assert len(verdict.wrong) == 1
    assert not verdict.lost


def test_what_no_one_asked_for_is_wrong_and_what_follows_automatically_is_not() -> None:
    verdict = judge([log(act(1, 0, 70), act(2, 1, -5))], {}, {})
    assert verdict.wrong == ["nobody asked for 70"]


def test_what_is_in_the_log_twice_is_doubled() -> None:
    verdict = judge([log(act(1, 0, 70), act(2, 1, 70))], {70: Sent(0)}, {70: DONE})
    assert len(verdict.doubled) == 1


def test_the_total_is_of_the_steps_in_force() -> None:
    sent = {70: Sent(0), 71: Sent(0, -5), 72: Sent(0), 73: Sent(0, 3)}
    # -5 is undone, then 3 is gained: the third step goes back to the first, the fourth follows it.
    entries = [act(1, 0, 70), act(2, 1, 71), Entry(3, "undo", 2, 1, 72), act(4, 1, 73)]
    assert total(entries, sent) == LIFE + 3
    assert total(entries[:2], sent) == LIFE - 5


@pytest.mark.full
async def test_a_small_campaign_finds_nothing_lost_doubled_or_wrong(tmp_path: Path) -> None:
    findings, server, players = await campaign(kills=2, tables=2, seed=5, folder=tmp_path)
    assert findings.kills.total() == 2
    assert len(players.sent) > 4
    assert len(server.answers) > 2
    assert findings.verdict.lines == []
