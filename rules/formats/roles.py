"""Secret roles as data: the roles for each number of players, how they win, and when they are shown.

The conditions are the published ones of Treachery, Kingdom and Usurper; the names of published identity
cards are not used.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class Aim(StrEnum):
    """The goal of a role, judged on the players still in the game after a whole event."""

    LEAD = "lead"
    """To be in the game when only those who protect the leader are left beside."""
    PROTECT = "protect"
    """The leader's win, in the game or out of it."""
    OVERTHROW = "overthrow"
    """The leader's loss."""
    ALONE = "alone"
    """To be the last player in the game."""
    USURP = "usurp"
    """To knock the leader out, and so become the leader."""
    HUNT = "hunt"
    """To knock the player with the target role out, or to be the last player in the game."""


class Role(Struct, frozen=True, kw_only=True):
    """A role.

    ``about``: how it wins, for its player. ``team``: the roles that win together, including players who are
    out, while one of them is in; empty for a role that wins alone. ``falls``: whether its players lose with
    the leader. ``target``: the key of the role that it hunts.
    """

    key: str
    name: str
    aim: Aim
    about: str
    team: str = ""
    falls: bool = False
    target: str = ""


class RoleRules(Struct, frozen=True, kw_only=True):
    """The roles of a variant: for each number of players, the dealt roles, one per player.

    ``leader_life``: the leader's extra starting life. ``unveils``: players may show their roles.
    ``shows_out``: the role of a player who leaves the game is shown, unless the table chooses otherwise; at
    the end all are shown.
    """

    by_size: Mapping[int, tuple[Role, ...]]
    leader_life: int = 0
    unveils: bool = False
    shows_out: bool = False

    @property
    def has_usurper(self) -> bool:
        """Whether there is a role that can take the leader's place."""
        return any(role.aim is Aim.USURP for role in self.roles.values())

    @property
    def roles(self) -> Mapping[str, Role]:
        """Every role by its key, as the largest game has it."""
        return {role.key: role for _, roles in sorted(self.by_size.items()) for role in roles}


_LEADER = Role(
    key="leader",
    name="Leader",
    aim=Aim.LEAD,
    team="leader",
    about="You win when only you and Guardians are left in the game.",
)
_GUARDIAN = Role(
    key="guardian",
    name="Guardian",
    aim=Aim.PROTECT,
    team="leader",
    falls=True,
    about="You win when the Leader wins, even if you're out. If the Leader loses, so do you.",
)
_ASSASSIN = Role(
    key="assassin",
    name="Assassin",
    aim=Aim.OVERTHROW,
    team="assassins",
    about="You win when the Leader has lost and an Assassin is still in the game, even if you're out.",
)
_TRAITOR = Role(
    key="traitor",
    name="Traitor",
    aim=Aim.ALONE,
    about="You win when you're the last player in the game.",
)
_RING = (
    Role(
        key="guardian",
        name="Guardian",
        aim=Aim.HUNT,
        target="assassin",
        about="You win when you knock out the Assassin, or when you're the last player in the game.",
    ),
    Role(
        key="assassin",
        name="Assassin",
        aim=Aim.HUNT,
        target="traitor",
        about="You win when you knock out the Traitor, or when you're the last player in the game.",
    ),
    Role(
        key="traitor",
        name="Traitor",
        aim=Aim.HUNT,
        target="guardian",
        about="You win when you knock out the Guardian, or when you're the last player in the game.",
    ),
)
TREACHERY = RoleRules(
    by_size={
        3: _RING,
        4: (_LEADER, *[_ASSASSIN] * 2, _TRAITOR),
        5: (_LEADER, _GUARDIAN, *[_ASSASSIN] * 2, _TRAITOR),
        6: (_LEADER, _GUARDIAN, *[_ASSASSIN] * 3, _TRAITOR),
        7: (_LEADER, *[_GUARDIAN] * 2, *[_ASSASSIN] * 3, _TRAITOR),
        8: (_LEADER, *[_GUARDIAN] * 2, *[_ASSASSIN] * 3, *[_TRAITOR] * 2),
    },
    unveils=True,
    shows_out=True,
)

_KING = Role(
    key="king",
    name="King",
    aim=Aim.LEAD,
    team="king",
    about="You win when only you and Knights are left in the game.",
)
_KNIGHT = Role(
    key="knight",
    name="Knight",
    aim=Aim.PROTECT,
    team="king",
    about="You win when the King wins, even if you're out.",
)
_BANDIT = Role(
    key="bandit",
    name="Bandit",
    aim=Aim.OVERTHROW,
    about="You win when the King has lost and you're still in the game.",
)
_KINGS_ASSASSIN = Role(
    key="assassin",
    name="Assassin",
    aim=Aim.ALONE,
    about="You win when you're the last player in the game.",
)
_USURPER = Role(
    key="usurper",
    name="Usurper",
    aim=Aim.USURP,
    about="Knock out the King to become the King, with the King's starting life total. You can't win before.",
)
KINGDOM = RoleRules(
    by_size={
        5: (_KING, _KNIGHT, *[_BANDIT] * 2, _KINGS_ASSASSIN),
        6: (_KING, _KNIGHT, *[_BANDIT] * 2, _KINGS_ASSASSIN, _USURPER),
        7: (_KING, *[_KNIGHT] * 2, *[_BANDIT] * 2, _KINGS_ASSASSIN, _USURPER),
        8: (_KING, *[_KNIGHT] * 2, *[_BANDIT] * 3, _KINGS_ASSASSIN, _USURPER),
    },
    leader_life=10,
)

_SOVEREIGN = Role(
    key="sovereign",
    name="Sovereign",
    aim=Aim.LEAD,
    team="sovereign",
    about="You win when only you and the Guard are left in the game.",
)
_GUARD = Role(
    key="guard",
    name="Guard",
    aim=Aim.PROTECT,
    team="sovereign",
    falls=True,
    about="You win when the Sovereign wins, even if you're out. If the Sovereign loses, so do you.",
)
_SOVEREIGNS_ASSASSIN = Role(
    key="assassin",
    name="Assassin",
    aim=Aim.OVERTHROW,
    team="assassins",
    about="You win when the Sovereign has lost and an Assassin is still in the game, even if you're out.",
)
USURPER = RoleRules(
    by_size={
        5: (_SOVEREIGN, _GUARD, *[_SOVEREIGNS_ASSASSIN] * 2, _TRAITOR),
        6: (_SOVEREIGN, _GUARD, *[_SOVEREIGNS_ASSASSIN] * 3, _TRAITOR),
        7: (_SOVEREIGN, _GUARD, *[_SOVEREIGNS_ASSASSIN] * 3, *[_TRAITOR] * 2),
    }
)
