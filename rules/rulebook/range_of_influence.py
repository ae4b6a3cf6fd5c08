"""Options for several players: range of influence, attacks, deploying (800 to 804, 806)."""

from rules.rulebook.entry import RulebookEntry

RANGE_OF_INFLUENCE = (
    RulebookEntry(
        "800.2",
        "One variant, several options",
        "A game has one of the variants of section 8, such as Emperor, and as many options as go with it. "
        "The variants of section 9, such as Commander, can come on top.",
        words="combine multiplayer",
        was={"2006": "600.2"},
    ),
    RulebookEntry(
        "800.6",
        "The free mulligan with several players",
        "With more than two players your first mulligan doesn't count.",
        words="hand multiplayer",
        see="103.5c",
        then={
            "2006": "Only Two-Headed Giant has a free one: its first new hand has seven cards again "
            "(101.4a).",
        },
    ),
    RulebookEntry(
        "801.2",
        "Range of influence",
        "How many seats away you can affect anything, to the left and to the right: with spells and "
        "abilities, damage, attacks, choices and winning.",
        words="limited seats",
        see="801.2a 801.2c 801.10 801.14",
    ),
    RulebookEntry(
        "801.2a",
        "How far a range goes",
        "1 or 2 seats are usual. Players may have different ones, so that you may reach somebody who "
        "doesn't reach you.",
        words="limited seats",
        see="809.3a",
        was={"2006": "601.2a"},
    ),
    RulebookEntry(
        "801.2b",
        "You reach yourself",
        "You are always within your own range.",
        words="range",
        was={"2006": "601.2b"},
    ),
    RulebookEntry(
        "801.2c",
        "When a range is counted",
        "Who is within whose range is settled as each turn begins, by the players who are still in the "
        "game. So the neighbours of somebody who has left don't reach each other before the next turn.",
        words="leave neighbours",
        see="801.2 807.4h",
        was={"2006": "601.2c"},
    ),
    RulebookEntry(
        "801.3",
        "Attacks and range",
        "Opponents out of a creature's controller's range can't be attacked by it. With none in range it "
        "can't attack.",
        words="combat",
        see="802.2 803.1a",
        was={"2006": "601.3"},
    ),
    RulebookEntry(
        "801.4",
        "Targets and range",
        "What is out of your range can't be the target of your spells and abilities.",
        was={"2006": "601.4"},
    ),
    RulebookEntry(
        "801.5a",
        "Choosing within range",
        "Whoever chooses a player or an object chooses one within their own range and within that of "
        "whoever controls the effect.",
        was={"2006": "601.5a"},
    ),
    RulebookEntry(
        "801.5b",
        "Choosing between options",
        "A choice between options may be made whoever the options are about.",
        words="range mode",
        was={"2006": "601.5b"},
    ),
    RulebookEntry(
        "801.5c",
        "When nobody in range can choose",
        "Then the closest fitting player to the left of the effect's controller does.",
        words="fact or fiction",
        was={"2006": "601.5c"},
    ),
    RulebookEntry(
        "801.7",
        "Triggers and range",
        "An ability triggers only if all of the event is within its controller's range.",
        words="whenever",
        was={"2006": "601.7"},
    ),
    RulebookEntry(
        "801.10",
        "Effects and range",
        "A spell or ability does nothing to what is out of its controller's range, and the rest of it "
        "works. So “each player” is everybody within range.",
        words="each player opponent out",
        see="801.11",
        was={"2006": "601.10"},
    ),
    RulebookEntry(
        "801.11",
        "Knowledge and range",
        "An effect that counts something counts what is within its controller's range.",
        words="information see",
        was={"2006": "601.11"},
        then={
            "2006": "An effect counts only what both its controller and whoever it affects can reach.",
        },
    ),
    RulebookEntry(
        "801.13",
        "Replacing and preventing within range",
        "What an effect would do to somebody out of its controller's range is left out.",
        words="prevention shield redirect",
        see="801.13b",
        was={"2006": "601.14"},
    ),
    RulebookEntry(
        "801.13b",
        "Shields and range",
        "What prevents damage by a source needs the source within range, what prevents damage to somebody "
        "needs that one, and what names neither needs both.",
        words="prevention fog",
        was={"2006": "601.14b"},
    ),
    RulebookEntry(
        "801.14",
        "Winning within range",
        "Who would win by an effect doesn't: all opponents within that player's range lose instead, if "
        "they can lose.",
        words="you win opponent",
        see="104.3h 104.2b",
        then={
            "2006": "There is no such rule: a win by an effect is a win, however far the range goes "
            "(102.2b).",
            "2011": "In every game of more than two the opponents lose instead, with a limited range "
            "those within it.",
        },
    ),
    RulebookEntry(
        "801.15",
        "A draw effect within range",
        "It draws for its controller and everybody within range; they leave, and the others play on. If "
        "one is left alone, that player wins.",
        words="tie",
        see="104.4e 104.2a",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "801.16",
        "A loop within range",
        "A loop of mandatory actions draws for the controllers of what is in it and for everybody within "
        "range of one of them.",
        words="infinite tie",
        see="104.4f",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "801.17",
        "A restart reaches everybody",
        "An effect that restarts the game does it for all who are in it, whatever the ranges.",
        words="karn range",
        see="727.1",
    ),
    RulebookEntry(
        "801.18",
        "Planes reach everybody",
        "A plane affects the whole table whatever the ranges, except in a Grand Melee.",
        words="planechase range",
        see="901",
    ),
    RulebookEntry(
        "802.2",
        "Attack multiple players",
        "Each attacking creature may attack another one of your opponents.",
        words="combat option",
        see="801.3 803.1a 803.1b",
        was={"2006": "602.2"},
    ),
    RulebookEntry(
        "802.2a",
        "Which player an attack is about",
        "What asks about the defending player asks about the one whom that creature attacks: only that "
        "player's lands matter to its landwalk.",
        words="combat landwalk defending",
        was={"2006": "602.2a"},
    ),
    RulebookEntry(
        "803.1a",
        "Attack left",
        "You may attack only the player to your left, if that is an opponent. If a teammate sits there, "
        "you can't attack.",
        words="combat option",
        see="801.3 803.1b",
        was={"2006": "604.1a"},
    ),
    RulebookEntry(
        "803.1b",
        "Attack right",
        "You may attack only the player to your right, if that is an opponent.",
        words="combat option",
        see="803.1a",
        was={"2006": "604.1b"},
    ),
    RulebookEntry(
        "804.1",
        "When creatures are deployed",
        "Always in Emperor, and in other games of teams if you want. Where everybody plays alone, and "
        "where teams take turns together, it isn't used.",
        words="deploy option",
        see="804.2",
        was={"2006": "603.1"},
    ),
    RulebookEntry(
        "804.2",
        "Deploying creatures",
        "Tap a creature when you could cast a sorcery: a teammate within range gets control of it.",
        words="deploy option give",
        see="804.1",
    ),
    RulebookEntry(
        "806",
        "Free-for-All",
        "Everybody against everybody, with 20 life and seats drawn. You choose whether to attack left, "
        "right or several players, and may limit the range of influence.",
        words="ffa multiplayer",
        see="806.2a 806.2b",
        was={"2006": "605"},
    ),
    RulebookEntry(
        "806.2a",
        "Range in Free-for-All",
        "Usually unlimited. If it is limited, everybody's is the same.",
        words="ffa",
        was={"2006": "605.2a"},
    ),
    RulebookEntry(
        "806.2b",
        "Attacks in Free-for-All",
        "You play with exactly one of three options: attack left, attack right, attack multiple players.",
        words="ffa option combat",
        see="802.2 803.1a 803.1b",
        was={"2006": "605.2b"},
    ),
)
