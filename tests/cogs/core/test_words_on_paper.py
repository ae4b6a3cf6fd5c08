"""Whom words such as "the player to my left" mean at any moment of random games, to the bot and on paper."""

import pytest

from cogs.core import targets
from rules.game.game import Game
from rules.refusal import Refusal
from tests.rules.turns.sheet_games import TABLES, SheetGame

WORDS = sorted(targets.SUGGESTED - {targets.RANDOM_OPPONENT, targets.RANDOM_PLAYER})
DRAWN = (targets.RANDOM_OPPONENT, targets.RANDOM_PLAYER)


def drawn(game: Game, word: str, asker: str) -> tuple[str, list[str]]:
    """Who was drawn, and the names among which that was, as the log has them."""
    (first, again), records = targets.drawing(lambda: [targets.players(game, word, asker) for _ in range(2)])
    assert first == again, "one draw for each word and action"
    (who,) = first
    if not records:
        return who, [game.player(who).name]
    (record,) = records
    assert record.result == game.player(who).name
    return who, record.asked.partition("(")[2].rstrip(")").split(", ")


@pytest.mark.parametrize("variant", TABLES)
def test_words_mean_whom_they_mean_on_paper(variant: str) -> None:
    for seed in range(6):
        played = SheetGame(seed, variant)
        for _ in range(10):
            played.play(12)
            if played.game.outcome is not None:
                break
            for asker in played.here:
                agree(played, asker)


def agree(played: SheetGame, asker: str) -> None:
    """Every word means the same players to somebody, in the same order of seats."""
    for word in WORDS:
        who = tuple(played.sheet.meant(word, asker))
        if who:
            assert targets.players(played.game, word, asker) == who, (word, asker)
        else:
            with pytest.raises(Refusal, match="nobody_is"):
                targets.players(played.game, word, asker)
    for word in DRAWN:
        everyone = played.sheet.meant(word, asker)
        if everyone:
            one, among = drawn(played.game, word, asker)
            assert one in everyone
            assert among == [played.game.player(id).name for id in everyone]
