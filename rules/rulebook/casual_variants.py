"""The variants of section 9: Planechase, Vanguard, Commander, Archenemy, Conspiracy Draft."""

from rules.rulebook.entry import RulebookEntry

CASUAL_VARIANTS = (
    RulebookEntry(
        "901",
        "Planechase",
        "Free-for-All on changing planes: 20 life, and you may attack any opponent.",
        words="planes planar die",
        see="901.6 801.18",
    ),
    RulebookEntry(
        "901.6",
        "The planar controller",
        "The active player controls the plane. If that player leaves the game, the next player in turn "
        "order takes over.",
        words="plane planechase",
    ),
    RulebookEntry(
        "902",
        "Vanguard",
        "Everyone has a vanguard card that changes their starting life and hand size. Enter both in the"
        " lobby with `/game vanguard`. You can add vanguard cards to any other format too.",
        words="modifier",
        see="902.4 902.5",
    ),
    RulebookEntry(
        "902.4",
        "Life in Vanguard",
        "20, plus or minus your card's life modifier: with -3 you start at 17.",
        words="modifier starting",
        see="119.1b",
    ),
    RulebookEntry(
        "902.5",
        "Hand size in Vanguard",
        "You start with seven cards, plus or minus your card's hand modifier.",
        words="modifier starting",
        see="902.5a 902.5b",
    ),
    RulebookEntry(
        "902.5a",
        "Mulligans in Vanguard",
        "Each new hand is the size of your first one. Then you put cards on the bottom as usual.",
        words="hand modifier",
        see="103.5",
    ),
    RulebookEntry(
        "902.5b",
        "Maximum hand size in Vanguard",
        "Seven, also changed by your card's hand modifier. The board shows it.",
        words="modifier discard",
    ),
    RulebookEntry(
        "903",
        "Commander",
        "Usually a Free-for-All, with 40 life and a legendary creature leading each deck. 21 combat "
        "damage from one commander makes you lose.",
        words="edh",
        see="903.7 903.8 903.10a",
    ),
    RulebookEntry(
        "903.3",
        "What a commander is",
        "It's the card itself, whatever it's called or looks like and no matter who controls it. A copy"
        " of it isn't a commander.",
        words="edh copy card",
        see="903.10a",
    ),
    RulebookEntry(
        "903.7",
        "Life in Commander",
        "Everyone starts with 40.",
        words="edh starting 40",
        see="119.1c",
    ),
    RulebookEntry(
        "903.8",
        "Commander tax",
        "Casting your commander from the command zone costs two more mana for each time you've cast it "
        "from there before. `/commander cast` keeps count.",
        words="edh cost two",
    ),
    RulebookEntry(
        "903.10a",
        "21 commander damage",
        "You lose the next time state-based actions are checked after one commander has dealt you 21 "
        "combat damage over the game. Each commander is counted separately, partners too. Gaining life "
        "or a change of control doesn't reduce the count.",
        words="edh combat loss partner",
        see="704.6c 702.124",
    ),
    RulebookEntry(
        "702.124",
        "Partners",
        "Each of your two commanders has its own damage count and its own tax.",
        words="background edh commander",
        see="903.10a 903.8",
    ),
    RulebookEntry(
        "903.12",
        "Brawl",
        "Commander with 25 life for two players or 30 for more, a free mulligan in every game, and no "
        "loss to commander damage.",
        words="edh",
        see="903.12f 903.12g 903.12h",
    ),
    RulebookEntry(
        "903.12f",
        "Life in Brawl",
        "25 with two players, 30 with more.",
        words="starting",
        see="119.1d",
    ),
    RulebookEntry(
        "903.12g",
        "Mulligans in Brawl",
        "Your first one is always free, even with two players.",
        words="free hand",
        see="103.5c",
    ),
    RulebookEntry(
        "903.12h",
        "No loss to commander damage in Brawl",
        "The board shows it, but no one loses to it.",
        words="21",
        see="704.6c",
    ),
    RulebookEntry(
        "904",
        "Archenemy",
        "One player with 40 life and schemes against a team of any size with 20 life each. The "
        "archenemy goes first, the heroes take their turns together, and heroes who have lost still win"
        " with their team.",
        words="heroes scheme",
        see="904.5 904.6 104.2c",
    ),
    RulebookEntry(
        "904.2a",
        "The archenemy's team",
        "Exactly one player. Choose the archenemy with `/game role role:archenemy`.",
        words="heroes",
    ),
    RulebookEntry(
        "904.5",
        "Life in Archenemy",
        "40 for the archenemy and 20 for each hero, each with a separate total.",
        words="starting heroes",
        see="119.1e",
    ),
    RulebookEntry(
        "904.6",
        "Who goes first in Archenemy",
        "The archenemy. No one skips the first draw, except in a one-on-one game.",
        words="first",
        see="103.1b 103.8a",
    ),
    RulebookEntry(
        "904.12",
        "Supervillain Rumble",
        "Free-for-All with everyone as an archenemy: 40 life each, attack anyone, random starting player.",
        words="archenemy schemes",
    ),
    RulebookEntry(
        "904.13",
        "Archenemy Commander",
        "Commander with an archenemy: 60 life against 60 shared by the heroes. Commander damage is "
        "counted for each player.",
        words="edh heroes",
        see="904.13b 904.13c",
    ),
    RulebookEntry(
        "904.13b",
        "Life in Archenemy Commander",
        "60 for the archenemy and 60 shared by the heroes, who win, lose and leave the game as one.",
        words="starting heroes shared",
        see="810.8a 810.9",
    ),
    RulebookEntry(
        "904.13c",
        "Poison in Archenemy Commander",
        "It isn't shared. A hero with ten poison counters loses, and the whole team loses too.",
        words="heroes infect toxic",
        see="704.5c 810.8a",
    ),
    RulebookEntry(
        "905",
        "Conspiracy Draft",
        "Free-for-All after a draft with conspiracies: 20 life, and you may attack anyone.",
        words="conspiracies",
    ),
)
