"""The variants of section 9: Planechase, Vanguard, Commander, Archenemy, Conspiracy Draft."""

from rules.rulebook.entry import RulebookEntry

CASUAL_VARIANTS = (
    RulebookEntry(
        "901",
        "Planechase",
        "Free-for-All on a plane that changes, 20 life, attacks on anybody.",
        words="planes planar die",
        see="901.6 801.18",
    ),
    RulebookEntry(
        "901.6",
        "The planar controller",
        "Whoever's turn it is controls the plane. If that player leaves, the next in turn order does from "
        "then on.",
        words="plane planechase",
    ),
    RulebookEntry(
        "902",
        "Vanguard",
        "Everybody has a vanguard card that changes starting life and hand. `/game vanguard` enters both "
        "in the lobby; any other variant can be played with them too.",
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
        "Hands and vanguard cards",
        "You start with seven cards, plus or minus your card's hand modifier.",
        words="modifier starting",
        see="902.5a 902.5b",
    ),
    RulebookEntry(
        "902.5a",
        "Mulligans in Vanguard",
        "Each new hand is as large as your first one, and then as many cards go to the bottom as usual.",
        words="hand modifier",
        see="103.5",
    ),
    RulebookEntry(
        "902.5b",
        "Maximum hand size in Vanguard",
        "Seven, changed by your card's hand modifier as well. The board shows it.",
        words="modifier discard",
    ),
    RulebookEntry(
        "903",
        "Commander",
        "Usually Free-for-All, with 40 life and a legendary creature that leads each deck. 21 combat "
        "damage by one commander is a loss.",
        words="edh",
        see="903.7 903.8 903.10a",
    ),
    RulebookEntry(
        "903.3",
        "What a commander is",
        "It is the card, whatever it is called, looks like or who controls it. A copy of it is none.",
        words="edh copy card",
        see="903.10a",
    ),
    RulebookEntry(
        "903.7",
        "Life in Commander",
        "Everybody starts with 40.",
        words="edh starting 40",
        see="119.1c",
    ),
    RulebookEntry(
        "903.8",
        "Commander tax",
        "From the command zone a commander costs two more for each time it was cast from there before. "
        "`/commander cast` counts.",
        words="edh cost two",
    ),
    RulebookEntry(
        "903.10a",
        "21 commander damage",
        "You lose at the next check once one commander has dealt you 21 combat damage over the game. Each "
        "commander counts by itself, partners too, and neither gaining life nor a change of its "
        "controller takes anything back.",
        words="edh combat loss partner",
        see="704.6c 702.124",
    ),
    RulebookEntry(
        "702.124",
        "Partners",
        "Two commanders of one deck are counted apart, their damage and their tax.",
        words="background edh commander",
        see="903.10a 903.8",
    ),
    RulebookEntry(
        "903.12",
        "Brawl",
        "Commander with 25 life for two and 30 for more, a free mulligan always, and no loss by commander "
        "damage.",
        words="edh",
        see="903.12f 903.12g 903.12h",
    ),
    RulebookEntry(
        "903.12f",
        "Life in Brawl",
        "25 in a game of two, 30 in a larger one.",
        words="starting",
        see="119.1d",
    ),
    RulebookEntry(
        "903.12g",
        "Mulligans in Brawl",
        "The first one never counts, with two players neither.",
        words="free hand",
        see="103.5c",
    ),
    RulebookEntry(
        "903.12h",
        "No loss by commander damage in Brawl",
        "It is shown, but nobody loses by it.",
        words="21",
        see="704.6c",
    ),
    RulebookEntry(
        "904",
        "Archenemy",
        "One with 40 life and schemes against a team of any size with 20 life each. The archenemy starts, "
        "the heroes take their turns together, and dead heroes win with their team.",
        words="heroes scheme",
        see="904.5 904.6 104.2c",
    ),
    RulebookEntry(
        "904.2a",
        "The archenemy's team",
        "Exactly one player. `/game role role:archenemy` says who.",
        words="heroes",
    ),
    RulebookEntry(
        "904.5",
        "Life in Archenemy",
        "40 for the archenemy, 20 for each hero, each with a total of their own.",
        words="starting heroes",
        see="119.1e",
    ),
    RulebookEntry(
        "904.6",
        "Who starts in Archenemy",
        "The archenemy. Nobody skips the first draw, except in a game of one against one.",
        words="first",
        see="103.1b 103.8a",
    ),
    RulebookEntry(
        "904.12",
        "Supervillain Rumble",
        "Free-for-All in which everybody is an archenemy: 40 life each, attacks on anybody, the starting "
        "player by lot.",
        words="archenemy schemes",
    ),
    RulebookEntry(
        "904.13",
        "Archenemy Commander",
        "Commander with an archenemy: 60 life against 60 that the heroes share. Commander damage counts "
        "for each player.",
        words="edh heroes",
        see="904.13b 904.13c",
    ),
    RulebookEntry(
        "904.13b",
        "Life in Archenemy Commander",
        "60 for the archenemy, and 60 that the heroes have together: they win, lose and leave as one.",
        words="starting heroes shared",
        see="810.8a 810.9",
    ),
    RulebookEntry(
        "904.13c",
        "Poison in Archenemy Commander",
        "It is not shared. A hero with ten counters loses, and the team with that hero.",
        words="heroes infect toxic",
        see="704.5c 810.8a",
    ),
    RulebookEntry(
        "905",
        "Conspiracy Draft",
        "Free-for-All after a draft with conspiracies, 20 life, attacks on anybody.",
        words="conspiracies",
    ),
)
