"""The variants as data: their seating, starting totals, turns and endings."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from rules.formats.editions import EDITIONS, TODAY, of_today
from rules.formats.losses import LOSSES, GameLoss, without_rule
from rules.formats.options import Attack
from rules.formats.roles import KINGDOM, TREACHERY, USURPER, RoleRules
from rules.refusal import Refusal


class Teams(StrEnum):
    """How a variant divides people."""

    NONE = "none"
    EQUAL = "equal"
    ANY = "any"
    ONE_AGAINST_ALL = "one_against_all"


class Seating(StrEnum):
    """How a variant seats people."""

    FREE = "free"
    TOGETHER = "together"
    INTERLEAVED = "interleaved"


class Variant(Struct, frozen=True, kw_only=True):
    """A variant. Sizes count players; life is per player, or the archenemy's."""

    key: str
    name: str
    summary: str
    rule: str = ""
    """Its number in the Comprehensive Rules; empty for a house variant."""
    min_players: int
    max_players: int | None = None
    teams: Teams = Teams.NONE
    team_size: int | None = None
    min_team_size: int = 1
    team_count: int | None = None
    seats: Seating = Seating.FREE
    life: int = 20
    duel_life: int | None = None
    """Starting life with two players, where it differs."""
    archenemy_life: int | None = None
    shares_life: bool = False
    """Whether members share life and poison and win and lose together (810)."""
    heroes_share_life: bool = False
    """The archenemy's opponents share `life` (904.13b)."""
    shared_turns: bool = False
    range: int | None = None
    emperor: bool = False
    attack: Attack = Attack.MULTIPLE
    attack_choices: tuple[Attack, ...] = (Attack.MULTIPLE, Attack.LEFT, Attack.RIGHT)
    """The attack options, exactly one of which is used; empty if none is used (606.2, 810.2)."""
    adjacent_only: bool = False
    deploy: bool = False
    markers: bool = False
    commanders: bool = False
    commander_damage: int | None = None
    always_free_mulligan: bool = False
    planes: bool = False
    """Whether a player controls the face-up plane (901.6)."""
    ranged: bool = True
    """Whether a limited range of influence can be chosen."""
    opposite: bool = False
    """A player wins when the two players opposite have lost, of an odd number; several can win at once. If
    not, the last side left wins (104.2a)."""
    roles: RoleRules | None = None
    """The secret roles that decide the winner."""
    signature_spells: bool = False
    """The second card in a command zone is a spell, with its own tax."""
    about: str = ""
    """The text of `/rule` about a house variant."""
    words: str = ""
    """Other names of a house variant."""
    losses: tuple[GameLoss, ...] = ()
    """Its own ways to lose; one with the key of a way of the rules is in its place."""
    earlier: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """Its number in every other edition; None in one that doesn't have it."""

    def __post_init__(self) -> None:
        if self.rule and {TODAY, *self.earlier} != set(EDITIONS):
            raise ValueError(f"{self.key} doesn't say its number in every edition")

    @property
    def multiplayer_style(self) -> bool:
        """Whether this is one of the variants of section 8, only one of which a game uses (800.2)."""
        return self.rule.startswith("8")

    def number(self, edition: str) -> str:
        """Return the citation of its rules in an edition; empty for a house variant."""
        if not self.rule or edition == TODAY:
            return self.rule
        return self.earlier[edition] or of_today(self.rule)

    @property
    def all_losses(self) -> Mapping[str, GameLoss]:
        """Every way to lose it, by key, in the order of a check."""
        return {**LOSSES, **{loss.key: loss for loss in self.losses}}

    @property
    def takes_late_joiners(self) -> bool:
        """Whether someone can join a game in progress: not if the number of players is fixed, teams have
        to be equal, or seats or dealt roles decide who wins."""
        fixed = self.max_players is not None or self.opposite or self.roles is not None
        return not fixed and self.teams is not Teams.EQUAL

    @property
    def takes_commanders(self) -> bool:
        """Whether this can be played with the rules of Commander (903): not if its commanders lack the loss
        by their damage (903.12h), nor if that is an option with its own name (904.13)."""
        if self.commanders:
            return self.commander_damage is not None
        return self.teams is not Teams.ONE_AGAINST_ALL

    @property
    def may_deploy(self) -> bool:
        """Whether the deploy creatures option is available: for teams that take turns one by one (804.1)."""
        return self.teams is not Teams.NONE and not self.shared_turns


_MULTIPLE_ONLY = (Attack.MULTIPLE,)

_ALL = (
    Variant(
        key="two_player",
        name="Duel",
        rule="103",
        earlier={"2011": "103", "2006": "101"},
        summary="Two players, 20 life.",
        min_players=2,
        max_players=2,
        attack_choices=_MULTIPLE_ONLY,
        ranged=False,
    ),
    Variant(
        key="free_for_all",
        name="Free-for-All",
        rule="806",
        earlier={"2011": "806", "2006": "605"},
        summary="Everyone for themselves, 20 life.",
        min_players=3,
    ),
    Variant(
        key="commander",
        name="Commander",
        rule="903",
        earlier={"2011": "903", "2006": None},
        summary="40 life; 21 combat damage from one commander loses the game.",
        min_players=2,
        life=40,
        commanders=True,
        commander_damage=21,
    ),
    Variant(
        key="brawl",
        name="Brawl",
        rule="903.12",
        earlier={"2011": None, "2006": None},
        summary="25 life with two players, 30 with more; commander damage doesn't count.",
        min_players=2,
        life=30,
        duel_life=25,
        commanders=True,
        always_free_mulligan=True,
    ),
    Variant(
        key="two_headed_giant",
        name="Two-Headed Giant",
        rule="810",
        earlier={"2011": "810", "2006": "606"},
        summary="Two teams of two with shared life, poison and turns.",
        min_players=4,
        max_players=4,
        teams=Teams.EQUAL,
        team_size=2,
        team_count=2,
        seats=Seating.TOGETHER,
        shares_life=True,
        shared_turns=True,
        attack_choices=(),
        ranged=False,
    ),
    Variant(
        key="n_headed_giant",
        name="Three- or more-Headed Giant",
        rule="810.11",
        earlier={"2011": "810.11", "2006": "606.10"},
        summary="Two teams of three or more with shared life, poison and turns.",
        min_players=6,
        teams=Teams.EQUAL,
        min_team_size=3,
        team_count=2,
        seats=Seating.TOGETHER,
        shares_life=True,
        shared_turns=True,
        attack_choices=(),
        ranged=False,
    ),
    Variant(
        key="team_vs_team",
        name="Team vs. Team",
        rule="808",
        earlier={"2011": "808", "2006": None},
        summary="Teams of any size sit together; each player has 20 life.",
        min_players=3,
        teams=Teams.ANY,
        seats=Seating.TOGETHER,
    ),
    Variant(
        key="emperor",
        name="Emperor",
        rule="809",
        earlier={"2011": "809", "2006": "607"},
        summary="Teams of three or more led by an emperor; when the emperor loses, so does the team.",
        min_players=6,
        teams=Teams.EQUAL,
        min_team_size=3,
        seats=Seating.TOGETHER,
        emperor=True,
        attack=Attack.ADJACENT,
        attack_choices=(Attack.ADJACENT,),
        adjacent_only=True,
        deploy=True,
    ),
    Variant(
        key="alternating_teams",
        name="Alternating Teams",
        rule="811",
        earlier={"2011": "811", "2006": "609"},
        summary="Equal teams in alternating seats; range of influence 2.",
        min_players=4,
        teams=Teams.EQUAL,
        min_team_size=2,
        seats=Seating.INTERLEAVED,
        range=2,
        adjacent_only=True,
    ),
    Variant(
        key="grand_melee",
        name="Grand Melee",
        rule="807",
        earlier={"2011": "807", "2006": "608"},
        summary="Ten or more players; several turns at once with turn markers, range of influence 1, "
        "attack left.",
        min_players=4,
        range=1,
        attack=Attack.LEFT,
        attack_choices=(Attack.LEFT,),
        markers=True,
    ),
    Variant(
        key="archenemy",
        name="Archenemy",
        rule="904",
        earlier={"2011": "904", "2006": None},
        summary="One player with 40 life against a team with 20 each.",
        min_players=2,
        teams=Teams.ONE_AGAINST_ALL,
        team_count=2,
        seats=Seating.TOGETHER,
        archenemy_life=40,
        shared_turns=True,
        attack_choices=_MULTIPLE_ONLY,
        ranged=False,
    ),
    Variant(
        key="archenemy_commander",
        name="Archenemy Commander",
        rule="904.13",
        earlier={"2011": None, "2006": None},
        summary="One player with 60 life against a team that shares 60; commander damage counts.",
        min_players=2,
        teams=Teams.ONE_AGAINST_ALL,
        team_count=2,
        seats=Seating.TOGETHER,
        life=60,
        archenemy_life=60,
        heroes_share_life=True,
        shared_turns=True,
        attack_choices=_MULTIPLE_ONLY,
        commanders=True,
        commander_damage=21,
        ranged=False,
    ),
    Variant(
        key="supervillain_rumble",
        name="Supervillain Rumble",
        rule="904.12",
        earlier={"2011": "904.12", "2006": None},
        summary="Free-for-All where everyone is an archenemy with 40 life.",
        min_players=3,
        life=40,
        attack_choices=_MULTIPLE_ONLY,
        ranged=False,
    ),
    Variant(
        key="vanguard",
        name="Vanguard",
        rule="902",
        earlier={"2011": "902", "2006": None},
        summary="20 life and seven cards, modified by each player's vanguard card.",
        min_players=2,
    ),
    Variant(
        key="planechase",
        name="Planechase",
        rule="901",
        earlier={"2011": "901", "2006": None},
        summary="Free-for-All with changing planes, 20 life.",
        min_players=2,
        planes=True,
        attack_choices=_MULTIPLE_ONLY,
    ),
    Variant(
        key="pauper_commander",
        name="Pauper Commander",
        summary="30 life; 16 combat damage from one commander loses the game.",
        about="Commander with decks of commons and an uncommon creature as commander: 30 life, and you lose "
        "after one commander has dealt you 16 combat damage over the game. Everything else is as in "
        "Commander. It's a house format with no rule in the Comprehensive Rules.",
        words="pdh edh commons 16",
        min_players=2,
        life=30,
        commanders=True,
        commander_damage=16,
        losses=(without_rule("lose_commander"),),
    ),
    Variant(
        key="duel_commander",
        name="Duel Commander",
        summary="Two players, 20 life; commander damage doesn't count.",
        about="Commander for two players: 20 life, and no one loses to commander damage. Everything else is "
        "as in Commander. It's a house format with no rule in the Comprehensive Rules.",
        words="edh french 1v1",
        min_players=2,
        max_players=2,
        life=20,
        attack_choices=_MULTIPLE_ONLY,
        commanders=True,
        ranged=False,
    ),
    Variant(
        key="oathbreaker",
        name="Oathbreaker",
        summary="20 life; commander damage doesn't count; signature spells have a tax, too.",
        about="Each player has a planeswalker, the Oathbreaker, and a signature spell in the command zone. "
        "20 life, and no one loses to commander damage. The Oathbreaker and the signature spell each cost "
        "two more for each time you've cast them from there. `/commander set` names both. It's a house "
        "format with no rule in the Comprehensive Rules.",
        words="planeswalker signature spell",
        min_players=2,
        commanders=True,
        signature_spells=True,
    ),
    Variant(
        key="star",
        name="Star",
        summary="Five players, or any larger odd number; you win when both players opposite you have lost.",
        about="An odd number of players, five or more, each with 20 life. Your enemies are the two players "
        "opposite you: of five, the second and third to your left. You win as soon as both have lost, and "
        "several players can win together. Whether a player who is out can still win is an option. It's a "
        "house format with no rule in the Comprehensive Rules.",
        words="pentagram enemies allies five",
        min_players=5,
        attack_choices=_MULTIPLE_ONLY,
        opposite=True,
        ranged=False,
    ),
    Variant(
        key="treachery",
        name="Treachery",
        summary="Secret roles for 3 to 8 players: Leader, Guardians, Assassins and Traitors; 40 life, "
        "Commander rules.",
        about="Commander with secret roles, which **My role** or `/game role` shows. The Leader, known to "
        "all, goes first; Leader and Guardians win when no one else is left, and Guardians fall with the "
        "Leader. Assassins win when the Leader has lost and one of them is in the game, a Traitor as the "
        "last player. Three play a ring of hunters: knock out your target. A house format, not in the "
        "Comprehensive Rules.",
        words="hidden secret roles leader guardian assassin traitor unveil",
        min_players=3,
        max_players=8,
        life=40,
        attack_choices=_MULTIPLE_ONLY,
        commanders=True,
        commander_damage=21,
        roles=TREACHERY,
        ranged=False,
    ),
    Variant(
        key="kingdom",
        name="Kingdom",
        summary="Secret roles for 5 to 8 players: King, Knights, Bandits, an Assassin and a Usurper; 40 "
        "life, Commander rules.",
        about="Commander with secret roles, which **My role** or `/game role` shows. The King, known to "
        "all, goes first with 10 more life; King and Knights win when no one else is left. Bandits in the "
        "game win when the King has lost, the Assassin as the last player. A Usurper who knocks out the "
        "King becomes the King. A house format, not in the Comprehensive Rules.",
        words="hidden secret roles king knight bandit assassin usurper kingdoms",
        min_players=5,
        max_players=8,
        life=40,
        attack_choices=_MULTIPLE_ONLY,
        commanders=True,
        commander_damage=21,
        roles=KINGDOM,
        ranged=False,
    ),
    Variant(
        key="usurper",
        name="Usurper",
        summary="Secret roles for 5 to 7 players: Sovereign, Guard, Assassins and Traitors; 40 life, "
        "Commander rules.",
        about="Commander with secret roles, which **My role** or `/game role` shows. The Sovereign, known "
        "to all, goes first; Sovereign and Guard win when no one else is left, and the Guard falls with "
        "the Sovereign. Assassins win when the Sovereign has lost and one of them is in the game, a "
        "Traitor as the last player. A house format, not in the Comprehensive Rules.",
        words="hidden secret roles sovereign guard assassin traitor",
        min_players=5,
        max_players=7,
        life=40,
        attack_choices=_MULTIPLE_ONLY,
        commanders=True,
        commander_damage=21,
        roles=USURPER,
        ranged=False,
    ),
    Variant(
        key="conspiracy",
        name="Conspiracy Draft",
        rule="905",
        earlier={"2011": None, "2006": None},
        summary="Free-for-All after a conspiracy draft, 20 life.",
        min_players=3,
        attack_choices=_MULTIPLE_ONLY,
    ),
)

VARIANTS: Mapping[str, Variant] = {variant.key: variant for variant in _ALL}


def variant_named(key: str) -> Variant:
    """Return the variant with this key; raises Refusal for any other."""
    if key not in VARIANTS:
        raise Refusal("no_such_variant", variant=key)
    return VARIANTS[key]
