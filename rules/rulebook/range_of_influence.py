"""Options for several players: range of influence, attacks, deploying (800 to 804, 806)."""

from rules.rulebook.entry import RulebookEntry

RANGE_OF_INFLUENCE = (
    RulebookEntry(
        "800.2",
        "One variant, several options",
        "A game uses one multiplayer variant from section 8, such as Emperor, with any options that fit"
        " it. Variants from section 9, such as Commander, can be added on top.",
        words="combine multiplayer",
        was={"2006": "600.2"},
    ),
    RulebookEntry(
        "800.6",
        "The free mulligan in multiplayer",
        "With more than two players, your first mulligan is free.",
        words="hand multiplayer",
        see="103.5c",
        then={
            "2006": "Only Two-Headed Giant has one: your first new hand has seven cards again (101.4a).",
        },
    ),
    RulebookEntry(
        "801.2",
        "Range of influence",
        "The number of seats to your left and right within which you can affect anything: with spells "
        "and abilities, damage, attacks, choices and “you win” effects.",
        words="limited seats",
        see="801.2a 801.2c 801.10 801.14",
    ),
    RulebookEntry(
        "801.2a",
        "How far your range extends",
        "1 or 2 seats is usual. Players can have different ranges, so you may be able to affect someone"
        " who can't affect you.",
        words="limited seats",
        see="809.3a",
        was={"2006": "601.2a"},
    ),
    RulebookEntry(
        "801.2b",
        "You're within your own range",
        "You're always within your own range.",
        words="range yourself reach",
        was={"2006": "601.2b"},
    ),
    RulebookEntry(
        "801.2c",
        "When range is determined",
        "Ranges are determined as each turn begins, counting only players still in the game. So when a "
        "player leaves, the players on either side aren't within each other's range until the next "
        "turn.",
        words="leave neighbours",
        see="801.2 807.4h",
        was={"2006": "601.2c"},
    ),
    RulebookEntry(
        "801.3",
        "Attacks and range",
        "A creature can't attack an opponent outside its controller's range. If none is within range, "
        "it can't attack.",
        words="combat",
        see="802.2 803.1a",
        was={"2006": "601.3"},
    ),
    RulebookEntry(
        "801.4",
        "Targets and range",
        "Your spells and abilities can't target anything outside your range.",
        was={"2006": "601.4"},
    ),
    RulebookEntry(
        "801.5a",
        "Choosing within range",
        "When you choose a player or an object, it must be within your own range and the range of the "
        "player who controls the effect.",
        was={"2006": "601.5a"},
    ),
    RulebookEntry(
        "801.5b",
        "Choosing between options",
        "When you choose between options rather than players or objects, range doesn't matter.",
        words="range mode",
        was={"2006": "601.5b"},
    ),
    RulebookEntry(
        "801.5c",
        "When no one in range can choose",
        "The closest suitable player to the left of the effect's controller makes the choice.",
        words="fact or fiction",
        was={"2006": "601.5c"},
    ),
    RulebookEntry(
        "801.7",
        "Triggers and range",
        "An ability triggers only if the whole event is within its controller's range.",
        words="whenever",
        was={"2006": "601.7"},
    ),
    RulebookEntry(
        "801.10",
        "Effects and range",
        "A spell or ability doesn't affect anything outside its controller's range; the rest of it "
        "works as usual. So “each player” means everyone within range.",
        words="each player opponent out",
        see="801.11",
        was={"2006": "601.10"},
    ),
    RulebookEntry(
        "801.11",
        "Information and range",
        "An effect that counts something counts only what's within its controller's range.",
        words="information see knowledge",
        was={"2006": "601.11"},
        then={
            "2006": "An effect counts only what's within range of both its controller and the player it"
            " affects.",
        },
    ),
    RulebookEntry(
        "801.13",
        "Replacement, prevention and range",
        "If an effect would do something to a player or object outside its controller's range, that "
        "part doesn't happen.",
        words="prevention shield redirect",
        see="801.13b",
        was={"2006": "601.14"},
    ),
    RulebookEntry(
        "801.13b",
        "Damage prevention and range",
        "Preventing damage from a source needs that source within range, and preventing damage to a "
        "player needs that player within range. If an effect names neither, it needs both.",
        words="prevention fog",
        was={"2006": "601.14b"},
    ),
    RulebookEntry(
        "801.14",
        "Winning and range",
        "An effect that says you win makes all opponents within your range lose instead, unless they "
        "can't lose.",
        words="you win opponent",
        see="104.3h 104.2b",
        then={
            "2006": "There's no such rule: “you win” effects win the game, whatever the range (102.2b).",
            "2011": "In every game with more than two players, your opponents lose instead; with a "
            "limited range, only those within it.",
        },
    ),
    RulebookEntry(
        "801.15",
        "Draw effects and range",
        "The game is a draw for the effect's controller and everyone within range. They leave, and the "
        "others play on. If only one player is left, that player wins.",
        words="tie",
        see="104.4e 104.2a",
        then={
            "2006": "There's no such rule: a draw is a draw for everyone.",
        },
    ),
    RulebookEntry(
        "801.16",
        "Loops and range",
        "A mandatory loop is a draw for each player who controls part of it and for everyone within "
        "range of any of them.",
        words="infinite tie",
        see="104.4f",
        then={
            "2006": "There's no such rule: a draw is a draw for everyone.",
        },
    ),
    RulebookEntry(
        "801.17",
        "Restarts ignore range",
        "An effect that restarts the game restarts it for everyone in it, whatever their ranges.",
        words="karn range",
        see="727.1",
    ),
    RulebookEntry(
        "801.18",
        "Planes ignore range",
        "A plane affects every player regardless of range, except in Grand Melee.",
        words="planechase range",
        see="901",
    ),
    RulebookEntry(
        "802.2",
        "Attack multiple players",
        "Each of your attacking creatures may attack a different opponent.",
        words="combat option",
        see="801.3 803.1a 803.1b",
        was={"2006": "602.2"},
    ),
    RulebookEntry(
        "802.2a",
        "The defending player",
        "Anything that asks about the defending player means the player that creature is attacking: "
        "only that player's lands matter for landwalk.",
        words="combat landwalk defending",
        was={"2006": "602.2a"},
    ),
    RulebookEntry(
        "803.1a",
        "Attack left",
        "You may attack only the player to your left, if that's an opponent. If a teammate sits there, "
        "you can't attack.",
        words="combat option",
        see="801.3 803.1b",
        was={"2006": "604.1a"},
    ),
    RulebookEntry(
        "803.1b",
        "Attack right",
        "You may attack only the player to your right, if that's an opponent.",
        words="combat option",
        see="803.1a",
        was={"2006": "604.1b"},
    ),
    RulebookEntry(
        "804.1",
        "When you can deploy creatures",
        "Always in Emperor, and optional in other team games. It isn't used in games without teams or "
        "where teams take their turns together.",
        words="deploy option",
        see="804.2",
        was={"2006": "603.1"},
    ),
    RulebookEntry(
        "804.2",
        "Deploying creatures",
        "Whenever you could cast a sorcery, you can tap one of your creatures to give control of it to "
        "a teammate within range.",
        words="deploy option give",
        see="804.1",
    ),
    RulebookEntry(
        "806",
        "Free-for-All",
        "Everyone for themselves, with 20 life and random seats. You choose whether to attack left, "
        "right or multiple players, and you can limit the range of influence.",
        words="ffa multiplayer",
        see="806.2a 806.2b",
        was={"2006": "605"},
    ),
    RulebookEntry(
        "806.2a",
        "Range in Free-for-All",
        "Usually unlimited. If it's limited, it's the same for everyone.",
        words="ffa",
        was={"2006": "605.2a"},
    ),
    RulebookEntry(
        "806.2b",
        "Attacks in Free-for-All",
        "You use exactly one of three options: attack left, attack right or attack multiple players.",
        words="ffa option combat",
        see="802.2 803.1a 803.1b",
        was={"2006": "605.2b"},
    ),
)
