"""Changes of life totals in words, by their causes."""

from collections.abc import Mapping

from msgspec import Struct

from cogs.text import names
from cogs.text.language import mark, tr
from rules.events.life import LifeGained, LifeLost
from rules.game.game import Game


class LifeWords(Struct, frozen=True):
    """The log's words for a change of a life total, with ``{n}`` for the amount or the new ``total``.

    ``answer``: the answer's text beside the totals; by default none.
    """

    in_log: str
    total: bool = False
    answer: str | None = None


CAUSES: Mapping[str, LifeWords] = {
    "loss": LifeWords(mark("lost {n} life")),
    "damage": LifeWords(mark("lost {n} life")),
    "payment": LifeWords(mark("paid {n} life")),
    "rad": LifeWords(mark("lost {n} life to rad counters")),
    "gain_replaced": LifeWords(
        mark("lost {n} life instead of gaining life"),
        answer=mark("{who} loses {n} life instead of gaining life (CR {rule})."),
    ),
    "gain": LifeWords(mark("gained {n} life")),
    "lifelink": LifeWords(mark("gained {n} life by lifelink")),
    "set": LifeWords(mark("went to {n} life"), total=True),
    "double": LifeWords(mark("had their life total multiplied")),
    "exchange": LifeWords(mark("exchanged life totals")),
    "redistribute": LifeWords(mark("got a redistributed life total")),
    "replacement": LifeWords(mark("went to {n} life due to an effect"), total=True),
}


def in_log(event: LifeLost | LifeGained) -> str:
    """Return the log's text for a change, such as "lost 3 life"."""
    words = _words(event)
    return tr(words.in_log, n=event.total if words.total else event.amount)


def life_answer(game: Game, event: LifeLost | LifeGained) -> str | None:
    """Return the answer's text for a change; None if the totals say enough."""
    text = _words(event).answer
    if text is None:
        return None
    return tr(text, who=names.bold_name(game, event.who), n=event.amount, rule=event.rule)


def _words(event: LifeLost | LifeGained) -> LifeWords:
    """Return the words of a change's cause; those of any loss or gain for a cause of a newer version."""
    return CAUSES.get(event.cause) or CAUSES["loss" if isinstance(event, LifeLost) else "gain"]
