"""Starting (103), turns (500), and what becomes of those who leave (800.4)."""

from rules.rulebook.entry import RulebookEntry

TURNS = (
    RulebookEntry(
        "103",
        "Starting the game",
        "Find out who starts, set life totals, draw hands, take mulligans, begin. A duel is this and "
        "nothing more: two players with 20 life.",
        words="duel two-player begin",
        see="103.1 103.4 103.5 103.8a",
        was={"2006": "101"},
    ),
    RulebookEntry(
        "103.1",
        "Who starts",
        "Chance, or whatever you agree on, picks who decides. In the next game of a match the loser of "
        "the last one decides, after a draw whoever decided before. `/game start` draws it, `/game start "
        "first:Ana` says what was decided.",
        words="first play loser chooses",
        see="103.1a 103.1b 809.4 808.4",
        was={"2006": "101.2"},
    ),
    RulebookEntry(
        "103.1a",
        "A starting team",
        "Where teams take their turns together a team starts instead of a player.",
        words="first 2hg",
        see="805.4",
    ),
    RulebookEntry(
        "103.1b",
        "The archenemy starts",
        "In Archenemy nobody draws lots: the archenemy takes the first turn.",
        words="first",
        see="904.6",
    ),
    RulebookEntry(
        "103.4",
        "Life totals at the start",
        "20, except where the variant has other numbers.",
        words="begin",
        see="119.1",
        was={"2006": "101.3"},
    ),
    RulebookEntry(
        "103.5",
        "Mulligans",
        "In turn order everybody says whether they take one, then all who do take it together: shuffle "
        "the hand in, draw a full new one, and put as many cards on the bottom as you have taken "
        "mulligans. Keeping is final. You can go on until nothing would be left.",
        words="london hand opening seven keep",
        see="103.5a 103.5c 103.5d",
        then={
            "2006": "The starting player takes all of them first, then the next one. Each new hand has "
            "one card fewer than the last.",
            "2011": "Each new hand has one card fewer than the last; with more than two players the first "
            "new hand is a full one.",
        },
    ),
    RulebookEntry(
        "103.5a",
        "Hands in Vanguard",
        "A hand has seven cards, plus or minus your vanguard card's hand modifier, and so has each new one.",
        words="modifier",
        see="902.5",
    ),
    RulebookEntry(
        "103.5c",
        "The free mulligan",
        "With more than two players, and in any Brawl game, your first mulligan doesn't count.",
        words="first multiplayer",
        see="103.5 903.12g",
        was={"2006": "101.4a"},
        then={
            "2006": "Only Two-Headed Giant has a free one: its first new hand has seven cards again "
            "(101.4a).",
        },
    ),
    RulebookEntry(
        "103.5d",
        "Mulligans of teams",
        "Where teams take turns together, the starting team's members say first and in any order what "
        "they do, then the other teams'. Your teammate may go on after you have kept.",
        words="2hg",
        see="805.3a",
        was={"2006": "606.6a"},
        then={
            "2006": "The starting team takes all of its mulligans first. Your first new hand has seven "
            "cards, each further one a card fewer; a teammate may go on after you have kept.",
        },
    ),
    RulebookEntry(
        "103.8a",
        "The first draw with two players",
        "Whoever starts a game of two skips the draw step of the first turn.",
        words="skip",
        see="103.8b 103.8c",
        was={"2006": "101.5a"},
    ),
    RulebookEntry(
        "103.8b",
        "The first draw in Two-Headed Giant",
        "Nobody on the starting team draws in the draw step of the first turn.",
        words="2hg skip",
        see="810.6",
        was={"2006": "606.6b 101.5b"},
        then={
            "2006": "In the starting team's first draw step only the secondary player, on the left, draws.",
        },
    ),
    RulebookEntry(
        "103.8c",
        "The first draw with more players",
        "In every other game of more than two nobody skips a draw.",
        words="skip multiplayer",
        was={"2006": "101.5b"},
    ),
    RulebookEntry(
        "101.4",
        "Who chooses first",
        "When several players have to choose or do something at once, the active player chooses first, "
        "then the others in turn order, and then all of it happens together.",
        words="apnap active order simultaneous",
        see="805.6",
        was={"2006": "103.4"},
    ),
    RulebookEntry(
        "500.1",
        "Turns",
        "A turn has its phases in a fixed order, and the next one is the next player's to the left. "
        "`/turn next` ends a turn.",
        words="phase order next",
        see="500.7 614.10a",
    ),
    RulebookEntry(
        "500.7",
        "Extra turns",
        "An extra turn comes right after the turn for which it was given, the one given last comes first. "
        "Afterwards it goes on with whoever would have been next. One effect gives them in turn order, so "
        "several players take them in reverse.",
        words="time walk additional",
        see="805.8 807.4i",
    ),
    RulebookEntry(
        "614.10",
        "Skipping a turn",
        "A turn that has begun can't be skipped any more.",
        words="skip",
        see="614.10a",
        was={"2006": "419.6e"},
    ),
    RulebookEntry(
        "614.10a",
        "Skips wait for a turn",
        "What was to happen in a skipped turn doesn't happen, a skip waits for the next turn that would "
        "begin, and two skips skip two turns.",
        words="skip next",
        see="614.10",
    ),
    RulebookEntry(
        "800.4",
        "Playing on without somebody",
        "A game of more than two goes on when somebody has left.",
        words="leave multiplayer",
        see="800.4a 104.5",
        was={"2006": "600.4"},
    ),
    RulebookEntry(
        "800.4a",
        "What leaves with a player",
        "Everything that they own, and every effect that gives them control of something. What they still "
        "control then is exiled. It happens at once; there is no check.",
        words="leave cards tokens control",
        see="104.5 800.4i",
        was={"2006": "600.4a"},
    ),
    RulebookEntry(
        "800.4e",
        "No damage to somebody who has left",
        "Combat damage that was meant for them isn't dealt.",
        words="leave attack",
    ),
    RulebookEntry(
        "800.4i",
        "What is remembered of somebody who left",
        "Effects that ask about them see them as they were last, and find what they did. The board keeps "
        "their last total.",
        words="last known information leave",
    ),
    RulebookEntry(
        "800.4j",
        "Leaving in one's own turn",
        "The turn goes on to its end without an active player. Priority that would be theirs goes to the "
        "next player.",
        words="leave active",
        see="800.4k",
    ),
    RulebookEntry(
        "800.4k",
        "Turns of somebody who left",
        "They don't begin, extra turns neither.",
        words="leave skip",
        see="800.4m",
    ),
    RulebookEntry(
        "800.4m",
        "Until the next turn of somebody who left",
        "What lasts until a player's next turn lasts until that turn would have begun.",
        words="leave duration effect",
    ),
)
