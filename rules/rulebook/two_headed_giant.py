"""Two-Headed Giant and its larger kin (810; 606 in 2006)."""

from rules.rulebook.entry import RulebookEntry

TWO_HEADED_GIANT = (
    RulebookEntry(
        "810",
        "Two-Headed Giant",
        "Two teams of two. Teammates sit together, take their turns together and share life and poison:"
        " a team starts with 30 life and loses at fifteen poison counters. It wins, loses and leaves "
        "the game as one.",
        words="2hg teams",
        see="810.4 810.8a 810.9 810.10 805.4",
        was={"2006": "606 606.1"},
    ),
    RulebookEntry(
        "810.1",
        "Teams in Two-Headed Giant",
        "Two teams of two.",
        words="2hg",
        see="810.11",
        was={"2006": "606.1"},
    ),
    RulebookEntry(
        "810.2",
        "Options in Two-Headed Giant",
        "Teams take their turns together and use no other options: no limited range, no attack left or "
        "right, no deploying.",
        words="2hg",
        see="805.1",
        was={"2006": "606.2"},
    ),
    RulebookEntry(
        "810.3",
        "Seats in Two-Headed Giant",
        "Teammates sit together and decide who sits where. The player on the right is the primary player.",
        words="2hg order",
        see="805.2",
        was={"2006": "606.3"},
    ),
    RulebookEntry(
        "810.4",
        "A team's life total",
        "Teammates share one life total, which starts at 30.",
        words="2hg shared starting",
        see="119.1a 810.11",
        was={"2006": "606.4 606.4a"},
        then={
            "2006": "Teammates share one life total, which starts at 40.",
        },
    ),
    RulebookEntry(
        "810.5",
        "What a team shares",
        "Life and poison counters. Everything else, including energy and designations, belongs to each "
        "player. You may show each other your hands.",
        words="2hg resources",
        see="810.9 810.10",
        was={"2006": "606.5"},
        then={
            "2006": "Life only. Each player has their own poison counters, and ten of them lose the game.",
        },
    ),
    RulebookEntry(
        "810.6",
        "The starting team skips its first draw",
        "No one on the team that goes first draws in its first draw step.",
        words="2hg skip first",
        see="103.8b",
        was={"2006": "606.6b"},
        then={
            "2006": "In the starting team's first draw step, only the secondary player, on the left, draws.",
        },
    ),
    RulebookEntry(
        "810.8a",
        "Teams win and lose as one",
        "If one player wins or loses, so does the team. If one player can't win or can't lose, neither "
        "can the team.",
        words="2hg platinum angel heads",
        see="704.6a 704.6b 104.2c",
    ),
    RulebookEntry(
        "810.8b",
        "Conceding for the team",
        "If one player concedes, the whole team leaves at once and loses.",
        words="2hg give up scoop",
        see="104.3a",
    ),
    RulebookEntry(
        "810.8c",
        "A team with 0 life",
        "The team loses the next time state-based actions are checked.",
        words="2hg zero dead",
        see="704.6a",
        was={"2006": "606.8a"},
    ),
    RulebookEntry(
        "810.8d",
        "A team with fifteen poison counters",
        "The team loses the next time state-based actions are checked.",
        words="2hg infect toxic",
        see="704.6b 810.11",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.9",
        "Individual life changes, shared total",
        "Damage, life gain and life loss happen to each player, and the result changes the team's "
        "total. So 4 damage to each player costs each team 8 life.",
        words="2hg shared each player",
        see="810.9a",
        was={"2006": "606.9"},
    ),
    RulebookEntry(
        "810.9a",
        "How much life a teammate has",
        "As much as the whole team, for any cost or effect that asks: doubling one player's life "
        "doubles the team's.",
        words="2hg half value",
        see="810.9c",
        was={"2006": "606.9a"},
        then={
            "2006": "Half of the team's total, rounded up: on a team with 17 life, you have 9, and “50 "
            "or more life” takes a team total of 99.",
        },
    ),
    RulebookEntry(
        "810.9b",
        "Teammates paying life together",
        "For one cost or effect, they can't pay more than the team has.",
        words="2hg cost",
        see="119.4a",
    ),
    RulebookEntry(
        "810.9c",
        "Setting one player's life total in a team",
        "You gain or lose the difference between the team's total and the new number, which becomes the"
        " team's total: going from 25 to 10 is a loss of 15.",
        words="2hg set",
        see="119.5 810.9a",
        then={
            "2006": "You gain or lose the difference from half of the team's total, rounded up: with "
            "the team at 25 you have 13, so becoming 20 gains you 7, and the team has 32.",
        },
    ),
    RulebookEntry(
        "810.9d",
        "Setting each player's life total in a team",
        "The team chooses one member it applies to. Nothing happens to the others.",
        words="2hg set each player",
        see="810.9c",
        then={
            "2006": "The team's total becomes the sum of its members' numbers.",
        },
    ),
    RulebookEntry(
        "810.9e",
        "No exchange between teammates",
        "Teammates can't exchange life totals with each other: they share one.",
        words="2hg swap",
        see="701.12c",
    ),
    RulebookEntry(
        "810.9f",
        "Redistributing life among teams",
        "At most one member of each team can take part when life totals are redistributed.",
        words="2hg redistribute",
        see="119.7",
    ),
    RulebookEntry(
        "810.9g",
        "A teammate who can't gain life",
        "No one else on the team can either.",
        words="2hg forbidden",
        see="119.7",
    ),
    RulebookEntry(
        "810.9h",
        "A teammate who can't lose life",
        "No one else on the team can either, and none of you can pay any life except 0.",
        words="2hg pay forbidden",
        see="119.8",
    ),
    RulebookEntry(
        "810.10",
        "Individual poison, shared counters",
        "Each player gets poison counters individually, and the team shares them all.",
        words="2hg infect toxic shared",
        see="704.6b 810.10a 810.10c",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.10a",
        "How many poison counters a teammate has",
        "As many as the whole team, for anything that asks.",
        words="2hg",
        see="810.10",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.10b",
        "Removing a teammate's poison counters",
        "The whole team loses them.",
        words="2hg remove",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.10c",
        "A teammate who can't get poison counters",
        "No one else on the team can either.",
        words="2hg forbidden",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.10d",
        "Which kinds of counters a teammate has",
        "Your own and the team's: if the team is poisoned, so is each player on it.",
        words="2hg proliferate",
        see="701.34",
        then={
            "2006": "Each player has their own poison counters, and ten on one player lose the game for"
            " the team.",
        },
    ),
    RulebookEntry(
        "810.11",
        "Three-Headed Giant and larger teams",
        "For each player beyond the second, a team has 15 more life and needs five more poison counters"
        " to lose: 45 life and twenty counters for three.",
        words="3hg headed giant",
        see="810.4 704.6b",
        was={"2006": "606.10"},
        then={
            "2006": "A team starts with 20 life for each of its players: 60 for three.",
        },
    ),
)
