"""Equal parts of loaded values are kept once, and the values stay what they are."""

from rules.formats.options import Options
from rules.game.lobby import Lobby, Seated
from storage.events.cache import SharedParts


def _lobby(*names: str) -> Lobby:
    seated = tuple(Seated(id=f"{name}!", name=name, user=10**18 + len(name)) for name in names)
    return Lobby(options=Options(ranges={"Ana!": 1}), seated=seated, asked=True)


def test_equal_parts_are_the_same_object() -> None:
    parts = SharedParts()
    first, second = parts.share(_lobby("Ana", "Ben")), parts.share(_lobby("Ana", "Cy"))
    assert first.options is second.options
    assert first.seated[0] is second.seated[0]
    assert first.seated[1].user == 10**18 + 3
    assert second.seated[1].user == 10**18 + 2


def test_values_stay_equal() -> None:
    assert SharedParts().share(_lobby("Ana", "Ben")) == _lobby("Ana", "Ben")


def test_numbers_and_truth_are_kept_apart() -> None:
    one, true = SharedParts().share((1, True))
    assert (type(one), type(true)) == (int, bool)
