"""Cards that make players draw, some of them at the price of life (121, 704.5b)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.library import CountLibrary, draws
from rules.actions.life import LoseLife
from rules.cards.card import MEMBERS, Card, Numbers, Play
from rules.cards.totals import set_each
from rules.game.parts import PlayerId


def _all_draw(name: str, n: int = 0) -> Card:
    """Make each player draw this many cards, or X."""
    return Card(
        name=name,
        rule="lose_library",
        actions=lambda play: (draws(play.game, play.everyone, n or play.amount),),
        x=not n,
    )


def _draw_and_lose(n: int, life: int, *, chosen: bool) -> Callable[[Play], Sequence[Action]]:
    def actions(play: Play) -> Sequence[Action]:
        who = play.chosen if chosen else (play.by,)
        return draws(play.game, who, n), LoseLife(who=who, amount=life, by=play.by)

    return actions


def _counted_libraries(play: Play) -> tuple[PlayerId, ...]:
    return tuple(id for id in play.everyone if play.game.player(id).library is not None)


def _shuffle_and_draw(play: Play) -> Sequence[Action]:
    """Shuffle hands, graveyards and the like into the libraries, then draw; `numbers` are the cards then in
    counted libraries."""
    shuffled = (CountLibrary(who=who, cards=cards) for who, cards in play.numbers.items())
    return *shuffled, draws(play.game, play.everyone, 7)


def _sway_of_the_stars(play: Play) -> Sequence[Action]:
    sevens = dict.fromkeys(play.everyone, 7)
    return *_shuffle_and_draw(play), set_each(play.game, sevens, play.chosen)


def _half_of_library(play: Play) -> int | None:
    cards = play.game.player(play.chosen[0]).library if len(play.chosen) == 1 else None
    return None if cards is None else -(-cards // 2)


def _peer_into_the_abyss(play: Play) -> Sequence[Action]:
    """Mill X: half of the library, rounded up, since the table doesn't count it."""
    known = _half_of_library(play)
    cards = play.amount if known is None else known
    return draws(play.game, play.chosen, cards), LoseLife(who=play.chosen, amount="half_up", by=play.by)


SHUFFLED = Numbers(_counted_libraries, each=True, libraries=True)

HANDS = (
    _all_draw("Wheel of Fortune", 7),
    Card(name="Timetwister", rule="lose_library", actions=_shuffle_and_draw, numbers=SHUFFLED),
    _all_draw("Windfall"),  # X: the most cards that anyone discarded
    _all_draw("Prosperity"),
    _all_draw("Temple Bell", 1),
    Card(
        name="Sway of the Stars",
        rule="set_each",
        actions=_sway_of_the_stars,
        numbers=SHUFFLED,
        whom=MEMBERS,
    ),
    Card(
        name="Blue Sun's Zenith",
        rule="lose_library",
        actions=lambda play: (draws(play.game, play.chosen, play.amount),),
        whom="player",
        x=True,
    ),
    Card(
        name="Peer into the Abyss",
        rule="life",
        actions=_peer_into_the_abyss,
        whom="player",
        x=True,
        known=_half_of_library,
    ),
    Card(name="Sign in Blood", rule="life", actions=_draw_and_lose(2, 2, chosen=True), whom="player"),
    Card(name="Night's Whisper", rule="life", actions=_draw_and_lose(2, 2, chosen=False)),
    Card(name="Phyrexian Arena", rule="life", actions=_draw_and_lose(1, 1, chosen=False)),
)
