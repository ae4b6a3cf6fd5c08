"""Who may look into the roles that were dealt: one file of the rules, and what stores and removes them."""

import re
from pathlib import Path

import pytest

from rules.actions.endings import Concede, LoseGame, RestartGame, ShowRole
from rules.game.parts import SecretRoles
from rules.players import roles
from rules.refusal import Refusal
from rules.table import act
from tests.rules.deals import deal, play

ROOT = Path(__file__).parents[3]
READING = re.compile(r"secret(?:_roles)?\.order|\bown_role\(|\ball_keys\(|\bkey_to_show\(")
ALLOWED = {
    "rules/players/roles.py",
    "rules/setup/opening.py",  # whether they were dealt to everyone
    "rules/events/roles.py",  # a Usurper and a King change places
    "rules/endings/leaving.py",  # the end shows all
    "rules/actions/endings.py",  # the same, and a player shows a role
    "cogs/text/facts/roles.py",  # to its player alone
}


def test_nothing_else_reads_them() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("rules", "storage", "cogs", "web", "bot")
        for path in (ROOT / folder).rglob("*.py")
        if READING.search(path.read_text(encoding="utf-8"))
    }
    assert found == ALLOWED


def test_no_trace_tells_them() -> None:
    game = deal("treachery", 4, secret_roles="ACBD")
    assert "C" in SecretRoles(order=("A", "C")).order
    assert repr(SecretRoles(order=("A", "C"))) == repr(SecretRoles(order=("C", "A")))
    assert repr(game) == repr(deal("treachery", 4, secret_roles="ADBC"))


def test_a_table_as_everyone_knows_it_lets_no_one_win_by_a_role() -> None:
    """Treachery, A leads: the Assassins would win, and no one does at what everyone knows."""
    known = roles.without_secrets(deal("treachery", 4))
    after = play(known, Concede(who="A"))
    assert after.outcome is None
    assert {player.role for player in after.players} == {"leader", ""}


def test_a_restart_needs_a_deal_for_those_still_in_the_game() -> None:
    game = play(deal("treachery", 5), Concede(who="E"))
    with pytest.raises(Refusal, match="roles_not_dealt"):
        act(game, RestartGame(by="A"))
    with pytest.raises(Refusal, match="roles_not_dealt"):
        act(game, RestartGame(by="A", secret_roles=SecretRoles(order=("A", "B", "C", "D", "E"))))


def test_who_is_said_to_control_the_effect_has_knocked_out_before_it_is_judged() -> None:
    """The ring of three: the Guardian A wins by knocking out the Assassin B; no one has to say it again."""
    after = play(deal("treachery", 3, secret_roles="ABC"), LoseGame(who=("B",), by="A"))
    assert after.outcome is not None
    assert after.outcome.winners == ("A",)


def test_no_role_is_shown_where_none_is_dealt() -> None:
    with pytest.raises(Refusal, match="no_roles"):
        play(deal("commander"), ShowRole(who="A"))
