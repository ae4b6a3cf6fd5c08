"""Whom words such as "the player to my left" mean at any moment of random games, to the bot and on paper."""

import pytest
from hypothesis.stateful import rule

from cogs.core import targets
from rules.game.game import Game
from rules.refusal import Refusal
from tests.rules.turns.sheet_games import SheetGame, someone
from tests.support.machines import examples

WORDS = sorted(targets.GROUP_WORDS - {targets.RANDOM_OPPONENT, targets.RANDOM_PLAYER})
DRAWN = (targets.RANDOM_OPPONENT, targets.RANDOM_PLAYER)


def drawn(game: Game, word: str, requester: str) -> tuple[str, list[str]]:
    """Return who was drawn, and the names among which that was, as the log has them."""
    (first, again), records = targets.with_random_targets(
        lambda _: [targets.players(game, word, requester) for _ in range(2)], game
    )
    assert first == again, "one draw for each word and action"
    (who,) = first
    if not records:
        return who, [game.player(who).name]
    (record,) = records
    assert record.result == game.player(who).name
    return who, record.asked.partition("(")[2].rstrip(")").split(", ")


class Words(SheetGame):
    @rule(requester=someone)
    def words_mean_whom_they_mean_on_paper(self, requester: str) -> None:
        """Every word means the same players to someone, in the same order of seats."""
        for word in WORDS:
            who = tuple(self.sheet.meant(word, requester))
            if who:
                assert targets.players(self.game, word, requester) == who, (word, requester)
            else:
                with pytest.raises(Refusal, match="nobody_is"):
                    targets.players(self.game, word, requester)
        for word in DRAWN:
            everyone = self.sheet.meant(word, requester)
            if everyone:
                one, among = drawn(self.game, word, requester)
                assert one in everyone
                assert among == [self.game.player(id).name for id in everyone]


TestWords = Words.TestCase
TestWords.settings = examples(20, 50)
