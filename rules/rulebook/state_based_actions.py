"""What the game checks (704), and games that begin again, within another or in circles (727, 729, 732)."""

from rules.rulebook.entry import RulebookEntry

STATE_BASED_ACTIONS = (
    RulebookEntry(
        "121.4",
        "Drawing from an empty library",
        "You don't draw, and the game remembers that you tried until it checks.",
        words="deck mill draw",
        see="704.5b",
    ),
    RulebookEntry(
        "704.3",
        "When the game checks",
        "Whenever somebody would receive priority, the game looks for all who must lose, has all of it "
        "happen as one event, and looks again until there is nothing. `/hold` keeps it from looking while "
        "you enter what happens together.",
        words="state based actions sba priority hold simultaneous",
        see="704.5a 104.4a 704.4",
    ),
    RulebookEntry(
        "704.4",
        "Nothing is checked in between",
        "While a spell or ability resolves nobody loses: who is at 0 on the way and above it at the end "
        "stays.",
        words="state based actions resolving",
        see="704.3",
        was={"2006": "420.4"},
    ),
    RulebookEntry(
        "704.5a",
        "0 life at the check",
        "A player with 0 life or less loses. It is a state: it counts again as soon as nothing protects "
        "the player any more.",
        words="zero dead state based action sba",
        see="704.6a 704.7",
    ),
    RulebookEntry(
        "704.5b",
        "An empty library at the check",
        "A player who has tried to draw from an empty library since the last check loses. The check "
        "forgets it, even if the player couldn't lose just then.",
        words="deck mill draw state based action sba",
        see="121.4",
    ),
    RulebookEntry(
        "704.5c",
        "Ten poison counters at the check",
        "A player with ten or more loses. In Two-Headed Giant the team's counters count instead.",
        words="infect toxic state based action sba",
        see="704.6b 904.13c",
    ),
    RulebookEntry(
        "704.6a",
        "A team's life at the check",
        "A team that shares its life total loses at 0 or less.",
        words="2hg zero dead state based action sba",
        see="810.8a 704.5a",
    ),
    RulebookEntry(
        "704.6b",
        "A team's poison at the check",
        "A team of two that shares its poison counters loses with fifteen, a larger one with five more "
        "for each further head.",
        words="2hg infect toxic fifteen state based action sba",
        see="810.8d 810.10 810.11",
        then={
            "2006": "Poison counters are a head's own, and ten on one of them lose the game for the team.",
        },
    ),
    RulebookEntry(
        "704.6c",
        "Commander damage at the check",
        "Whoever has taken 21 combat damage from one and the same commander in this game loses, but not "
        "in Brawl.",
        words="21 state based action sba",
        see="903.10a 903.12h",
    ),
    RulebookEntry(
        "704.7",
        "One rescue for all reasons",
        "Who would lose for several reasons at once is saved by one effect that puts something else in "
        "the place of losing, and uses it up once.",
        words="lich's mirror replacement instead",
        see="704.3",
    ),
    RulebookEntry(
        "723.6",
        "Nobody concedes for you",
        "Whoever controls you can't make you concede, and you may concede while you are controlled.",
        words="mindslaver control",
        see="104.3a",
    ),
    RulebookEntry(
        "727.1",
        "What a restart does",
        "Nobody has won, lost or drawn. Those who were still in the game start one anew, with fresh life "
        "totals, hands and ranges, and without counters, commander damage or designations.",
        words="karn anew restart",
        see="727.1a 727.3 801.17",
    ),
    RulebookEntry(
        "727.1a",
        "Who starts after a restart",
        "Whoever controlled the effect, or that player's team.",
        words="karn first",
        see="727.1",
    ),
    RulebookEntry(
        "727.3",
        "A restart with too few cards",
        "Whoever can't draw seven cards loses at the first check of the new game.",
        words="karn library",
        see="704.5b",
    ),
    RulebookEntry(
        "729.1",
        "A game within the game",
        "A subgame is a game of its own with nothing of the main game in it, which waits and goes on as "
        "it was. Open a thread and start it there with `/game subgame`.",
        words="shahrazad subgame",
    ),
    RulebookEntry(
        "732.3",
        "A loop that somebody keeps up",
        "If it goes on only because each of several players does something they needn't do, the active "
        "player, or else the first of them in turn order, has to do something else.",
        words="infinite fragmented",
        see="104.4b",
    ),
    RulebookEntry(
        "732.4",
        "A loop of mandatory actions",
        "It is a draw, under a limited range of influence for those concerned only.",
        words="infinite tie",
        see="104.4b 104.4f 732.5 732.6",
    ),
    RulebookEntry(
        "732.5",
        "Nobody must break a loop",
        "You need not use something that has no part in the loop to end it.",
        words="infinite seal",
        see="732.4",
    ),
    RulebookEntry(
        "732.6",
        "“Unless” in a loop",
        "Nobody must do what stands behind “unless” to end a loop; if nobody does, the loop is mandatory.",
        words="infinite",
        see="732.4",
    ),
)
