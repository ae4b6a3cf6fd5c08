"""Counters and designations of players (107, 122, 309, 701, 702, 725, 726, 728, 731)."""

from rules.rulebook.entry import RulebookEntry

KEYWORDS = (
    RulebookEntry(
        "122.1",
        "Counters on players",
        "Poison, energy, experience, rad and any other kind are numbers that a player has. In Two-Headed "
        "Giant only poison is the team's.",
        words="poison energy experience ticket",
        see="704.5c 107.14 728.1 810.10",
    ),
    RulebookEntry(
        "122.1f",
        "Poisoned",
        "A player with a poison counter is poisoned; ten of them lose the game.",
        words="infect toxic corrupted",
        see="704.5c",
    ),
    RulebookEntry(
        "107.14",
        "Energy",
        "Energy is paid by taking away that many counters. With too few of them nothing is paid.",
        words="counters pay",
    ),
    RulebookEntry(
        "701.10e",
        "Doubling counters",
        "You get as many of that kind again as you have.",
        words="double poison",
        see="122.1",
    ),
    RulebookEntry(
        "701.34",
        "Proliferate",
        "Choose any players: each gets one more of every kind of counter that is there. A team's shared "
        "poison goes up by one at most.",
        words="counters poison",
        see="810.10d",
    ),
    RulebookEntry(
        "728.1",
        "Rad counters",
        "In your first main phase you mill as many cards as you have rad counters. For each one that "
        "isn't a land you lose 1 life and one of them. `/counter rad` does it.",
        words="radiation mill fallout",
    ),
    RulebookEntry(
        "725.1",
        "The monarch",
        "There is none until an effect makes somebody the monarch.",
        words="crown",
        see="725.2 725.3 725.4",
    ),
    RulebookEntry(
        "725.2",
        "What the monarchy does",
        "The monarch draws a card at the end of their turn. When a creature deals them combat damage, its "
        "controller becomes the monarch.",
        words="crown draw combat",
        see="725.3",
    ),
    RulebookEntry(
        "725.3",
        "One monarch",
        "When somebody becomes the monarch, whoever was it before is not any more.",
        see="725.1",
    ),
    RulebookEntry(
        "725.4",
        "When the monarch leaves",
        "The crown goes to the active player at the same moment; if that is who leaves, or there is none, "
        "the next in turn order who can. Perhaps nobody.",
        words="crown departure",
        see="725.1",
    ),
    RulebookEntry(
        "726.1",
        "The initiative",
        "Nobody has it until an effect has somebody take it, and only one player has it at a time.",
        words="undercity",
        see="726.2 726.4",
    ),
    RulebookEntry(
        "726.2",
        "What the initiative does",
        "Taking it, and each of your upkeeps while you have it, has you venture into the Undercity. When "
        "a creature deals you combat damage, its controller takes it.",
        words="undercity dungeon combat",
        see="701.49 726.5",
    ),
    RulebookEntry(
        "726.4",
        "When whoever has the initiative leaves",
        "The active player takes it at the same moment; if that is who leaves, or there is none, the next "
        "in turn order.",
        words="undercity departure",
        see="725.4",
    ),
    RulebookEntry(
        "726.5",
        "Taking the initiative again",
        "Who has it already and takes it ventures once more.",
        words="undercity",
        see="726.2",
    ),
    RulebookEntry(
        "701.49",
        "Venturing",
        "Into the first room of a dungeon, or if you are in one from your room to the next.",
        words="dungeon venture undercity",
        see="701.49a 309.5a",
    ),
    RulebookEntry(
        "701.49a",
        "Entering a dungeon",
        "Who is in none chooses one and begins in its topmost room.",
        words="venture undercity",
        see="309.5a",
    ),
    RulebookEntry(
        "309.5a",
        "From room to room",
        "You go on along an arrow; where two lead on you choose.",
        words="dungeon venture",
        see="704.5t",
    ),
    RulebookEntry(
        "309.6",
        "The last room",
        "Once its ability is done the dungeon leaves the game.",
        words="dungeon complete",
        see="704.5t",
    ),
    RulebookEntry(
        "704.5t",
        "Completing a dungeon",
        "Whoever is in the last room, with nothing of it left to happen, has completed the dungeon at the "
        "next check.",
        words="state based action sba venture",
        see="309.6",
    ),
    RulebookEntry(
        "702.131c",
        "The city's blessing",
        "Who has it keeps it for the rest of the game, and several players may have it.",
        words="ascend designation",
        see="702.195b",
    ),
    RulebookEntry(
        "702.195b",
        "The enduring story",
        "Who has it keeps it for the rest of the game, and several players may have it.",
        words="storied designation",
        see="702.131c",
    ),
    RulebookEntry(
        "731.1",
        "Day and night",
        "At first it is neither. Once it has become one of them it is always one or the other.",
        words="daybound nightbound",
        see="731.2a 731.2b",
    ),
    RulebookEntry(
        "731.2",
        "When day and night change",
        "As a turn begins the game looks at the spells that were cast in the turn before. `/designate "
        "spell` counts them.",
        words="untap spells",
        see="731.2a 731.2b",
    ),
    RulebookEntry(
        "731.2a",
        "Day becomes night",
        "If it is day and the player whose turn it was cast no spell in it; for a team, if none of its "
        "members did.",
        words="spells",
        see="731.2",
    ),
    RulebookEntry(
        "731.2b",
        "Night becomes day",
        "If it is night and the player whose turn it was cast two spells or more in it; in a team one of "
        "its members has to have cast both.",
        words="spells",
        see="731.2",
    ),
    RulebookEntry(
        "701.54",
        "The Ring tempts you",
        "Each time your Ring gains an ability, up to four, and you choose its bearer.",
        words="tempt bearer",
    ),
    RulebookEntry(
        "702.179a",
        "Speed",
        "Whoever controls a permanent that starts their engines and has no speed gets speed 1.",
        words="start your engines",
        see="702.179d 704.5aa",
    ),
    RulebookEntry(
        "702.179d",
        "Speed goes up",
        "When an opponent loses life in your turn your speed rises by one, once in each of your turns, up "
        "to 4.",
        words="engines maximum",
        see="702.179a",
    ),
    RulebookEntry(
        "704.5aa",
        "Speed begins",
        "At the check whoever starts their engines and has no speed gets speed 1. Its number has changed "
        "often.",
        words="start your engines state based action sba",
        see="702.179a",
    ),
)
